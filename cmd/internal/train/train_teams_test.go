package train_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/cmd/internal/cmdtest"
)

// The report of a run says who sat at its tables: a seat among copies of an opponent, or
// a whole team of learners against them.
func TestTheReportSaysWhoSat(t *testing.T) {
	t.Chdir(t.TempDir())
	for out, c := range map[string]struct{ teams, want string }{
		"seats": {"false", "One learner (averaged weights) against 3 of each"},
		"teams": {"true", "A team of 2 learners (averaged weights) against 2 of each"},
	} {
		args := []string{"train", "--config", "duel-hill", "--out", out}
		for _, set := range []string{
			"game=duel(players=4,scenario=king_of_the_hill,step=1,rounds=2,one_and_half_actions=true,respawn=true)",
			"decisions=200", "collect={batch: 100, tables: 4, groups: 2}", "imitation={decisions: 100, minibatch: 64}", "ppo.minibatch=64",
			"network.hidden=[8]", "opponents.fixed=[random]", "evaluation={opponents: [random], final_games: 4}", "opponents.teams=" + c.teams,
		} {
			args = append(args, "--set", set)
		}
		assert.Contains(t, cmdtest.Done(t, args...), c.want)
	}
}
