// Package heat holds the opinions about HEAT: what its effects are worth, and how
// well seats stand. The rules are in env/heat.
//
//   - prices.go: the price of every operation, in one table
//   - numbers.go: the numbers behind the prices, for each of those who ask
//   - card.go: the price of a card apart from any position
//   - judge.go, promise.go: the judge of positions, for players who look one step
//     ahead
//   - board.go, odds.go, amounts.go, worth.go: one seat's expectations of the
//     table, for the expert
//
// Everything is in dollars. Nothing looks at a card's title or text.
package heat
