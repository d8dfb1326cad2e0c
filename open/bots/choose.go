package bots

import (
	"context"
	"math"
	"slices"
	"strconv"

	"ringer/agents/roster"
	"ringer/env"
	"ringer/eval"
	"ringer/eval/rating"
	"ringer/internal/callexpr"
	"ringer/open"
	"ringer/play/opponents"
)

// hottest is the temperature of the weakest setting of a bot: nearly random, of bots that are very sure too.
const hottest = 2000

// settings is the number of settings of the strongest agent that are tried, evenly from it to
// the weakest.
const settings = 7

// spare is a distance beyond the least one, added each time that levels are rated: ratings vary.
const spare = 12

// most is the number of times that levels are rated, with settings corrected each time.
const most = 4

// weaker returns the agent at a setting from 0, as it is, to 1, random or nearly: a bot at a
// temperature, any other agent with slips.
func weaker(agent string, setting float64) string {
	expr, err := callexpr.Parse(agent)
	if err != nil {
		panic("bots: " + err.Error()) // it plays already
	}
	if expr.Name == open.BotKind {
		expr.Args = append(slices.Clone(expr.Args), callexpr.Arg{Key: "temperature", Value: digits(math.Pow(hottest, setting))})
		return expr.String()
	}
	return callexpr.Expr{Name: roster.Careless, Args: []callexpr.Arg{{Value: agent}, {Key: "slips", Value: digits(setting)}}}.String()
}

// digits writes a number with three significant digits.
func digits(x float64) string {
	short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if err != nil {
		panic("bots: " + err.Error()) // it was written here
	}
	return strconv.FormatFloat(short, 'f', -1, 64)
}

// curve holds ratings of settings of one agent, as parts of the way from random play to the agent itself: the points of
// that way differ among arenas with other agents. Between two settings it is a line.
type curve []point

type point struct{ setting, rating, weight float64 }

// falling returns the curve nearest to the points, by the sum of squares, on which ratings do
// not rise with the setting: the pool-adjacent-violators algorithm (Ayer et al. 1955).
func falling(points []point) curve {
	points = slices.Clone(points)
	slices.SortStableFunc(points, func(a, b point) int { return cmpFloat(a.setting, b.setting) })
	type pool struct {
		sum, weight float64
		count       int
	}
	var pools []pool
	for _, p := range points {
		next := pool{p.rating * p.weight, p.weight, 1}
		for len(pools) > 0 {
			last := pools[len(pools)-1]
			if last.sum/last.weight >= next.sum/next.weight {
				break
			}
			next = pool{last.sum + next.sum, last.weight + next.weight, last.count + next.count}
			pools = pools[:len(pools)-1]
		}
		pools = append(pools, next)
	}
	out := make(curve, 0, len(points))
	for _, p := range pools {
		for range p.count {
			at := points[len(out)]
			out = append(out, point{at.setting, p.sum / p.weight, at.weight})
		}
	}
	return out
}

