// Package playdesign is the deck of the Play Design card games: formations of
// American football, each with a side, a colour, a strength and eleven men shown
// as coloured dots. 4 Downs (env/fourdowns) plays with the strengths, 5
// Possessions (env/fivepossessions) with the dots; both embed Deck in their
// configuration, so that a deck is one file for the two of them.
//
// This package holds the types, their validation and the tests that hold the
// shipped deck to rulings PD-1 and PD-3 to PD-6. No rule of a game lives here. The
// cards are data in configs/games/playdesign; a name is free text that no rule
// reads (C-6), and so is Card.Type (the "run" of "run, blue").
//
// Source: the rule book of Play Design (56 cards: two packs, black and white, of
// the 28 formations). The book gives 14 cards a side, four colours, strengths from
// 4 to 7 and 11 men a card, and shows one card; names, dots and the colour groups
// of 4, 4, 3 and 3 are our own. default.yaml is the deck of ruling PD-4, with
// which the offense of 5 Possessions scores on about half of all possessions
// between players that look one step ahead; even.yaml is the deck of ruling PD-2, in which single lanes
// are nearly even and most possessions are stopped.
//
// A game embeds the deck, so that its keys stand at the top of a configuration
// file beside the game's own, appends Knobs to its own table of knobs, and calls
// ValidateCards:
//
//	type Config struct {
//		playdesign.Deck `yaml:",inline"`
//		Players int `json:"players" yaml:"players"`
//	}
//
// Its line in the table of env/games says withDeck(playDesign), which reads
// configs/games/playdesign/default.yaml first and adds the parameter deck.
package playdesign
