// Command mutate switches off clauses of the rules, one at a time, and runs the
// tests that should notice. A clause that no test misses survives, and is a
// fault unless its entry explains why no test can see it.
//
// The clauses are in files of this folder, clauses/GAME.txt, one entry each:
//
//	== Exceptionally Tough saves on a 5 too (DUEL-31)
//	file: env/duel/internal/heroes/trait_exceptionally_tough.go
//	test: ./env/duel/internal/heroes
//	-		need = 5
//	+		need = 6
//
// The lines with a minus stand in the file, one after the other and only once;
// the lines with a plus take their place. Indentation does not matter. Several
// packages may be named. An entry that cannot be killed has one more line:
//
//	explained: the engine never offers the action that this refuses
//
// No file of the work tree is written: the go command sees the changed file
// through an overlay. Exit status 1 when a clause survives, 2 when an entry is
// wrong.
package main
