package ends

import (
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/fivepossessions"
	"ringer/env/fourdowns"
	"ringer/env/heat"
	"ringer/env/heist"
	"ringer/env/payday"
)

// kind is an ending that the rules know.
type kind struct {
	name string

	// minor marks what decides a close game, such as the break of a tie: it is listed, and
	// no flag is raised when it never happens.
	minor bool

	// limit marks a bound on the length of a game, which should seldom be reached: a flag is
	// raised when games nearly always reach it, and none when they never do.
	limit bool

	// is reports whether a game has ended so. The first kind that says so counts.
	is func(end env.State, returns []float64) bool
}

// kinds returns the endings of a game in the order in which they are tried. The last one
// fits every game that none before it describes.
func kinds(g env.Game) []kind {
	switch g := env.UnwrapGame(g).(type) {
	case *heat.Game:
		return heatEnds()
	case *payday.Game:
		return []kind{
			{name: "every PAYDAY is secured", is: is(func(s *payday.State) bool { return s.Winner() == payday.Criminal })},
			{name: "no heister is left", is: is(noHeister)},
			{name: "the last round is over", is: always},
		}
	case *heist.Game:
		jobs := g.Config().Jobs
		return []kind{
			{name: "one Job is left", is: is(func(s heist.Position) bool { return s.Table().JobsGone() >= jobs-1 })},
			{name: "the last round is over", limit: true, is: always},
		}
	case *fivepossessions.Game:
		return possessionEnds(g)
	case *fourdowns.Game:
		last := kind{name: "one player is left", is: is(onePlayer)}
		if g.Config().Hands == 0 {
			last.is = always
			return []kind{last}
		}
		return []kind{last, {name: "the hands are used up", is: always}}
	case *duel.Game:
		return duelEnds(g)
	}
	return []kind{
		{name: "everyone loses", minor: true, is: allLose},
		{name: "the win is shared", minor: true, is: shared},
		{name: "one seat wins", is: always},
	}
}

// is turns a question about the state of one game into one about any state.
func is[S any](ask func(S) bool) func(env.State, []float64) bool {
	return func(end env.State, _ []float64) bool {
		s, ok := env.UnwrapState(end).(S)
		return ok && ask(s)
	}
}

func always(env.State, []float64) bool { return true }

func allLose(_ env.State, returns []float64) bool {
	for _, r := range returns {
		if r >= 0 {
			return false
		}
	}
	return true
}

func shared(_ env.State, returns []float64) bool {
	most, n := returns[0], 0
	for _, r := range returns {
		if r > most {
			most, n = r, 0
		}
		if r == most {
			n++
		}
	}
	return n > 1
}

func heatEnds() []kind {
	level := func(s *heat.State) (richest, cool int) {
		n, most, least := s.Game().Spec().Players, s.Money(0), 0
		for seat := range n {
			switch money := s.Money(seat); {
			case money > most || seat == 0:
				most, richest, least, cool = money, 1, s.Heat(seat), 1
			case money == most:
				richest++
				if h := s.Heat(seat); h < least {
					least, cool = h, 1
				} else if h == least {
					cool++
				}
			}
		}
		return richest, cool
	}
	return []kind{
		{name: "everyone is arrested", is: is((*heat.State).Arrested)},
		{name: "a tie of money and Heat is shared", minor: true, is: is(func(s *heat.State) bool { _, cool := level(s); return cool > 1 })},
		{name: "the least Heat breaks a tie of money", minor: true, is: is(func(s *heat.State) bool { richest, _ := level(s); return richest > 1 })},
		{name: "the most money wins", is: always},
	}
}

func noHeister(s *payday.State) bool {
	for slot := range payday.MaxHeisters {
		if _, ok := s.HeisterAt(slot); ok {
			return false
		}
	}
	return true
}

func possessionEnds(g *fivepossessions.Game) []kind {
	c := g.Config()
	capped := func(s *fivepossessions.State) bool {
		return s.Played() >= 2*c.MaxPairs && max(s.Yards(0), s.Yards(1)) < c.Goal
	}
	list := []kind{
		{name: "the possessions are used up, and the yards are level", minor: true, is: is(func(s *fivepossessions.State) bool { return !s.Sudden() && s.Yards(0) == s.Yards(1) })},
		{name: "the possessions are used up", limit: true, is: is(func(s *fivepossessions.State) bool { return !s.Sudden() && capped(s) })},
	}
	if c.Tie == fivepossessions.TieSuddenDeath {
		list = append(list, kind{name: "sudden death", minor: true, is: is((*fivepossessions.State).Sudden)})
	}
	return append(list, kind{name: "a seat leads at the goal", is: always})
}

func onePlayer(s *fourdowns.State) bool {
	in, players := 0, s.Game().Spec().Players
	for seat := range players {
		if s.Yards(seat) < s.Game().Config().OutAt {
			in++
		}
	}
	return in == 1
}

func duelEnds(g *duel.Game) []kind {
	standing := func(s *duel.State) (sides int) {
		left := map[int]bool{}
		for seat := range g.Seats() {
			if s.Alive(seat) {
				left[g.Side(seat)] = true
			}
		}
		return len(left)
	}
	list := []kind{
		{name: "the last round is over", limit: true, is: is((*duel.State).Capped)},
		{name: "the last of both sides fall together", minor: true, is: is(func(s *duel.State) bool { return standing(s) == 0 })},
		{name: "one side is left", is: is(func(s *duel.State) bool { return standing(s) == 1 })},
	}
	switch g.Config().Scenario {
	case "treasure":
		return append(list, kind{name: "a fighter leaves with the treasure", is: always})
	case "standoff":
		list[len(list)-1].is = always
		return list[1:]
	}
	return append(list, kind{name: "the goal of the scenario is reached", is: always})
}

// Names returns the endings of a game and what else may happen in it, as a study names them.
func Names(g env.Game) (ends, happens []string) {
	for _, k := range kinds(g) {
		ends = append(ends, k.name)
	}
	for _, r := range rules(g) {
		happens = append(happens, r.name)
	}
	return ends, happens
}
