package responses

import (
	"fmt"

	"ringer/internal/numbers"
	"ringer/train"
)

// Learned says in a line what a network has come to, against the expert where it has met one; empty
// where nothing was measured.
func Learned(r *train.Result, seats int) string {
	var best *train.Evaluation
	for i := range r.Evaluations {
		if best == nil || best.Opponent != "expert" {
			best = &r.Evaluations[i]
		}
	}
	switch {
	case best == nil:
		return ""
	case best.Exploitability != nil:
		return fmt.Sprintf("A best response gains %.4f a game from it, averaged over the seats; nothing would be perfect play.\n", *best.Exploitability)
	}
	others, who := best.Others(seats), "It"
	if seats-others > 1 {
		who = "A team of it"
	}
	return who + " " + numbers.Beats(numbers.Opponents(others, best.Opponent), best.WinRate, best.Low, best.High, best.Games, best.EqualShare) + ".\n"
}
