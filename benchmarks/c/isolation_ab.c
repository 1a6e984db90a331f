/* Reference speed for Isolation alpha-beta: plain fixed-depth fail-soft negamax, no table, moves in ascending cell
 * order, mobility difference at the horizon, and a win-distance scale: -(1000000 - ply) for the side that cannot move.
 * usage: isolation_ab DEPTH REPEATS FIRST SECOND   (7x7 knights; the two starting cells, row-major; FIRST moves) */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
typedef uint64_t u64;
enum { W = 7, H = 7 };
static u64 KNIGHT[64], nodes;
static void init(void){int D[8][2]={{-2,-1},{-2,1},{-1,-2},{-1,2},{1,-2},{1,2},{2,-1},{2,1}};
  for(int s=0;s<W*H;s++)for(int i=0;i<8;i++){int r=s/W+D[i][0],c=s%W+D[i][1];if(r>=0&&r<H&&c>=0&&c<W)KNIGHT[s]|=1ULL<<(r*W+c);}}
static int search(u64 open,int me,int op,int depth,int ply,int alpha,int beta){
  nodes++;
  u64 moves=KNIGHT[me]&open;
  if(!moves)return -(1000000-ply);
  if(!depth)return __builtin_popcountll(moves)-__builtin_popcountll(KNIGHT[op]&open);
  int best=-2000000;
  while(moves){int s=__builtin_ctzll(moves);moves&=moves-1;
    int v=-search(open&~(1ULL<<s),op,s,depth-1,ply+1,-beta,-alpha);
    if(v>best){best=v;if(v>alpha){alpha=v;if(alpha>=beta)break;}}}
  return best;}
int main(int n,char**v){if(n<5)return 2;init();int depth=atoi(v[1]),rep=atoi(v[2]),a=atoi(v[3]),b=atoi(v[4]),r=0;double best=1e9;
  u64 open=((1ULL<<49)-1)&~(1ULL<<a)&~(1ULL<<b);
  for(int i=0;i<rep;i++){nodes=0;struct timespec x,y;clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&x);r=search(open,a,b,depth,0,-2000000,2000000);clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&y);
    double s=(y.tv_sec-x.tv_sec)+1e-9*(y.tv_nsec-x.tv_nsec);if(s<best)best=s;}
  printf("{\"value\": %d, \"nodes\": %lu, \"seconds\": %.6f}\n",r,nodes,best);}
