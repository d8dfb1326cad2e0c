package decisions

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/env"
	"ringer/eval"
	"ringer/report/ratio"
)

// Config says which agents are watched, and in how many games.
type Config struct {
	Game    env.Game
	Entries []eval.Entry // as in eval.MatchConfig
	Games   int
	Seed    uint64
	Workers int
	Place   *eval.Place // where the games are played; nil: in this process

	// Kind, when not empty, is the kind of decision whose actions are listed.
	Kind string

	// Beside, when not nil, is asked about the choices of the first entry too, and plays
	// none of them.
	Beside agents.Agent

	Progress func(done, total int)
}

// Study holds what agents decided in a match. Every interval is a 95% interval over
// deals.
type Study struct {
	Game        string  `json:"game"`
	Games       int     `json:"games"`
	Seed        uint64  `json:"seed"`
	Kind        string  `json:"kind,omitempty"`
	Interrupted bool    `json:"interrupted,omitempty"`
	Agents      []Agent `json:"agents"` // in the order of the entries
}

// Agent holds the decisions of one entry.
type Agent struct {
	Name  string `json:"name"`
	Kinds []Kind `json:"kinds"` // that it met, in the order of the spec
}

// Kind holds the decisions of one kind. A figure whose Of is 0 is of nothing.
type Kind struct {
	Kind      string       `json:"kind"`
	Decisions ratio.Figure `json:"decisions"`      // of a seat in a game
	Forced    ratio.Figure `json:"forced"`         // share with a single legal action
	Entropy   ratio.Figure `json:"entropy"`        // of the policy where there is a choice, as a share of the largest possible
	Apart     ratio.Figure `json:"apart,omitzero"` // how far Config.Beside is from the policy there, in total variation: from 0, the same, to 1, nothing in common
	Top       *Action      `json:"top,omitempty"`
	Different int          `json:"different"` // actions that were chosen, by their words

	// Actions are those of Config.Kind: the most frequent first, or with Config.Beside those
	// that it would choose much more often, or much more rarely, than the agent.
	Actions []Action `json:"actions,omitempty"`
}

// Action holds the choices of an action where there was a choice, by its words.
type Action struct {
	Name    string       `json:"name"`
	Count   int          `json:"count"`
	Share   ratio.Figure `json:"share"`             // of the decisions of the kind
	Offered int          `json:"offered,omitempty"` // how often it was legal
	Taken   ratio.Figure `json:"taken,omitzero"`    // share of the times that it was legal
	Beside  ratio.Figure `json:"beside,omitzero"`   // the same of Config.Beside, asked in the same places
	Random  float64      `json:"random,omitempty"`  // the share that an agent without preferences takes
}

// Play plays a match and counts the decisions.
//
// Errors: env.Faults for a kind that the game does not state, those of eval.PlayMatch and
// of Beside; beside the context's error there may be a study of the games that were over.
// Results do not depend on the workers.
func Play(ctx context.Context, c Config) (*Study, error) {
	spec := c.Game.Spec()
	kinds := spec.Kinds()
	listed := slices.Index(kinds, c.Kind)
	if c.Kind != "" && listed < 0 {
		var f env.Faults
		f.Add("kind", c.Kind, "a kind of decision in %s: %s", spec, strings.Join(kinds, ", "))
		return nil, f.Err()
	}
	deals := make([][]deal, len(c.Entries)) // [entry][deal]
	for e := range deals {
		deals[e] = make([]deal, (max(0, c.Games)+spec.Players-1)/spec.Players)
		for i := range deals[e] {
			deals[e][i].kinds = make([]tally, len(kinds))
		}
	}
	var asked asked
	playing, stop := context.WithCancel(ctx)
	defer stop()
	watch := func(w eval.Watched) {
		kind, d := spec.Kind(w.View.Observation, w.View.Legal), &deals[w.Entry][w.Deal]
		var beside []float32
		if c.Beside != nil && w.Entry == 0 && len(w.View.Legal) > 1 {
			if beside = asked.ask(playing, c.Beside, d.stream(c.Seed, w.Deal), *w.View); beside == nil {
				stop()
				return
			}
		}
		d.add(&w, kind, int(kind) == listed, beside)
	}
	m, stopped := eval.PlayMatch(playing, eval.MatchConfig{
		Game: c.Game, Entries: c.Entries, Games: c.Games, Seed: c.Seed, Workers: c.Workers, Place: c.Place, Watch: watch, Keep: c.Games, Progress: c.Progress,
	})
	if err := asked.failed(ctx); err != nil {
		return nil, err
	}
	if m == nil {
		return nil, stopped
	}
	s := &Study{Game: m.Game, Games: m.Games, Seed: m.Seed, Kind: c.Kind, Interrupted: m.Interrupted}
	for e, entry := range c.Entries {
		over := make([]deal, len(m.FirstDeals))
		for i, d := range m.FirstDeals {
			over[i] = deals[e][d.Deal]
		}
		seats := 1
		if e == len(c.Entries)-1 {
			seats = spec.Players - e
		}
		a := Agent{Name: entry.Name, Kinds: []Kind{}}
		for k, name := range kinds {
			if kind := describe(over, int8(k), seats*spec.Players, k == listed, c.Beside != nil && e == 0); kind.Decisions.Value > 0 {
				kind.Kind = name
				a.Kinds = append(a.Kinds, kind)
			}
		}
		s.Agents = append(s.Agents, a)
	}
	return s, stopped
}

