// Package heist is HEIST, a card game of crews and cons for 2 to 6 players
// (Warpspawn Games, free rules on the web; the rule book's own 155 cards).
//
// Seats are numbered in the order of play: seat 1 follows seat 0. The package holds
// the rules, the words of card effects, the observation, resampling and texts: facts
// only. Evaluation and the cover of a line are in env/tactics/heist. The cards and all
// numbers are data in configs/games/heist; no rule looks at a title (C-6).
//
// # Where to find what
//
//   - config.go, cards.go, deck.go: what can be set, and how decks are read
//   - game.go, state.go, question.go, legal.go, chance.go: the state machine
//   - setup.go, turn.go, contacts.go, event.go, execute.go: the rules, in the order of
//     a turn
//   - rotate.go: the same scene from other chairs
//   - observe.go, scene.go, infostate.go, access.go: what networks, people, tables and other
//     packages learn of a state; text.go: names of actions; events.go: what a seat is
//     told of an action
//   - resample.go, conserve.go: which seat has seen which card, and other worlds; counts of cards
//
// # Deviations from the rule book
//
//   - "Freely trade" is narrowed to offers by the player whose turn it is, one
//     thing for at most one other, or with trade_cards several (HEIST-4, HEIST-16).
//   - A Job that did not get all its Security is worth less (HEIST-12);
//     short_jobs=full is the book's reading.
//   - "A Random Person" is a random unspent one, and the die for a Crisis is
//     rolled after every card of the line, not only after Security (HEIST-7,
//     HEIST-19).
//   - A new Job waits until there is Security for it (HEIST-24).
//   - The game ends after a number of rounds (HEIST-15).
//
// # Rulings of our own
//
//   - The row of a crew is kept in the order of the deck list, and its dice are
//     rolled in that order.
//   - A card stays on the table while it is being resolved: a deck that runs out
//     in the middle of an Event is made from the other discards.
//   - The Con that a partner picks for a trade is shown, as the offer was.
//   - A trade may not bring a crew above its limit; a crew that is above it
//     already may still give Personnel away, but not its Leader.
//   - A Con may be asked of a partner that holds a card; whether it holds such a
//     Con is its secret.
//   - A seat that lies low but kept its own Job (after an Event that executes an
//     opponent's) has a Job in play like any other. If that Job is lost, the new
//     one comes when lying low ends.
//   - An Event with several effects does them in order, and needs a legal target
//     for each of them when it is played.
//   - A Thwarter, and a player in a phase, is asked even when the hidden hand
//     leaves only `pass`, so that a question gives nothing away. No seat is asked when
//     all seats can see that there is nothing to do.
//   - In decks with several copies of a card, a reshuffle tells a seat nothing about
//     the cards in other hands.
package heist
