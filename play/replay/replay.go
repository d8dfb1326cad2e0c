package replay

import (
	"encoding/json"
	"fmt"
	"slices"

	"ringer/env"
)

// Format names the version of the file format that this package writes.
const Format = "ringer-replay/1"

// Human is the name, among Header.Agents, of a seat that a person plays.
const Human = "human"

// Header names the game that was played, its agents and its seed.
type Header struct {
	Format   string   `json:"format"`
	Game     string   `json:"game"`      // game string, as env/games reads it
	SpecHash string   `json:"spec_hash"` // of the game when it was played
	Seed     uint64   `json:"seed"`      // of chance and of the agents
	Agents   []string `json:"agents"`    // one a seat: agent names, or Human

	// Position is the text of the position file that the episode began at
	// (env.Positioner); empty: the game's own beginning.
	Position string `json:"position,omitempty"`

	// Rules are the resolved configuration of the game (env.Spec.Configuration), from
	// which env/games builds it without any other file. Replays of older versions have
	// none.
	Rules json.RawMessage `json:"rules,omitempty"`
}

// Step is one applied action.
type Step struct {
	Step   int        `json:"step"` // from 1
	Player env.Player `json:"player"`
	Action env.Action `json:"action"`
	Name   string     `json:"name"` // as ActionString gave it
}

// Replay is one episode.
type Replay struct {
	Header
	Steps   []Step
	Returns []float64 // one a seat; nil while the game is not over
}

// New returns an empty replay of an episode of game.
func New(game env.Game, seed uint64, agents []string) *Replay {
	spec := game.Spec()
	return &Replay{Header: Header{
		Format: Format, Game: spec.String(), SpecHash: spec.Hash,
		Seed: seed, Agents: slices.Clone(agents), Rules: slices.Clone(spec.Configuration),
	}}
}

// Add records the action a, which is about to be applied to s.
func (r *Replay) Add(s env.State, a env.Action) {
	r.Steps = append(r.Steps, Step{
		Step: len(r.Steps) + 1, Player: s.CurrentPlayer(), Action: a, Name: s.ActionString(a),
	})
}

// MismatchError says that a replay does not fit the game it is played on.
type MismatchError struct {
	Step  int    // 0: the header; len(Steps)+1: the result
	Value string // in the replay
	Want  string // in the game
}

func (e *MismatchError) Error() string {
	where := fmt.Sprintf("step %d", e.Step)
	if e.Step == 0 {
		where = "header"
	}
	return fmt.Sprintf("replay: %s: %s: want %s", where, e.Value, e.Want)
}

// Play applies the steps to a fresh state of game and returns the last state.
// Before each step it calls visit, unless that is nil, with the state that the
// step is applied to; visit must not change or keep the state. The error is a
// *MismatchError when the replay is of another game, an action is not legal or
// has another name, or the result is not the game's.
func (r *Replay) Play(game env.Game, visit func(before env.State, step Step) error) (env.State, error) {
	spec := game.Spec()
	if r.SpecHash != spec.Hash {
		return nil, &MismatchError{0, fmt.Sprintf("spec hash %s of %s", r.SpecHash, r.Game), fmt.Sprintf("%s of %s", spec.Hash, spec)}
	}
	if len(r.Agents) != spec.Players {
		return nil, &MismatchError{0, fmt.Sprintf("%d agents", len(r.Agents)), fmt.Sprintf("%d, one a seat", spec.Players)}
	}
	s := game.NewInitialState()
	var legal []env.Action
	for i, step := range r.Steps {
		if p := s.CurrentPlayer(); p != step.Player {
			return nil, &MismatchError{i + 1, "an action of " + step.Player.String(), "one of " + p.String()}
		}
		legal = s.LegalActions(legal[:0])
		if !slices.Contains(legal, step.Action) {
			return nil, &MismatchError{i + 1, fmt.Sprintf("action %d (%s)", step.Action, step.Name), "a legal action"}
		}
		if name := s.ActionString(step.Action); name != step.Name {
			return nil, &MismatchError{i + 1, fmt.Sprintf("action %d named %q", step.Action, step.Name), fmt.Sprintf("%q", name)}
		}
		if visit != nil {
			if err := visit(s, step); err != nil {
				return nil, err
			}
		}
		if err := s.Apply(step.Action); err != nil {
			return nil, fmt.Errorf("replay: step %d: %w", i+1, err)
		}
	}
	return s, r.checkResult(s, spec)
}

func (r *Replay) checkResult(s env.State, spec *env.Spec) error {
	over := s.CurrentPlayer() == env.Terminal
	switch {
	case r.Returns == nil && over:
		return &MismatchError{len(r.Steps) + 1, "no result", "returns: the game is over"}
	case r.Returns == nil:
		return nil
	case !over:
		return &MismatchError{len(r.Steps) + 1, "a result", "an action of " + s.CurrentPlayer().String() + ": the game is not over"}
	}
	got := make([]float64, spec.Players)
	s.Returns(got)
	if !slices.Equal(got, r.Returns) {
		return &MismatchError{len(r.Steps) + 1, fmt.Sprintf("returns %v", r.Returns), fmt.Sprint(got)}
	}
	return nil
}
