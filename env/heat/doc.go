// Package heat is HEAT, a drafting heist game for 3 to 5 players (Asmadi Games,
// print-and-play rules 0.96; the cards are our own).
//
// Seats are numbered in seat order: seat 1 sits to the left of seat 0. The
// package holds facts: the rules, the vocabulary of card effects, the observation,
// resampling and texts. Opinions are in env/tactics/heat. The cards and all
// numbers are data in configs/games/heat; no rule looks at a title (C-6).
//
// # The rules by file
//
//   - deck.go: the cards, compiled and tested
//   - effect.go: the table of operations; effect_<operation>.go: one operation
//     with its limits, its words and its rule
//   - seats_reached.go, amount.go: whom an effect reaches, when it happens and
//     how much it is, with their words; grammar.go, text.go: how words are read,
//     compiled and put into sentences
//   - draft.go, stage.go: a heist and its draft, the stages, arrest and winners
//   - phase.go, card_moves.go, board.go: how a phase resolves; scene.go: the
//     table as its effects read it
//   - log.go: what happened, which seats know it, and how information states
//     put it; events.go: what a seat is told of an action
//
// # Source
//
// HEAT of Asmadi Games, print-and-play rules 0.96, with rulings HEAT-1 to HEAT-27
// (docs/rules/heat.md).
//
// # Deviations from the book
//
//   - The cards are our own, because the book's pages of cards are lost (HEAT-1).
//   - Out of Heat is applied before phase B instead of before the stage (HEAT-8).
//
// # Rulings of our own
//
//   - Cards that change hands in a swap_card, and all choices of cards in phases,
//     are face up: HEAT-7 makes decisions public, and a card drawn from a hand in
//     exchange is shown too. Draws and looks are private; that they happen is
//     public.
//   - All draws of a phase come in seat order before all looks (HEAT-14), so that
//     a look sees what was drawn.
//   - All effects of one card in one phase aim at one seat, named once, and use
//     one chosen number. A named seat must be one where an effect can do
//     something.
//   - `replace` and `extra` may be declined; every other effect is obligatory.
//   - HEAT-8 is applied before the first decision of phase B. The number of tokens
//     that a card takes from the board must therefore not depend on decisions of
//     phase B; a deck in which it does is refused.
//   - A payment comes out of the purse that thieves may empty first (HEAT-15): all
//     are served in seat order, a seat's own effects in the order of its card.
//   - A move whose card is no longer there when its turn comes does nothing
//     (HEAT-6: seat order settles conflicts).
//   - A copied card replaces the later phases of the copier's own card; it ends
//     when the copier's card in use changes. Tags, icons and phases of the copier
//     still come from its own card (HEAT-27).
//   - A seat that pays money it does not have (fines of HEAT-8, `lose`) pays what
//     it has.
//   - richest, poorest and most_heat reach one seat. When several are level, the
//     actor names one of those where the effect can do something.
package heat
