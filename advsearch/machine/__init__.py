"""The compiler: plain Python functions over live objects in, machine code out. It knows no game and no algorithm.

A function `f(n)` of a game's rules takes this way:

1. `source` finds its syntax tree. `compiling` begins with the entry points and follows calls: a `Version` is a
   function for one combination of types, and every object that is not an argument (the game, its module, an
   evaluator) is a constant of the build.
2. A `Function` walks the tree and writes LLVM's text. Inference and writing are the same walk: it is repeated until
   nothing new is learned (about four rounds), and the text of the last round is the one that counts.
3. `building` adds what is called of the runtime, optimises and keeps the object code, and `loaded` calls it.

What the walk hands around is a `Value` (module `values`): a constant, registers of a known type, a function, or a
loop that is not written yet. The ideas, each with one mechanism:

| idea | mechanism | module |
|---|---|---|
| a value in memory is one tagged word | types decide what is unboxed in registers | `types`, `boxing`, `layout` |
| two names of one list share what is known | the item type is a node of a union-find | `types.Node` |
| unlike types in one variable | the boxed word, `Either` | `types.join` |
| a set of few known values is bits | members are numbered as they were seen; guards | `universes`, `bits` |
| what is known beside the type | ranges and lengths belong to registers | `facts`, `values.Word` |
| constants stay constants | `Constant`, until a register is needed | `values`, `folding` |
| a loop makes no list | a loop is a function that is called to write its body | `iteration`, `iterators` |
| a test with a known result leaves one branch | a block that nothing jumps to is not written | `assembly` |
| names after a branch | bindings that differ get a place on the stack | `branches`, `scopes` |
| exceptions | a cell for the error, tested after calls that may fail | `function`, `unit` |
| an int has one register, and more after an overflow | the overflow's place is learned | `wide`, `big` |
| memory | what a function takes ends with it, if its result holds no pointer | `versions` |

Modules by what they compile: `statements`, `trying`, `loops`, `patterns`, `conditions`; `expressions`, `arithmetic`,
`combining`, `reals`, `comparing`, `items`, `attributes`; `functions`, `inlining`, `versions`, `countdown` (the last
of calls that count down), `objects`, `lifting` (inner functions that call themselves); calls of Python's own:
`builtin_calls`, `reductions`, `iterators`, `itertool_calls`, `makers`, `sorting`; methods: `methods`, `strings`,
`formats`; changes in place: `changes`. `literals` compares short strings, `idioms` knows phrases such as
`bin(x).count("1")`, and `watching` sees the sets that rules make for themselves. `library` and `library_rows` have
functions of the standard library in Python.
`runtime/` has what works on words.

Never a wrong value: what a program is given is checked against the types of the build (`fitting`), and another type
leads to a wider build; an operation on ints whose result may not fit is tested; what a part of a program may raise
ends with the same error; code that inference did not reach ends with an error if it is reached; and what cannot be
compiled is refused with file, line and remedy.
"""
