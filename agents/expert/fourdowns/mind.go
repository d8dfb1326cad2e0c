package fourdowns

import (
	"ringer/agents"
	"ringer/agents/expert"
	"ringer/env/fourdowns"
)

// Temperatures of the softmax over scores, in probability to win the hand or the
// game: actions whose scores differ by less are about equally likely.
const (
	cardTemperature = 0.012
	bidTemperature  = 0.008
)

// New returns the expert for a configuration of 4 Downs. It is safe for concurrent
// use.
func New(game *fourdowns.Game) agents.Agent {
	c := game.Config()
	survival := newSurvival(&c)
	return expert.New(game, func() expert.Mind[*fourdowns.State] {
		return &mind{game: game, bids: bidding{game: game, yardsEach: c.Yards, survival: survival}}
	})
}

// mind decides for one seat at a time. It implements expert.Mind.
type mind struct {
	game   *fourdowns.Game
	odds   odds
	bids   bidding
	scores []float64
}

// Decide implements expert.Mind. It reads from the world what is public and the
// seat's own hand.
func (m *mind) Decide(s *fourdowns.State, v *agents.View, probs []float32) {
	m.odds.look(m.game, s, int(v.Seat))
	question := s.Question()
	temperature := cardTemperature
	if question == fourdowns.AskWindow || question == fourdowns.AskAnswer {
		temperature = bidTemperature
		m.bids.look(s, int(v.Seat), m.odds.win(s))
	}
	m.scores = m.scores[:0]
	for _, a := range v.Legal {
		m.scores = append(m.scores, m.score(s, question, m.game.Decode(a)))
	}
	expert.Softmax(m.scores, temperature, probs)
}

// score returns the value of a choice, as a probability to win the hand or the
// game.
func (m *mind) score(s *fourdowns.State, question fourdowns.Question, c fourdowns.Choice) float64 {
	switch c.Verb {
	case fourdowns.Knock:
		return m.bids.knock(question)
	case fourdowns.Pass:
		return m.bids.stay(m.bids.stake, nil)
	case fourdowns.Call:
		return m.bids.stay(m.bids.stake, m.bids.waiting)
	case fourdowns.Fold:
		return m.bids.fold()
	}
	if question == fourdowns.AskOpen {
		return m.odds.open(c.Card)
	}
	return m.odds.reply(s, c.Card)
}