// describe sums up one kind. places is how often the entry sat at a table in one deal;
// beside says that another agent was asked.
func describe(deals []deal, kind int8, places int, listed, beside bool) (out Kind) {
	decisions, forced := ratio.Ratio{Name: "decisions"}, ratio.Ratio{Name: "forced", Share: true}
	entropy, apart := ratio.Ratio{Name: "entropy", Share: true}, ratio.Ratio{Name: "apart", Share: true}
	total, gap := map[string]int{}, map[string]float64{}
	for i := range deals {
		k := deals[i].kinds[kind]
		decisions.Add(float64(k.all), float64(places))
		forced.Add(float64(k.forced), float64(k.all))
		entropy.Add(k.entropy, float64(k.all-k.forced))
		apart.Add(k.apart, float64(k.all-k.forced))
		for _, r := range []*ratio.Ratio{&decisions, &forced, &entropy, &apart} {
			r.Close()
		}
		for a, n := range deals[i].actions {
			if a.kind == kind {
				total[a.name] += n.chosen
				gap[a.name] += n.beside - n.given
			}
		}
	}
	for _, n := range total {
		out.Different += min(1, n)
	}
	out.Decisions, out.Forced, out.Entropy = decisions.Figure(), forced.Figure(), entropy.Figure()
	names := slices.SortedFunc(maps.Keys(total), func(a, b string) int { return cmp.Or(total[b]-total[a], strings.Compare(a, b)) })
	if len(names) > 0 {
		top := count(deals, kind, names[0], false, false)
		out.Top = &top
	}
	if beside {
		out.Apart = apart.Figure()
		slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(math.Abs(gap[b]), math.Abs(gap[a])) })
	}
	if listed {
		for _, name := range names {
			out.Actions = append(out.Actions, count(deals, kind, name, true, beside))
		}
	}
	return out
}

// count sums up one action. offered says that the deals hold how often it was legal, and
// beside that another agent was asked about it.
func count(deals []deal, kind int8, name string, offered, beside bool) Action {
	out := Action{Name: name}
	share, taken := ratio.Ratio{Name: "share", Share: true}, ratio.Ratio{Name: "taken", Share: true}
	other := ratio.Ratio{Name: "beside", Share: true}
	random := 0.
	for i := range deals {
		k := deals[i].kinds[kind]
		var n times
		if found := deals[i].actions[action{kind, name}]; found != nil {
			n = *found
		}
		out.Count += n.chosen
		out.Offered += n.offered
		random += n.random
		share.Add(float64(n.chosen), float64(k.all-k.forced))
		taken.Add(float64(n.chosen), float64(n.offered))
		other.Add(n.beside, float64(n.offered))
		for _, r := range []*ratio.Ratio{&share, &taken, &other} {
			r.Close()
		}
	}
	out.Share = share.Figure()
	if !offered {
		out.Offered = 0
		return out
	}
	out.Taken, out.Random = taken.Figure(), random/float64(out.Offered)
	if beside {
		out.Beside = other.Figure()
	}
	return out
}
