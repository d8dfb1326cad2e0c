// Package casebook holds the tests that play DUEL at a table, and nothing that ships. Each file is named by what it plays:
// sentences of the rule book (casebook_test.go with testdata/casebook), lessons of feats and traits (feats_test.go with
// testdata/feats), one optional rule or scenario (melee_test.go, mobs_test.go …), random games under a referee that knows the
// rules a second time (referee_test.go, random_games_test.go), the laws, and what the face of the game says of a table that
// was played so far. The table that they set up is in table_test.go. They see what other packages of the game see; what needs
// the inside of a package is tested beside it.
package casebook
