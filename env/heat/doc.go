// Package heat is HEAT, a drafting heist game for 3 to 5 players (Asmadi Games,
// print-and-play rules 0.96; the cards are our own).
//
// Seats are numbered in seat order: seat 1 sits to the left of seat 0. What
// lives here are the rules, the vocabulary of card effects, the observation,
// resampling, texts and a rough evaluation. The cards and all numbers are data
// in configs/games/heat; no rule looks at a title (C-6).
//
// # Where to find what
//
//   - config.go, deck.go: what can be set, and how it is tested and compiled
//   - who.go, condition.go, amount.go, effect.go and effect_*.go: the words of
//     the effects, next to their tables
//   - state.go: the actions; draft.go: heists, draft, stages, the end
//   - phase.go, cards.go, board.go: how a phase resolves
//   - log.go: what happened and who knows it; resample.go: other worlds
//   - observe.go, text.go, table.go, words.go, evaluate.go
//
// # Rulings of our own
//
//   - Cards that change hands in a swap_card, and all choices of cards in phases,
//     are face up: HEAT-7 makes decisions public, and a card drawn from a hand in
//     exchange is shown too. Draws and looks are private; that they happen is
//     public.
//   - Step 2 of a phase (HEAT-14) does all draws in seat order before all looks,
//     so that a look sees what was drawn.
//   - All effects of one card in one phase aim at one seat, named once, and use
//     one chosen number. A named seat must be one where an effect can do
//     something.
//   - `replace` and `extra` may be declined; every other effect is obligatory.
//   - HEAT-8 is applied before the first decision of phase B. What a card takes
//     from the board must therefore not depend on decisions of phase B, which is
//     validated.
//   - A payment comes out of the purse that thieves may empty first (HEAT-15): all
//     are served in seat order, a seat's own effects in the order of its card.
//   - A move whose card is no longer there when its turn comes does nothing
//     (HEAT-6: seat order settles conflicts).
//   - A copied card replaces the later phases of the copier's own card; it ends
//     when the copier's card in use changes.
//   - A seat that pays money it does not have (fines of HEAT-8, `lose`) pays what
//     it has.
//   - richest, poorest and most_heat reach one seat. When several are level, the
//     actor names one of those where the effect can do something.
package heat
