// Package casebook holds the tests that play PAYDAY DUEL at a table, and nothing that ships. Each file is named by the part of
// the rule book that it plays: setup_test.go, turn_test.go, combat_test.go and so on; config_test.go is about decks,
// effect_test.go about every word of the effects, hidden_test.go about what a seat cannot know, and scene_test.go and
// events_test.go about what it is told. The table that they set up is in board_test.go. They see what other packages see; what
// needs the inside of the game is tested beside it.
package casebook
