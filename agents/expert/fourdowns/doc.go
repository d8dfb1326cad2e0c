// Package fourdowns is the hand-written player of 4 Downs. Its rules:
//
//   - Only the last round counts, so a card is worth what it does for opening
//     that round, or for taking the lead in it. Keep the pairs of a colour that
//     nobody can answer, spend what is weak, and take the lead when the remaining
//     cards can hold it.
//   - Count cards: what is unseen, what followers have shown to lack, and how many
//     cards each seat holds give the odds that a card is answered.
//   - Stay in when the odds to win the hand are worth the stake, and fold when
//     they are not. Knock when the callers pay for it or enough seats fold, and
//     remember which seats fold often.
//   - Yards count by what they change in the odds of the game: near the end a
//     stake that puts a player out is a large one.
//
// The files: mind.go decides, odds.go has the odds to win a hand, bids.go the
// values of bids, survival.go the values of yards.
package fourdowns
