package corpus

import (
	"fmt"

	"ringer/env"
)

// A Moment is a decision of a seat in a game of a corpus. It is valid during the call.
type Moment struct {
	Game   int       // of the corpus
	At     int       // actions before it, chance included
	Number int       // decisions before it
	State  env.State // of the corpus's game, before the action
	Seat   int
	Agent  int // the index of the seat's agent
	Legal  []env.Action
	Action env.Action
}

// Replay shows the decisions of a game in their order, forced ones too, and returns the
// state at the end. A history that the game does not accept gives an error.
func (c *Corpus) Replay(game int, see func(*Moment) error) (env.State, error) {
	g := &c.Games[game]
	m := Moment{Game: game, State: c.Game.NewInitialState()}
	for at, a := range g.History {
		if p := m.State.CurrentPlayer(); p >= 0 {
			m.At, m.Seat, m.Agent, m.Action = at, int(p), g.Seats[p], a
			m.Legal = m.State.LegalActions(m.Legal[:0])
			if err := see(&m); err != nil {
				return nil, err
			}
			m.Number++
		}
		if err := m.State.Apply(a); err != nil {
			return nil, fmt.Errorf("corpus: game %d, action %d: %w", game, at, err)
		}
	}
	if p := m.State.CurrentPlayer(); p != env.Terminal {
		return nil, fmt.Errorf("corpus: game %d ends while %s is to act", game, p)
	}
	return m.State, nil
}

// StateAt returns the state of a game after the first at actions.
func (c *Corpus) StateAt(game, at int) (env.State, error) {
	s := c.Game.NewInitialState()
	for i, a := range c.Games[game].History[:at] {
		if err := s.Apply(a); err != nil {
			return nil, fmt.Errorf("corpus: game %d, action %d: %w", game, i, err)
		}
	}
	return s, nil
}
