package fivepossessions

import (
	"math"

	"ringer/agents"
	"ringer/agents/expert"
	"ringer/env/fivepossessions"
	tactics "ringer/env/tactics/fivepossessions"
)

// temperature is by how much of a chance two ways of placing must differ to be told
// apart. Ways that are about equal are mixed, so that nobody can count on one of
// them.
const temperature = 0.012

// New returns the expert for a configuration of 5 Possessions. hands is the number
// of hands that it deals the other side at every decision; 0 for none. It is safe
// for concurrent use.
func New(game *fivepossessions.Game, hands int) agents.Agent {
	model := tactics.NewModel(game)
	lanes := game.Config().Lanes
	return expert.New(game, func() expert.Mind[*fivepossessions.State] {
		return &mind{game: game, model: model, forecaster: model.NewForecaster(), hands: hands, weights: make([]float64, lanes)}
	})
}

// mind decides for one seat at a time. It implements expert.Mind.
type mind struct {
	game       *fivepossessions.Game
	model      *tactics.Model
	forecaster *tactics.Forecaster
	hands      int

	foreseen tactics.Forecast
	first    []int     // by way to place the rest of the hand: the lane of the next card
	chance   []float64 // by way: to have the possession
	weights  []float64 // by lane
}

// Decide implements expert.Mind. It reads from the world what is public and the
// seat's own cards.
func (m *mind) Decide(s *fivepossessions.State, v *agents.View, probs []float32) {
	if s.Question() == fivepossessions.AskSide {
		m.chooseSide(s, v, probs)
		return
	}
	forecast := m.forecaster.Expected(s, s.Side())
	if m.hands > 0 && s.Line() > 0 { // on the first line all lanes are alike
		forecast = &m.foreseen
		m.forecaster.Foresee(s, forecast, m.hands, temperature, v.Rand.IntN)
	}
	m.place(s, forecast, v, probs)
}

// chooseSide takes the side with the better chance where one possession decides the
// game. Over pairs of possessions it makes no difference.
func (m *mind) chooseSide(s *fivepossessions.State, v *agents.View, probs []float32) {
	better := fivepossessions.Offense
	if m.model.Hope(0, len(m.weights)) < 0.5 {
		better = fivepossessions.Defense
	}
	for i, a := range v.Legal {
		switch {
		case !s.Sudden():
			probs[i] = 1 / float32(len(v.Legal))
		case m.game.Decode(a).Side == better:
			probs[i] = 1
		}
	}
}

// place rates all ways to place the rest of the hand and mixes those that are about
// as good as the best.
func (m *mind) place(s *fivepossessions.State, forecast *tactics.Forecast, v *agents.View, probs []float32) {
	m.first, m.chance = m.first[:0], m.chance[:0]
	best := 0.0
	m.model.Ways(s, forecast, func(lane int, chance float64) {
		m.first, m.chance = append(m.first, lane), append(m.chance, chance)
		best = max(best, chance)
	})
	clear(m.weights)
	total := 0.0
	for i, x := range m.chance {
		y := math.Exp((x - best) / temperature)
		m.weights[m.first[i]] += y
		total += y
	}
	for i, a := range v.Legal {
		probs[i] = float32(m.weights[m.game.Decode(a).Lane] / total)
	}
}
