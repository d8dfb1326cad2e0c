// Package choices counts what agents choose: how often they are asked, forced and free, how
// sure they are, and how often each action is offered and taken, with what it brought. It
// counts in one deal or game after the other, whose choices depend on each other, and sums
// up with 95% intervals over them. It knows no game, plays none, and prints nothing.
package choices
