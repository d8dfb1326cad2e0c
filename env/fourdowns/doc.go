// Package fourdowns is 4 DOWNS, the trick-taking and bidding game of the Play
// Design cards, for 2 to 4 players.
//
// Seats are numbered clockwise. The package holds facts: rules, observation,
// resampling and texts. Opinions are in env/tactics/fourdowns. The cards come from package
// playdesign, data in configs/games/playdesign; all numbers are configuration, and no rule
// reads a name (C-6).
//
// # The rules by file
//
//   - cards.go: the deck, compiled to sets
//   - hand.go: the deal, and the history, from which texts and worlds are made; score.go:
//     yards, the end
//   - bidding.go: knock, pass, call, fold; play.go: the rounds, the next seat
//
// # Source
//
// The rule book of Play Design, chapter "4 downs", with rulings PD-1 and FD-1 to
// FD-10 (docs/rules/playdesign.md). The formations are our own.
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
//     dealer. The order in which a player was dealt cards means nothing and is no
//     part of an information state.
//   - Unplayed cards of a hand are never shown, whether their owner folded or the
//     hand ended early.
//   - A forced decision (a pass of the last knocker, the last card of a hand) is
//     a decision like any other (C-5).
//   - With max_knocks at 0 there are no windows, as without first_downs.
//   - A cap on the number of hands (hands, off unless set) ends the game after that
//     many: the player with the fewest yards wins, and equals share.
//   - With returns at yards, a return is the mean loss of the others less the
//     seat's own loss, in stakes of `yards`. One hand is then a game worth playing
//     for its stakes, as a hand of poker is.
package fourdowns
