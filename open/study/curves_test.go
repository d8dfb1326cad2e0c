package study

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/report/curves"
	"ringer/train/algos"
)

// The seconds of a run that was resumed count all its processes.
func TestCurvesCountTheTimeOfAllProcesses(t *testing.T) {
	when := map[int]float64{1: 10, 2: 20, 3: 30}
	assert.Equal(t, 20.0, latest(when, 3), "step 3 was trained again")
	assert.Zero(t, latest(when, 1))
}

func TestConfigurationsAreNamedByWhatDiffers(t *testing.T) {
	a, b := algos.Defaults(), algos.Defaults()
	a.Game, b.Game = "kuhn", "kuhn"
	a.Seed, b.Seed = 1, 2
	runs := make([]curves.Run, 2)
	nameConfigurations(runs, []*algos.File{&a, &b})
	assert.Equal(t, "kuhn", runs[0].Label)
	assert.Equal(t, "kuhn", runs[1].Label)
	b.PPO.Clip, b.Start = .25, "bot(kuhn)"
	nameConfigurations(runs, []*algos.File{&a, &b})
	assert.Equal(t, "start=none, ppo.clip=0.1", runs[0].Label)
	assert.Equal(t, "start=bot(kuhn), ppo.clip=0.25", runs[1].Label)
}
