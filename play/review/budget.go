package review

import (
	"context"

	"ringer/eval"
	"ringer/play/advice"
)

// Budgets of the stages, in actions that are played on, each times the numbers that its
// seat observes and some more: together some 50 seconds of one processor.
const (
	scanWork    = 2_000_000_000
	accountWork = 1_000_000_000
	confirmWork = 1_500_000_000
	someMore    = 600
	fewest      = 8
	fewestPairs = 64
)

// budget fills in the numbers of worlds that a config leaves out. It reports whether the
// game is too long to be played on from everywhere; then Confirm is filled in later.
func (c *Config) budget(moments int, ahead float64) (long bool) {
	c.pairs = c.Account * moments
	if c.Account <= 0 {
		c.pairs = min(DefaultAccount*moments, max(fewestPairs, int(accountWork/(2*max(1, ahead)*c.work()))))
	}
	if c.Suspect <= 0 {
		c.Suspect = DefaultSuspect
	}
	if c.Worlds <= 0 {
		worlds := int(scanWork / max(1, ahead*float64(moments)*c.work()*(tried+1)))
		if worlds < fewest || c.asLong {
			return true
		}
		c.Worlds = min(DefaultWorlds, worlds)
	}
	if c.Confirm <= 0 {
		c.Confirm = max(4*fewest, min(DefaultConfirm, int(confirmWork/max(1, ahead*float64(c.Suspect)*3*c.work()))))
	}
	return false
}

// A pilot says how long games go on: one record may be much shorter than the games of its
// worlds.
const (
	pilots      = 12
	pilotWorlds = 2
)

// pilot returns the mean number of actions from a decision to the end.
func (c *Config) pilot(ctx context.Context, moments []moment) (float64, error) {
	n := min(pilots, len(moments))
	actions := make([]int, n)
	err := eval.Each(ctx, c.Workers, n, func(k int) error {
		m := &moments[k*len(moments)/n]
		a := c.at(m)
		a.Scenes = nil
		played, err := advice.PlayOn(ctx, a, advice.Moment{State: m.state, Seat: c.Seat, Open: c.Open}, stagePilot, 0, pilotWorlds)
		if err == nil {
			actions[k] = played.Actions
		}
		return err
	})
	sum := 0
	for _, k := range actions {
		sum += k
	}
	return float64(sum) / float64(max(1, n*pilotWorlds)), err
}

// work returns what an action costs, in the unit of the budgets.
func (c *Config) work() float64 { return float64(someMore + c.Advice.Game.Spec().ObservationSize()) }
