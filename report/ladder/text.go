package ladder

import (
	"ringer/eval"
	"ringer/internal/numbers"
)

// figure writes a result of one against all others: a share of wins, or chips a game.
func (b *Bot) figure(d *eval.DealsResult) string {
	if b.chips() {
		return numbers.Signed(d.MeanReturn, d.ReturnLow, d.ReturnHigh)
	}
	return numbers.ShareBeside(d.WinRate, d.Low, d.High, d.EqualShare)
}

// ours writes a result of several of the bot together against one: what that one leaves them.
func (b *Bot) ours(d *eval.DealsResult) string {
	if b.chips() {
		return numbers.Signed(-d.MeanReturn, -d.ReturnHigh, -d.ReturnLow)
	}
	return numbers.ShareBeside(1-d.WinRate, 1-d.High, 1-d.Low, 1-d.EqualShare)
}

// even writes what this many of the seats would have, were all equally strong.
func (b *Bot) even(seats int) string {
	if b.chips() {
		return "0"
	}
	return numbers.Even(float64(seats) / float64(b.Seats))
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
	return numbers.Word(b.Seats - 1)
}

// sides counts the seats or teams, in words.
func (b *Bot) sides() string {
	return numbers.Word(b.Seats) + " " + b.side() + "s"
}
