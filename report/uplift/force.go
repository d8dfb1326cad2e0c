package uplift

import (
	"slices"

	"ringer/env"
	"ringer/env/things"
	"ringer/report/ratio"
)

// leastShunned is the number of games in which a thing could be played and was not, before it is
// played on purpose.
const leastShunned = 100

// shunned lists the things that could be played, along with something else, in some games, and never were.
func (c *Config) shunned(blocks []Block) (list []int) {
	usual := newUsual(len(c.Things.Things))
	for i := range blocks {
		usual.plus(blocks[i].Usual)
	}
	for t := range c.Things.Things {
		usual.Taken[t].Share = true
		if f := usual.Taken[t].Figure(); f.Games >= leastShunned && f.Value <= 0 && usual.Played[t].Figure().Of == 0 && c.Things.Things[t].Kind != things.KindNothing {
			list = append(list, t)
		}
	}
	return list
}

// noteShunned notes a moment for every shunned thing that could be played there.
func (f *forker) noteShunned(m moment, s env.State, legal []env.Action) {
	if len(f.shun) == 0 {
		return
	}
	noted := map[int]bool{}
	for _, a := range legal {
		t := f.Things.Plays(s, a)
		if t < 0 || noted[t] || !slices.Contains(f.shun, t) {
			continue
		}
		if m.state == nil {
			m.state = s.Clone()
			f.moments = append(f.moments, m)
		}
		noted[t] = true
		f.forcible[t] = append(f.forcible[t], len(f.moments)-1)
	}
}

// force plans one fork of a game that plays a shunned thing, drawn among those that could be played: one
// of the actions that play it, against one that the agent draws among all others.
func (f *forker) force(rng env.Rand) (planned, bool) {
	var can []int
	for _, t := range f.shun {
		if len(f.forcible[t]) > 0 {
			can = append(can, t)
		}
	}
	if len(can) == 0 {
		return planned{}, false
	}
	thing := can[rng.IntN(len(can))]
	m := &f.moments[f.forcible[thing][rng.IntN(len(f.forcible[thing]))]]
	f.now.Copy(m.state)
	var ways [2]way
	n, sum := 0, 0.
	for i, a := range f.now.Legal() {
		if f.Things.Plays(m.state, a) == thing {
			if n++; rng.IntN(n) == 0 {
				ways[0].action = a
			}
			continue
		}
		sum += float64(m.probs[i])
		if rng.Float64()*sum < float64(m.probs[i]) {
			ways[1].action = a
		}
	}
	if sum <= 0 {
		return planned{}, false
	}
	seat := int(m.state.CurrentPlayer())
	ways[0].seat, ways[1].seat = seat, seat
	ways[0].gained = []Gain{{Thing: thing, Count: 1}}
	p := f.plan(m, thing, &ways[0], &ways[1])
	p.forced = true
	return p, true
}

// forced sums up what it costs to play each thing that nobody plays.
func (c *Config) forced(blocks []Block) []ratio.Ratio {
	out := make([]ratio.Ratio, len(c.Things.Things))
	for i := range blocks {
		for _, f := range blocks[i].Forced { // one of a game
			r := &out[f.Gained[0].Thing]
			r.Add(f.Worth, 1)
			r.Close()
		}
	}
	for t := range out {
		out[t].Signed = true
	}
	return out
}