func cmpFloat(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// at returns the setting of a rating: the nearest end beyond the curve.
func (c curve) at(want float64) float64 {
	for i, p := range c {
		if p.rating > want {
			continue
		}
		if i == 0 || c[i-1].rating == p.rating {
			return p.setting
		}
		before := c[i-1]
		return before.setting + float64((p.setting-before.setting)*(before.rating-want)/(before.rating-p.rating))
	}
	return c[len(c)-1].setting
}

// plan says which ratings levels shall have.
type plan struct {
	below []float64 // targets of all but the strongest, weakest first
	games int       // times as many games as usual: for small distances
	few   string    // opponents.FewRange
}

// Bounds of the rating of a beginner: clearly above random play, where there is room for that, and clearly below
// the weakest simple player that is better than chance.
const (
	overRandom  = 80
	underSimple = 65
	mostTimes   = 6 // as many games
)

// planLevels returns targets for levels from a beginner to the strongest, whose rating is top;
// simple is the rating of the weakest simple player that is clearly better than chance. step is the distance of two
// levels at least.
func planLevels(top, simple, step float64) (p plan) {
	const random = rating.EloAnchor
	least, highest := random+float64(overRandom), simple-underSimple
	if least > highest { // halfway, and more games tell
		least = random + (simple-random)/2
		highest = least
	}
	p.games = min(mostTimes, max(1, int(math.Ceil(math.Pow(underSimple/min(simple-least, least-random, underSimple), 2)))))
	n := int((top - least) / step)
	if n < 1 {
		p.few = opponents.FewRange
		p.below = []float64{min(least, random+(top-random)/2)}
		return p
	}
	between := max(step, min((top-least)/float64(n), (top-random)/float64(n+1)))
	if top-between*float64(n) > highest {
		between = (top - highest) / float64(n)
	}
	for i := n; i > 0; i-- {
		p.below = append(p.below, top-between*float64(i))
	}
	return p
}

// levels chooses the levels of a game, rates them with everybody else, and corrects their
// settings until they are far enough apart. ahead is the distance in Elo of the searcher above the
// ringer, 0 where it is not the strongest.
func (r *Rater) levels(ctx context.Context, g env.Game, ahead float64, search *opponents.Rating) (*opponents.Rated, error) {
	spec := g.Spec()
	field := append(opponents.Simple(g), opponents.Field(g)...)
	slices.Sort(field)
	field = slices.Compact(field)
	strongest := opponents.Field(g)[len(opponents.Field(g))-1]
	choice := opponents.Choice{Seed: env.Stream(r.Seed, purposeLevels).Uint64(), Pairs: 0}

	names := slices.Clone(field)
	for i := range settings {
		names = append(names, weaker(strongest, float64(i+1)/settings))
	}
	arena, err := r.arena(ctx, g, names, r.Choose, choice.Seed, func(done, total int) { r.Progress(spec.String()+": choosing levels", done, total) })
	if err != nil {
		return nil, err
	}
	choice.Pairs = arena.Pairs[0].Games
	points := []point{{0, 1, 1}}
	for i, name := range names[len(field):] {
		elo := eloOf(arena, name)
		points = append(points, point{float64(i+1) / settings, partOf(arena, strongest, elo), 1})
		choice.Tried = append(choice.Tried, opponents.Tried{Agent: name, Rating: math.Round(elo)})
	}
	top, simple := eloOf(arena, strongest), weakestSimple(arena, g)
	for choice.Times = 1; ; choice.Times++ {
		along := falling(points)
		p := planLevels(top+ahead, simple, opponents.Step+spare*float64(choice.Times))
		chosen := make([]float64, len(p.below))
		names := slices.Clone(field)
		for i, target := range p.below {
			chosen[i] = along.at((target - rating.EloAnchor) / (top - rating.EloAnchor))
			names = append(names, weaker(strongest, chosen[i]))
		}
		seed := r.Seed + uint64(choice.Times) - 1
		arena, err := r.arena(ctx, g, names, r.Games*p.games, seed, func(done, total int) { r.Progress(spec.String(), done, total) })
		if err != nil {
			return nil, err
		}
		out, err := rated(g, arena, seed)
		if err != nil {
			return nil, err
		}
		out.Few, out.Choice, out.Search = p.few, &choice, raised(search, ratingOf(out.Ratings, strongest))
		agents := names[len(field):]
		if ahead > 0 {
			agents = append(agents, out.Search.Agent)
		} else {
			agents = append(agents, strongest)
		}
		for i, agent := range agents {
			l := opponents.Level{Agent: agent, Wins: []opponents.Wins{}}
			played := agent
			if ahead > 0 && i == len(agents)-1 {
				played = strongest // which it clearly beats, and which has played the others
			}
			for _, other := range append(opponents.Simple(g), agents[:i]...) {
				if slices.Contains(agents[:i], other) && other != agents[i-1] || other == played {
					continue
				}
				l.Wins = append(l.Wins, winsOf(arena, played, other))
			}
			out.Levels = append(out.Levels, l)
		}
		top, simple = eloOf(arena, strongest), weakestSimple(arena, g)
		next := planLevels(top+ahead, simple, opponents.Step+spare*float64(1+choice.Times))
		if len(out.Faults()) == 0 && len(next.below) <= len(p.below) || choice.Times == most {
			return out, nil // there is no room for more of them
		}
		for i, setting := range chosen {
			points = append(points, point{setting, partOf(arena, strongest, eloOf(arena, agents[i])), 4})
		}
	}
}

// eloOf returns the rating of an agent of an arena.
func eloOf(a *eval.Arena, name string) float64 {
	return a.Agents[slices.IndexFunc(a.Agents, func(r eval.Rating) bool { return r.Name == name })].Elo
}

// partOf returns how far a rating is on the way from random play to the strongest agent of an arena.
func partOf(a *eval.Arena, strongest string, elo float64) float64 {
	return (elo - rating.EloAnchor) / max(1, eloOf(a, strongest)-rating.EloAnchor)
}

// weakestSimple returns the rating of the weakest simple player that a beginner is to lose to; where
// there is none, the best agent's.
func weakestSimple(a *eval.Arena, g env.Game) float64 {
	least := 0.
	for _, r := range a.Agents {
		least = max(least, r.Elo)
	}
	for _, r := range a.Agents {
		if slices.Contains(opponents.Simple(g), r.Name) && opponents.Means(r.Name, r.Elo-rating.EloAnchor) {
			least = min(least, r.Elo)
		}
	}
	return least
}

// winsOf returns the games of two agents of an arena, from the first one's side.
func winsOf(a *eval.Arena, agent, other string) opponents.Wins {
	round := func(x float64) float64 { return math.Round(x*1e4) / 1e4 }
	for _, p := range a.Pairs {
		switch {
		case p.A == agent && p.B == other:
			return opponents.Wins{Against: other, Share: round(p.WinRate), Low: round(p.Low), High: round(p.High), Lost: round(p.WinRateB), LostLow: round(p.LowB), LostHigh: round(p.HighB), Games: p.Games}
		case p.A == other && p.B == agent:
			return opponents.Wins{Against: other, Share: round(p.WinRateB), Low: round(p.LowB), High: round(p.HighB), Lost: round(p.WinRate), LostLow: round(p.Low), LostHigh: round(p.High), Games: p.Games}
		}
	}
	panic("bots: " + agent + " and " + other + " did not play")
}

// raised returns the rating of the searcher beside a rating of the ringer; its own holds the
// difference, of which the ringer is rated rating.EloAnchor.
func raised(search *opponents.Rating, ringer opponents.Rating) *opponents.Rating {
	if search == nil {
		return nil
	}
	s := *search
	s.Rating = math.Round(ringer.Rating + search.Rating - rating.EloAnchor)
	s.Low = math.Round(s.Rating - math.Hypot(search.Rating-search.Low, ringer.Rating-ringer.Low))
	s.High = math.Round(s.Rating + math.Hypot(search.High-search.Rating, ringer.High-ringer.Rating))
	return &s
}
