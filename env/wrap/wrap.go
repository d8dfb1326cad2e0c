package wrap

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ringer/env"
)

// Parameter names the parameter of a game string that chooses a wrapper.
const Parameter = "wrap"

// Observer computes extra fields from what a seat may know of a game's states.
// It is safe for concurrent use.
type Observer interface {
	// Name returns the name of the wrapper in game strings.
	Name() string

	// Version returns a number that is raised when the same position is shown with other numbers: a
	// price or a model has been tuned. It is part of the wrapped spec's hash.
	Version() int

	// Fields returns the extra fields, in the order in which they are written.
	Fields() []env.Field

	// NewWriter returns a writer with memory of its own.
	NewWriter() Writer
}

// Writer writes the fields of its observer. It is not safe for concurrent use.
type Writer interface {
	// Write fills dst, which has the length of all extra fields together and is
	// zero, for seat p at a state of the facts-only game. It must read nothing
	// that p may not know: worlds that p cannot tell apart give the same floats.
	Write(s env.State, p env.Player, dst []float32)
}

// Game is a game with the fields of an observer after its own. It implements
// env.Wrapped.
type Game struct {
	facts    env.Game
	spec     *env.Spec
	observer Observer
	size     int // floats of the facts
}

// facts lists the powers that the states of a game need to be wrapped.
type facts interface {
	env.State
	env.Resampler
	env.CopierFrom
	env.Texter
}

// New wraps a game. The result is an env.Positioner when the game is one, and its
// states name information states when the game's states do. It returns an error when the
// game's states lack one of the other optional powers, or a field of the observer has the
// name of a field of the game.
func New(game env.Game, o Observer) (env.Wrapped, error) {
	inner := game.Spec()
	start := game.NewInitialState()
	if _, ok := start.(facts); !ok {
		return nil, fmt.Errorf("wrap: the states of %s must resample, copy and give texts", inner)
	}
	spec := *inner
	spec.Observation = slices.Concat(inner.Observation, o.Fields())
	spec.Frames = nil // nothing says how the new fields turn
	for i, f := range o.Fields() {
		if slices.ContainsFunc(spec.Observation[:len(inner.Observation)+i], func(g env.Field) bool { return g.Name == f.Name }) {
			return nil, fmt.Errorf("wrap: %s shows a field %q already", inner, f.Name)
		}
	}
	configuration, err := json.Marshal(struct {
		Facts   json.RawMessage `json:"facts"`
		Wrap    string          `json:"wrap"`
		Version int             `json:"version"`
	}{inner.Configuration, o.Name(), o.Version()})
	if err != nil {
		return nil, fmt.Errorf("wrap: %w", err)
	}
	spec.Configuration = configuration
	spec.FactsHash = inner.FactsHash
	spec.Parameters = slices.Clone(inner.Parameters)
	i := slices.IndexFunc(spec.Parameters, func(p env.Parameter) bool { return p.Name == Parameter })
	if i < 0 {
		i = len(spec.Parameters)
		spec.Parameters = append(spec.Parameters, env.Parameter{Name: Parameter})
	}
	spec.Parameters[i].Value = strings.TrimPrefix(spec.Parameters[i].Value+"+"+o.Name(), "+")
	g := &Game{facts: game, observer: o, size: inner.ObservationSize()}
	g.spec = spec.Seal()
	if p, ok := game.(env.Positioner); ok {
		return positioned{g, p}, nil
	}
	return g, nil
}

// positioned is a wrapped game that can begin at a table set up by hand.
type positioned struct {
	*Game
	facts env.Positioner
}

func (g positioned) NewPosition() any { return g.facts.NewPosition() }

func (g positioned) FromPosition(position any) (env.Game, error) {
	facts, err := g.facts.FromPosition(position)
	if err != nil {
		return nil, err
	}
	at := *g.Game
	at.facts = facts
	return &at, nil
}

// HeadStarts implements env.HeadStarter, of games that are one.
func (g *Game) HeadStarts() []env.HeadStart {
	if h, ok := g.facts.(env.HeadStarter); ok {
		return h.HeadStarts()
	}
	return nil
}

// WithHeadStart implements env.HeadStarter.
func (g *Game) WithHeadStart(seat env.Player, i, n int) env.Game {
	env.CheckHeadStart(g, g.HeadStarts(), seat, i, n)
	at := *g
	at.facts = g.facts.(env.HeadStarter).WithHeadStart(seat, i, n)
	return &at
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// Unwrap implements env.Wrapped.
func (g *Game) Unwrap() env.Game { return g.facts }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.Wrap(g.facts.NewInitialState()) }

