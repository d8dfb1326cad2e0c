// Package heist is HEIST, a card game of crews and cons for 2 to 6 players
// (Warpspawn Games, free rules on the web; the rule book's own 155 cards).
//
// Seats are numbered in seat order: play goes from seat 0 to seat 1 and on.
// What lives here are the rules, the vocabulary of card effects, the
// observation, resampling, texts and a rough evaluation. The cards and all
// numbers are data in configs/games/heist; no rule looks at a title (C-6).
//
// # Where to find what
//
//   - config.go, cards.go, deck.go: what can be set, and how it is tested and
//     compiled
//   - state.go, options.go: what a state holds and what may be done in it
//   - setup.go, turn.go, contacts.go, event.go, execute.go: the rules, in the
//     order of a turn
//   - role.go: cards that differ in nothing but their titles; cover.go: how tools
//     are dealt out over a line
//   - set.go: sets of cards; knowledge.go: who has seen what; resample.go: other
//     worlds; recall.go: whole histories for tabular methods
//   - fields.go, observe.go, foresee.go: the observation; text.go, table.go, evaluate.go, access.go
//
// # Deviations from the rule book
//
//   - "Freely trade" is narrowed to offers by the player whose turn it is, one
//     thing for at most one other (HEIST-4, HEIST-16).
//   - A Job that could not get all its Security is worth less (HEIST-12);
//     short_jobs=full is the book's reading.
//   - "A Random Person" is a random unspent one, and the die for a Crisis is
//     rolled after every card of the line, not only after Security (HEIST-7,
//     HEIST-19).
//   - Giving up although able is legal (HEIST-7). A leader may so burn Jobs to
//     end the game.
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
//   - A Con may be asked of a partner who holds a card; whether it holds such a
//     Con is its secret.
//   - A seat that lies low but kept its own Job (after an Event that executes an
//     opponent's) has a Job in play like any other. If that Job is lost, the new
//     one comes when lying low ends.
//   - An Event with several effects does them in order, and needs a legal target
//     for each of them when it is played.
//   - A Thwarter, and a player in a phase, is asked even when the hidden hand
//     leaves only `pass`: what is asked gives nothing away. Nothing is asked when
//     everyone can see that there is nothing to do.
//   - In decks with several copies of a card, what a seat knows about the cards
//     that others hold since before a reshuffle is not worked out.
package heist
