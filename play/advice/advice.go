package advice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"ringer/agents"
	"ringer/env"
	"ringer/env/scene"
	"ringer/internal/numbers"
)

// Config says who advises, and how much it may compute.
type Config struct {
	Game  env.Game
	Agent agents.Agent // names the actions that are tried, and plays on in every seat
	Name  string       // of the agent, for Advice.Source

	// Scenes makes the scenes whose meters give the reasons; nil: reasons say how often
	// the agent plays an action.
	Scenes scene.Builder

	Worlds int // that measure the actions; 0: DefaultWorlds, fewer where games are long
	Tried  int // actions that are tried, the agent's likeliest; 0: DefaultTried
	Shown  int // actions that are measured and returned; 0: DefaultShown

	Seed    uint64
	Workers int // goroutines; 0: one a processor
}

// What a Config means that leaves numbers out.
const (
	DefaultWorlds = 64
	DefaultTried  = 6
	DefaultShown  = 3
)

// Chance is an estimate with its 95% interval.
type Chance struct {
	Chance float64 `json:"chance"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

// Words writes the estimate with its interval, in its unit: "46% (44 … 48)" for a chance to
// win, "+0.4 (+0.3 … +0.5)" for a return.
func (c Chance) Words(unit string) string {
	if unit == UnitWin {
		return numbers.Share(c.Chance, c.Low, c.High)
	}
	return numbers.Signed(c.Chance, c.Low, c.High)
}

// Cost writes the estimate of what an action costs with its interval, in its unit:
// "12 (8 … 16) points" of the chance to win, or a return.
func (c Chance) Cost(unit string) string {
	if unit == UnitWin {
		return numbers.Mean(100*c.Chance, 100*c.Low, 100*c.High) + " points"
	}
	return numbers.Mean(c.Chance, c.Low, c.High)
}

// Option is an action that was measured.
type Option struct {
	Action env.Action `json:"action"`
	Name   string     `json:"name"` // as the game writes it
	Chance

	// Behind is the chance of the first option less the chance of this one, over the same
	// worlds.
	Behind Chance `json:"behind"`

	Probability float64 `json:"probability"` // with which the agent plays it
	Reason      string  `json:"reason,omitempty"`
}

// Units of a chance.
const (
	UnitWin    = "chance to win" // the share of the win: 1/k for each of k winners
	UnitReturn = "return"        // of games whose returns say more than who won
)

// Advice holds the best actions of a seat, the best first.
type Advice struct {
	Source  string     `json:"source"` // "bot(heat-4p), 64 worlds"
	Seat    env.Player `json:"seat"`
	Unit    string     `json:"unit"`
	Worlds  int        `json:"worlds"`
	Value   Chance     `json:"value"` // of the first option
	Options []Option   `json:"options"`
}

// UnitOf returns the unit of a game's chances.
func UnitOf(spec *env.Spec) string {
	if spec.MaxUtility == 1 {
		return UnitWin
	}
	return UnitReturn
}

// ErrNobody says that no seat is to decide.
var ErrNobody = errors.New("advice: no seat is to decide")

// Ask returns the best actions of the seat that is to decide in a state. The state is
// the true one, of which only what its seat may know is used; it is not changed. Errors:
// ErrNobody, the agent's, or the context's.
func Ask(ctx context.Context, c Config, s env.State) (*Advice, error) {
	if s.CurrentPlayer() < 0 {
		return nil, ErrNobody
	}
	c = c.withDefaults()
	legal := s.LegalActions(nil)
	probs, err := Policy(ctx, c, s)
	if err != nil {
		return nil, err
	}
	chosen, spent, err := screen(ctx, &c, s, legal, probs)
	if err != nil {
		return nil, err
	}
	actions := make([]env.Action, len(chosen))
	for i, k := range chosen {
		actions[i] = legal[k]
	}
	played, err := measure(ctx, &c, s, actions, spent)
	if err != nil {
		return nil, err
	}
	out := &Advice{Seat: s.CurrentPlayer(), Unit: UnitOf(c.Game.Spec()), Worlds: len(played.Values[0])}
	out.Source = fmt.Sprintf("%s, %d worlds", c.Name, out.Worlds)
	order := make([]int, len(actions))
	for i := range order {
		order[i] = i
	}
	means := make([]float64, len(actions))
	for i := range means {
		means[i] = Mean(played.Values[i])
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(means[j], means[i]), cmp.Compare(probs[chosen[j]], probs[chosen[i]]))
	})
	reasons := NewReasons(c, s, played)
	for n, i := range order {
		o := Option{Action: actions[i], Name: s.ActionString(actions[i]), Probability: float64(probs[chosen[i]])}
		o.Chance = Of(played.Values[i], out.Unit)
		other := order[0]
		if n == 0 {
			other = order[min(1, len(order)-1)]
		} else {
			o.Behind = Difference(played.Values[order[0]], played.Values[i])
		}
		o.Reason = reasons.Of(i, other, o.Probability)
		out.Options = append(out.Options, o)
	}
	out.Value = out.Options[0].Chance
	return out, nil
}

func (c Config) withDefaults() Config {
	for _, x := range []struct {
		at    *int
		other int
	}{{&c.Worlds, DefaultWorlds}, {&c.Tried, DefaultTried}, {&c.Shown, DefaultShown}} {
		if *x.at <= 0 {
			*x.at = x.other
		}
	}
	return c
}

// Policy returns the probabilities with which the agent plays the legal actions of the
// seat that is to decide.
func Policy(ctx context.Context, c Config, s env.State) ([]float32, error) {
	views := []agents.View{agents.NewViewer(c.Game).View(s, env.Stream(c.Seed, purposeAdvice, stagePolicy))}
	decisions, err := agents.Ask(ctx, c.Agent, views)
	if err != nil {
		return nil, fmt.Errorf("advice: %w", err)
	}
	return decisions[0].Probs, nil
}

// screen returns the indices of the legal actions that are to be measured, and how many
// actions it played to find them.
func screen(ctx context.Context, c *Config, s env.State, legal []env.Action, probs []float32) (chosen []int, spent int, err error) {
	order := make([]int, len(legal))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(probs[j], probs[i]) })
	order = order[:min(c.Tried, len(order))]
	if len(order) > c.Shown {
		actions := make([]env.Action, len(order))
		for i, k := range order {
			actions[i] = legal[k]
		}
		played, err := PlayOn(ctx, *c, Moment{State: s, Seat: s.CurrentPlayer(), Actions: actions}, StageScreen, 0, max(4, c.Worlds/8))
		if err != nil {
			return nil, 0, err
		}
		spent = played.Actions
		means := map[int]float64{}
		for i, k := range order {
			means[k] = Mean(played.Values[i])
		}
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(means[j], means[i]) })
		order = order[:c.Shown]
	}
	return order, spent, nil
}

// round is the number of worlds that are played between two looks at what was spent.
const round = 16

// mostWork bounds what an advice plays: actions, each times the numbers that its seat
// observes and some more. That is some two seconds of one processor.
const (
	mostWork = 180_000_000
	someMore = 600
)

// measure plays the actions on in as many worlds as are wanted and may be spent.
func measure(ctx context.Context, c *Config, s env.State, actions []env.Action, spent int) (*Played, error) {
	var all *Played
	for from := 0; from < c.Worlds; from += round {
		played, err := PlayOn(ctx, *c, Moment{State: s, Seat: s.CurrentPlayer(), Actions: actions}, StageMeasure, from, min(from+round, c.Worlds))
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = played
		} else {
			all.Add(played)
		}
		if (spent+all.Actions)*(someMore+c.Game.Spec().ObservationSize()) >= mostWork {
			break
		}
	}
	return all, nil
}
