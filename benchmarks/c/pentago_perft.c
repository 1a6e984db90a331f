/* Reference speed for the Pentago perft bar (wins tested after the rotation only): counts the leaves of the placement+rotation tree,
 * stopping at finished games (a five after the rotation, or a full board), from a midgame position.
 * Written for this bar: quadrant-major 9-bit lanes, rotation and line tables.
 * usage: pentago_perft DEPTH REPEATS [x0,x1,..  o0,o1,..]   cells are row-major 0..35; X moves when counts are equal */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef uint64_t u64;
static u64 LINE[4][512]; static uint16_t ROT[2][512]; static u64 NEED3, NEED2;
static int lane(int r,int c){return (r/3)*2+(c/3);} static int cell(int r,int c){return (r%3)*3+(c%3);}
static u64 nodes, finished;
static void init(void){
  for(int d=0;d<2;d++)for(int m=0;m<512;m++){int o=0;for(int r=0;r<3;r++)for(int c=0;c<3;c++)if(m>>(r*3+c)&1){int a=d?2-c:c,b=d?r:2-r;o|=1<<(a*3+b);}ROT[d][m]=o;}
  int n=0,D[4][2]={{0,1},{1,0},{1,1},{1,-1}};
  for(int d=0;d<4;d++)for(int r=0;r<6;r++)for(int c=0;c<6;c++){int er=r+4*D[d][0],ec=c+4*D[d][1];if(er<0||er>5||ec<0||ec>5)continue;
    int part[4]={0,0,0,0},used=0;for(int i=0;i<5;i++){int y=r+i*D[d][0],x=c+i*D[d][1];part[lane(y,x)]|=1<<cell(y,x);}
    for(int q=0;q<4;q++)if(part[q]){used++;for(int m=0;m<512;m++)if((m&part[q])==part[q])LINE[q][m]+=1ULL<<(2*n);}
    if(used==3)NEED3|=3ULL<<(2*n);else NEED2|=2ULL<<(2*n);n++;}
  if(n!=32)abort();}
static inline int five(u64 b){u64 s=LINE[0][b&511]+LINE[1][b>>9&511]+LINE[2][b>>18&511]+LINE[3][b>>27&511];
  return ((s&NEED2)|((s&(s>>1)&0x5555555555555555ULL)&NEED3))!=0;}
static inline u64 rot(u64 b,int q,int d){int s=9*q;return (b&~(511ULL<<s))|((u64)ROT[d][b>>s&511]<<s);}
static u64 perft(u64 me,u64 op,int depth){
  u64 total=0,empty=~(me|op)&((1ULL<<36)-1);
  while(empty){u64 p=empty&-empty;empty^=p;u64 m=me|p;
    for(int q=0;q<4;q++)for(int d=0;d<2;d++){u64 a=rot(m,q,d),b=rot(op,q,d);nodes++;
      int over=five(a)||five(b)||(a|b)==(1ULL<<36)-1;finished+=over;
      if(depth==1||over)total++;else total+=perft(b,a,depth-1);}}
  return total;}
static u64 place(char*s){u64 b=0;for(char*t=strtok(s,",");t;t=strtok(0,",")){int k=atoi(t);b|=1ULL<<(9*lane(k/6,k%6)+cell(k/6,k%6));}return b;}
int main(int n,char**v){init();int depth=atoi(v[1]),rep=n>2?atoi(v[2]):1;u64 x=n>3?place(v[3]):0,o=n>4?place(v[4]):0;
  int turn=__builtin_popcountll(x)>__builtin_popcountll(o);double best=1e9;u64 t=0;
  for(int i=0;i<rep;i++){nodes=finished=0;struct timespec a,b;clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&a);t=turn?perft(o,x,depth):perft(x,o,depth);clock_gettime(CLOCK_PROCESS_CPUTIME_ID,&b);double s=(b.tv_sec-a.tv_sec)+1e-9*(b.tv_nsec-a.tv_nsec);if(s<best)best=s;}
  printf("{\"leaves\": %lu, \"finished\": %lu, \"nodes\": %lu, \"seconds\": %.6f}\n",t,finished,nodes,best);}
