// Package payday is PAYDAY DUEL, a heist for two unequal sides (abbreviated
// preview rules 1.337; the preview has no card list, so the cards are our own).
//
// Seat 0 is the Criminal, seat 1 the Police. The package holds the rules, the
// vocabulary of card effects, positions, the observation, resampling and texts; no
// opinions. The cards and all numbers are data in configs/games/payday; no rule looks
// at a title (C-6).
//
// # Where to find what
//
//   - internal/cards: cards as they are written, as tables and in words, with every word
//     of the effects; config.go: the numbers of the rules
//   - effects.go holds the operations that happen once, effects_lasting.go those that
//     last, such as perks; frame.go carries a card out
//   - setup.go: the heist; turn.go, police.go: the turns; combat.go,
//     update.go: the rest of a round; state.go goes from question to question
//   - board.go: where people and cards are
//   - position.go, position_build.go: tables set up by hand
//   - access.go, survey.go: facts for judges and agents
//   - internal/casebook: tests that play the rule book at a table
//
// # Deviations and rulings of our own
//
//   - Columns that end in a key item are ours: the rule book puts obstacles in
//     front of PAYDAY only.
//   - A Loot card or a Funding is the first card of a turn's card step or is not
//     played in that turn; so no separate step is needed for it.
//   - Steps in which nothing can be done are passed over when everybody can see
//     that; otherwise the question is asked, so that silence tells nothing. A
//     combat card may be played, or not, in every combat; a hand with a heister is
//     asked to be kept.
//   - An asset marked combat is used in combat only, another one in the card step
//     only.
//   - Only the top obstacle of a column can be discarded: an obstacle turned up
//     behind another is merely known.
//   - A strike counts in full where it lands: an officer dies when all damage of
//     the combat, or a single strike outside of one, exceeds its armor; armor
//     reduces a strike on a heister as it does an attack.
//   - Stuns, boosts and braces of a combat end with it.
//   - Guards that leave the top, and police officers, keep their equipment unless
//     they go: equipment of a guard that leaves the game is discarded.
//   - A heister that would deal no damage, or that is stunned, is not asked to attack.
//   - Active Funding that waits for an event pays at once when it happens.
//   - Cards that a seat has seen in the other hand, and officers that returned to
//     hand openly, stay known until a card of that title leaves the hand.
//   - Setup cards of the Police are placed behind a screen: the Criminal sees the
//     finished columns, face down.
package payday
