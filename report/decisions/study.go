package decisions

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/env"
	"ringer/eval"
	"ringer/report/choices"
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

	// Actions lists the actions of Config.Kind: the most frequent first, or with Config.Beside
	// the actions that it would choose much more often, or much more rarely, than the agent.
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
// Errors: env.Faults for a kind that the game does not state, the errors of eval.PlayMatch
// and of Beside; beside the context's error there may be a study of the games that were
// over. Results do not depend on the workers.
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
			deals[e][i].counts = choices.New(len(kinds))
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
		d.add(&w, int(kind), int(kind) == listed, beside)
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
		over := make([]choices.Counts, len(m.FirstDeals))
		for i, d := range m.FirstDeals {
			over[i] = deals[e][d.Deal].counts
		}
		seats := 1
		if e == len(c.Entries)-1 {
			seats = spec.Players - e
		}
		a := Agent{Name: entry.Name, Kinds: []Kind{}}
		for k, name := range kinds {
			if kind := describe(choices.Sum(over, k, seats*spec.Players), k == listed, c.Beside != nil && e == 0); kind.Decisions.Value > 0 {
				kind.Kind = name
				a.Kinds = append(a.Kinds, kind)
			}
		}
		s.Agents = append(s.Agents, a)
	}
	return s, stopped
}

// describe returns the figures of one kind. beside says that another agent was asked.
func describe(sum choices.Summary, listed, beside bool) Kind {
	out := Kind{Decisions: sum.Asked, Forced: sum.Forced, Entropy: sum.Entropy}
	slices.SortFunc(sum.Actions, choices.ByCount)
	for i := range sum.Actions {
		out.Different += min(1, sum.Actions[i].Taken)
	}
	if len(sum.Actions) > 0 {
		most := &sum.Actions[0]
		out.Top = &Action{Name: most.Words, Count: most.Taken, Share: most.Share}
	}
	if beside {
		out.Apart = sum.Apart
		slices.SortStableFunc(sum.Actions, func(a, b choices.Action) int { return cmp.Compare(math.Abs(b.More), math.Abs(a.More)) })
	}
	if !listed {
		return out
	}
	for i := range sum.Actions {
		a := &sum.Actions[i]
		x := Action{Name: a.Words, Count: a.Taken, Share: a.Share, Offered: a.Offered, Taken: a.Often, Random: a.Random}
		if beside {
			x.Beside = a.Beside
		}
		out.Actions = append(out.Actions, x)
	}
	return out
}