// Wrap implements env.Wrapped.
func (g *Game) Wrap(s env.State) env.State {
	w := &State{facts: s.(facts), game: g}
	w.chancer, _ = s.(env.Chancer)
	if names, ok := s.(env.InfoStater); ok {
		return &namedState{State: w, names: names}
	}
	return w
}

// GeneralSumWhen names the rare event that changes the sum of the returns, for
// package envtest; empty when the game names none.
func (g *Game) GeneralSumWhen() string {
	if f, ok := g.facts.(interface{ GeneralSumWhen() string }); ok {
		return f.GeneralSumWhen()
	}
	return ""
}

// WonWhen names the rare event that wins, for package envtest; empty when the game
// names none.
func (g *Game) WonWhen() string {
	if f, ok := g.facts.(interface{ WonWhen() string }); ok {
		return f.WonWhen()
	}
	return ""
}

// ApproximateWorlds returns why worlds come with odds of their own, for package envtest;
// empty where they are exact.
func (g *Game) ApproximateWorlds() string {
	if f, ok := g.facts.(interface{ ApproximateWorlds() string }); ok {
		return f.ApproximateWorlds()
	}
	return ""
}

// SeatsDiffer implements env.SeatDiffer: the seats differ as the seats of the facts do.
func (g *Game) SeatsDiffer() string {
	if f, ok := g.facts.(env.SeatDiffer); ok {
		return f.SeatsDiffer()
	}
	return ""
}

// Forgotten implements env.Forgetter: an observation forgets what the observation of the
// facts forgets.
func (g *Game) Forgotten() []env.TextException {
	if f, ok := g.facts.(env.Forgetter); ok {
		return f.Forgotten()
	}
	return nil
}

// TextExceptions implements env.TextExcepter: the texts are the texts of the facts.
func (g *Game) TextExceptions() []env.TextException {
	if f, ok := g.facts.(env.TextExcepter); ok {
		return f.TextExceptions()
	}
	return nil
}

// State is a state of a wrapped game. It implements env.State and its optional
// interfaces by the methods of the state that it shows.
type State struct {
	facts
	chancer env.Chancer // facts too; nil in games without chance
	game    *Game
	writer  Writer // made when it is first needed
}

// namedState is a State whose information states have names.
type namedState struct {
	*State
	names env.InfoStater // facts too
}

// InformationState implements env.InfoStater.
func (s *namedState) InformationState(p env.Player) string { return s.names.InformationState(p) }

// Unwrap returns the state that is shown.
func (s *State) Unwrap() env.State { return s.facts }

// Observe implements env.State: the facts, then the observer's fields.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("wrap: Observe needs Spec.ObservationSize() elements")
	}
	s.facts.Observe(p, dst[:s.game.size])
	if s.writer == nil {
		s.writer = s.game.observer.NewWriter()
	}
	extra := dst[s.game.size:]
	clear(extra)
	s.writer.Write(s.facts, p, extra)
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	return s.game.Wrap(s.facts.Clone())
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) {
	s.facts.CopyFrom(src.(interface{ Unwrap() env.State }).Unwrap())
}

// ResampleFromInfoState implements env.Resampler.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	return s.game.Wrap(s.facts.ResampleFromInfoState(p, rng))
}

// Rotated implements env.Rotator; nil where the facts cannot be moved.
func (s *State) Rotated(by int) env.State {
	if r, ok := s.facts.(env.Rotator); ok {
		if moved := r.Rotated(by); moved != nil {
			return s.game.Wrap(moved)
		}
	}
	return nil
}

// ChanceSeat implements env.ChanceSeater.
func (s *State) ChanceSeat() env.Player {
	if c, ok := s.facts.(env.ChanceSeater); ok {
		return c.ChanceSeat()
	}
	return env.Chance
}

// RotatedOutcome implements env.OutcomeRotator.
func (s *State) RotatedOutcome(a env.Action, by int) env.Action {
	if r, ok := s.facts.(env.OutcomeRotator); ok {
		return r.RotatedOutcome(a, by)
	}
	return a
}

// ChanceOutcomes implements env.Chancer.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	return s.chancer.ChanceOutcomes(dst)
}

// Conservation implements env.Conserver: nothing is lost where the game counts
// nothing.
func (s *State) Conservation() error {
	if c, ok := s.facts.(env.Conserver); ok {
		return c.Conservation()
	}
	return nil
}
