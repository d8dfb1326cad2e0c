// Package numbers writes measured numbers as people read them: a share, a mean, a
// difference or a rating with its 95% interval, and the sentences that hold them. Every
// table, page and message that shows an interval gets it here, so that all are spelled
// alike; docs/numbers.md explains the spelling to readers. Programs read JSON, whose
// numbers have all their digits.
//
// A number has the digits that its interval leaves it: down to the first place in which
// the two ends differ by one at least, and further where rounding would move an end onto the
// value, or onto or across a number that it is compared with.
//
// The package measures nothing and knows no game.
package numbers
