package balance

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Clock ends a report on time: panels play less where the time that is left is too short for the
// plan, the study of things as long as time is left, and a panel that is not over in time is left
// out. Whoever has the clock keeps what was decided, so that a report that was stopped goes on
// with the same numbers.
type Clock struct {
	Left func() time.Duration // until the report should end

	// Fixed are the panels whose numbers an earlier run has decided on: the plan has them. Fix is
	// told of every other one, with the plan, before the panel plays.
	Fixed []string
	Fix   func(panel string, p Plan) error
}

// costs of the panels for each game of the plan that PlanOf gives, in games of the strong agents.
// They are from the processor time of reports of HEAT; a report corrects them as it goes.
var costs = map[string]float64{
	trustID: 7, seatsID: 9, thingsID: 27, stylesID: 3, optionsID: 20, arcID: 22, luckID: 14, strategyID: 2, endsID: .3, lengthsID: .3, duelID: 2,
}

// forksCost is the work of the forks about a thing under one set of rules, for each game of the plan.
const forksCost = 8

// cost returns the work of a panel for each game of the plan.
func (c *Config) cost(panel string) float64 {
	switch panel {
	case whatifID:
		n := 0.
		for i := range c.Variants {
			if n++; c.Variants[i].Thing != "" {
				n += forksCost
			}
		}
		return n
	case sensitivityID:
		n := 0
		for _, s := range c.Series {
			n += len(s)
		}
		return float64(n)
	case lengthsID:
		if !c.makes(seatsID) { // whose levels it counts, too
			return costs[seatsID]
		}
	case levelsID:
		if !slices.Contains(c.Only, levelsID) {
			return 0
		}
		return 2 * costs[thingsID]
	case strategyID:
		if c.Strategy == nil {
			return 0
		}
	}
	return costs[panel]
}

// CostOf returns the work of a report for each game of its plan, in games of the strong agents.
func CostOf(c *Config) float64 {
	all := 1.
	for _, p := range panels() {
		if c.makes(p.id) {
			all += c.cost(p.id)
		}
	}
	return all
}

// makes reports whether a panel is to be made.
func (c *Config) makes(panel string) bool { return len(c.Only) == 0 || slices.Contains(c.Only, panel) }

// timed plays panels by a clock. It knows how long a unit of cost takes.
type timed struct {
	*work
	rest float64 // cost of the panels that are not over
	per  float64 // seconds for each unit of cost and game of the plan
}

// mostGrown bounds by how much more than the plan says the last panel may play.
const mostGrown = 8

// size fits what a panel plays to its part of the time that is left. grow lets it be more than the
// plan says.
func (t *timed) size(panel string, grow bool) (float64, error) {
	cost := t.cost(panel)
	if slices.Contains(t.Clock.Fixed, panel) || cost == 0 {
		return 1, nil
	}
	by := 1.
	if planned := cost * float64(t.Plan.Games) * t.per; planned > 0 {
		by = t.Clock.Left().Seconds() * cost / max(cost, t.rest) / planned
	}
	by = min(by, 1)
	if grow {
		by = min(mostGrown, t.Clock.Left().Seconds()/max(1e-9, cost*float64(t.Plan.Games)*t.per))
	}
	did := 1.
	if by < 1 || grow {
		did = t.Plan.scale(panel, by)
	}
	t.report.Plan = t.Plan
	return did, t.Clock.Fix(panel, t.Plan)
}

// playTimed makes a panel by the clock, and reports whether it was over in time.
func (t *timed) playTimed(ctx context.Context, p panel, last bool) (bool, error) {
	cost := t.cost(p.id)
	by, err := t.size(p.id, last)
	if err != nil {
		return false, err
	}
	before := t.Clock.Left()
	inTime := ctx
	if turn(p.id) > 0 && (len(t.Only) != 1 || p.id == thingsID) { // those that only count take no time to speak of; a panel alone that fits by its plan is better late than not at all
		limited, stop := context.WithTimeout(ctx, max(before, 0))
		defer stop()
		inTime = limited
	}
	err = p.play(inTime, t.work)
	t.rest -= cost
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return false, nil
	}
	if took := (before - t.Clock.Left()).Seconds(); err == nil && cost > 0 && took > 0 {
		t.per = (t.per + took/(cost*float64(t.Plan.Games)*by)) / 2
	}
	return true, err
}
