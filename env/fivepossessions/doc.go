// Package fivepossessions is 5 Possessions, the two-player battle of the Play
// Design card game: an offense tries to win a lane on four lines in a row, a
// defense tries to close every lane, and both choose face down.
//
// Seats are 0 and 1. The winner of a toss chooses to begin on offense or on
// defense; from then on the seats alternate. In every line the offense's seat chooses
// before the defense's; nothing shows the choice until the lanes are opened (C-1).
//
// The package holds facts: rules, observation, resampling and texts. Opinions are in
// env/tactics/fivepossessions. The cards are data in configs/games/playdesign, read
// by env/playdesign, which 4 Downs uses too; no rule reads a card's name or type
// (C-6).
//
// # The rules by file
//
//   - cards.go: the deck, compiled to sets
//   - possession.go: toss, possessions, score, the end
//   - line.go: draws, placing, opening
//   - history.go: finished possessions, for information states
//
// # Source
//
// The rule book of Play Design, chapter "5 possessions", with rulings PD-1 and
// FP-1 to FP-14. Where the book says that the offense must play what it can and
// chooses what to keep closed, placing is free here and a badly placed card only
// hurts its owner (FP-9).
//
// # Rulings of our own
//
//   - A hand is drawn card by card in ascending card order, with the odds that
//     make every hand of the stack equally likely. Each hand is thus one path of
//     the tree, and a stack is never laid out (C-2).
//   - While a seat places its cards, the other sees how many lie, not where:
//     the order of placing follows the card numbers and would tell more than a
//     table does. Which lanes a side has used is public once it has placed all
//     (FP-8). Only on a short last line is that news.
//   - A lane of the last line without an offense card is passed over without
//     opening the defense's card, which stays hidden (FP-10, FP-11).
//   - When both have goal yards and `tie` is sudden_death, the toss comes before
//     the cap is looked at: a game of max_pairs pairs can have one possession
//     more.
//   - With the cap reached, the seat with more yards wins, also when it has fewer
//     than goal (FP-12).
package fivepossessions
