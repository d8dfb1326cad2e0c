package ladder

import (
	"fmt"

	"ringer/eval"
	"ringer/report/records"
)

// figure writes a result: a share of wins, or chips an episode.
func (b *Bot) figure(d *eval.DealsResult) string {
	if b.chips() {
		return fmt.Sprintf("%+.3f (%+.3f … %+.3f)", d.MeanReturn, d.ReturnLow, d.ReturnHigh)
	}
	return records.Share(d.WinRate, d.Low, d.High)
}

// equal writes an equal share.
func (b *Bot) equal() string {
	if b.chips() {
		return "0"
	}
	return records.Percent(1 / float64(b.Seats))
}

// side names what an agent plays alone.
func (b *Bot) side() string {
	if b.Teams {
		return "team"
	}
	return "seat"
}

// others counts the seats but one, in words.
func (b *Bot) others() string {
	n := b.Seats - 1
	if words := []string{"none", "one", "two", "three", "four"}; n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// sides counts the seats or teams, in words.
func (b *Bot) sides() string {
	n := fmt.Sprint(b.Seats)
	if b.Seats == 2 {
		n = "two"
	}
	return n + " " + b.side() + "s"
}
