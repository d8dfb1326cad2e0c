package payday

import (
	"ringer/agents"
	"ringer/agents/expert"
	"ringer/env"
	"ringer/env/payday"
)

// New returns the expert for a configuration of PAYDAY DUEL.
func New(game *payday.Game) *expert.Agent[*payday.State] {
	r := &rules{kinds: game.Kinds(), loots: game.Loots()}
	r.payday = r.loots[0]
	return expert.New(game, func() expert.Mind[*payday.State] {
		m := &mind{rules: r, scores: make([]float64, game.Spec().NumActions())}
		for i := range m.legal {
			m.legal[i] = make([]env.Action, 0, game.Spec().NumActions())
		}
		return m
	})
}

// rules holds the facts of a configuration that all minds share.
type rules struct {
	kinds  []payday.Kind
	loots  []int // kinds of PAYDAY and of the key items
	payday int   // kind of PAYDAY
}

// temperature is in points of the value: smaller differences are played either way.
const temperature = 0.1

// lookahead is how many questions about one card are thought through together.
const lookahead = 4

// mind looks at one position as one side sees it. It implements expert.Mind.
type mind struct {
	*rules
	s      *payday.State
	me     int
	looked *payday.State // the position that v is of
	v      payday.Survey
	copies [lookahead]*payday.State
	legal  [lookahead][]env.Action // of the copies
	scores []float64
}

// Decide implements expert.Mind. All that it reads from the world is public or the
// seat's own.
func (m *mind) Decide(world *payday.State, v *agents.View, probs []float32) {
	world.Forget()
	m.s, m.me = world, int(v.Seat)
	scores := m.scores[:len(v.Legal)]
	m.rate(v.Legal, scores)
	expert.Softmax(scores, temperature, probs)
}

// look reads a position.
func (m *mind) look(s *payday.State) {
	m.looked = s
	s.Survey(&m.v)
}

func (m *mind) columns() []payday.Column   { return m.v.Columns[:m.looked.Columns()] }
func (m *mind) heisters() []payday.Heister { return m.v.Heisters[:m.v.Crew] }

// police returns the officers at an objective.
func (m *mind) police(col, depth int) []payday.Officer {
	return m.v.Police[col][depth][:m.v.Posted[col][depth]]
}
