package study

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/report/ladder"
)

// A run that was not trained again keeps all measurements beside its training.
func TestRecordsRecallWhatWasMeasured(t *testing.T) {
	exact := 0.5
	old := ladder.Training{
		Config: "kuhn", Game: "kuhn", Factor: 1, Seed: 7, Decisions: 100, Seconds: 3,
		Peers: []ladder.Report{{Opponent: "alone"}}, Ringer: &ladder.RingerReport{Weights: "abc"}, Exploitability: &exact,
		Responses: ladder.Responses{Gains: []ladder.Gain{{Seat: 1}}, Budget: "a budget", Unlearned: 0.4},
	}
	kept := Records{All: []ladder.Training{old}}
	one := old
	one.Peers, one.Ringer, one.Exploitability, one.Responses = nil, nil, nil, ladder.Responses{}
	other := one
	kept.Recall(&one)
	assert.Equal(t, old, one)
	other.Seconds = 4
	kept.Recall(&other)
	assert.Empty(t, other.Budget, "trained again")
}
