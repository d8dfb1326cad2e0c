// Package fourdowns is 4 DOWNS, the trick-taking and bidding game of the Play
// Design cards, for 2 to 4 players (PLAYDES GT; the formations are our own).
//
// Seats are numbered clockwise. What lives here are the rules, the observation,
// resampling, texts and a rough evaluation. The cards are those of package
// playdesign, data in configs/games/playdesign; all numbers are configuration,
// and no rule looks at a name (C-6).
//
// # Where to find what
//
//   - config.go, game.go: what can be set, and what it is compiled to
//   - state.go: actions and state; hand.go: deal, yards, the end; bidding.go:
//     knock, pass, call, fold; play.go: the rounds
//   - log.go: what happened; resample.go, assign.go: other worlds
//   - observe.go, text.go, words.go, table.go, evaluate.go
//
// # Deviations from the book
//
//   - Knocking is possible before each round, not at any time of a hand, and at
//     most max_knocks times a hand (FD-3).
//   - The players need not agree on the optional rules: first_downs and
//     eight_cards_for_two are settings, both on unless set otherwise.
//
// # Rulings of our own
//
//   - The deal goes round the table, one card at a time from the player after the
//     dealer. The order in which a player was dealt cards means nothing, so it is
//     no part of an information state.
//   - Unplayed cards of a hand are never shown, whether their owner folded or the
//     hand ended early.
//   - A forced decision (a pass of the last knocker, the last card of a hand) is
//     a decision like any other (C-5).
//   - With max_knocks at 0 there are no windows, as without first_downs.
//   - A cap on the number of hands (hands, off unless set) ends the game after so
//     many: whoever has the fewest yards wins, equals share.
//   - With returns at yards, a return counts what was lost instead of who won: the
//     mean of what the others lost less one's own loss, in stakes of `yards`. It
//     makes one hand a game worth playing for its stakes, as a hand of poker is.
package fourdowns
