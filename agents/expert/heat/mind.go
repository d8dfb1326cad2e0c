package heat

import (
	"math"

	"ringer/agents"
	"ringer/agents/expert"
	"ringer/env/heat"
	tactics "ringer/env/tactics/heat"
)

// New returns the expert for the tables of a game.
func New(game *heat.Game) agents.Agent {
	return expert.New(game, func() expert.Mind[*heat.State] {
		return &mind{game: game, stages: game.Config().Stages, board: tactics.NewBoard(game)}
	})
}

// Temperatures, in dollars: the expert plays differences smaller than these as a
// human would, either way, which keeps two experts from walking into the same
// bank.
const (
	playTemperature   = 0.15
	choiceTemperature = 0.05
)

// mind decides for one seat at a time. It implements expert.Mind.
type mind struct {
	game   *heat.Game
	stages int // of a heist
	board  *tactics.Board
	s      *heat.State
	me     int

	scores, now, later []float64 // one a legal action
	choices            []heat.Choice
}

// Decide implements expert.Mind.
func (m *mind) Decide(world *heat.State, v *agents.View, probs []float32) {
	m.s, m.me = world, int(v.Seat)
	m.board.Look(world, m.me)
	m.scores = append(m.scores[:0], make([]float64, len(v.Legal))...)
	m.choices = m.choices[:0]
	for _, a := range v.Legal {
		m.choices = append(m.choices, m.game.Decode(a))
	}
	temperature := m.rate()
	expert.Softmax(m.scores, temperature, probs)
}

// rate scores each legal action in dollars and returns how sharply the scores
// count.
func (m *mind) rate() (temperature float64) {
	b := m.board
	switch q := m.s.Question(); q {
	case heat.AskPlay:
		m.ratePlays()
		return playTemperature
	case heat.AskClaim:
		m.rateClaims()
		return playTemperature
	case heat.AskPick, heat.AskDiscard, heat.AskGive:
		for i, c := range m.choices {
			m.scores[i] = -m.keep(c.Card)
		}
	case heat.AskTake:
		for i, c := range m.choices {
			m.scores[i] = m.keep(c.Card)
		}
	case heat.AskTarget:
		for i, c := range m.choices {
			m.scores[i] = b.Target(m.s.Target(c))
		}
	case heat.AskOption:
		for i, c := range m.choices {
			m.scores[i] = b.Number(c.Number)
		}
	case heat.AskReplace, heat.AskExtra:
		for i, c := range m.choices {
			if c.Kind == heat.ChooseCard {
				m.scores[i] = m.bringIn(c.Card, q == heat.AskExtra)
			}
		}
	}
	return choiceTemperature
}

// ratePlays decides what to play now: with one card more than stages, the worst
// stays behind; of the others, the one that gains least by waiting goes first.
func (m *mind) ratePlays() {
	left := m.stages - m.s.Stage()
	m.now, m.later = m.now[:0], m.later[:0]
	copies := m.s.Hand(m.me)
	held := 0
	for _, c := range m.choices {
		later := math.Inf(-1)
		for ahead := 1; ahead < left; ahead++ {
			later = max(later, m.board.Worth(c.Card, ahead))
		}
		m.now, m.later = append(m.now, m.board.Worth(c.Card, 0)), append(m.later, later)
		held += int(copies[c.Card])
	}
	if left == 1 {
		copy(m.scores, m.now)
		return
	}
	spare := held - left
	for i := range m.choices {
		m.scores[i] = m.now[i] - m.later[i]
		if spare > 0 && m.better(i) >= left {
			// It will probably never be played: playing it wastes a stage.
			m.scores[i] = m.now[i] - m.cheapest(left)
		}
	}
}

// better returns the number of cards in hand that are worth more than the i-th,
// now or later.
func (m *mind) better(i int) int {
	copies := m.s.Hand(m.me)
	n := 0
	for j, c := range m.choices {
		if max(m.now[j], m.later[j]) > max(m.now[i], m.later[i]) {
			n += int(copies[c.Card])
		}
	}
	return n
}

// cheapest returns the worth of the worst card that there is a stage for.
func (m *mind) cheapest(stages int) float64 {
	worst := math.Inf(1)
	for i := range m.choices {
		if m.better(i) < stages {
			worst = min(worst, max(m.now[i], m.later[i]))
		}
	}
	return worst
}

// rateClaims warns others off a place that the seat means to rob alone, and else
// says nothing; now and then it lies about it.
func (m *mind) rateClaims() {
	const truth, silence, lie = 2, 1, 0.2
	best, bestWorth := -1, math.Inf(-1)
	for k, n := range m.s.Hand(m.me) {
		if n == 0 {
			continue
		}
		if w := m.board.Worth(k, 0); w > bestWorth {
			best, bestWorth = k, w
		}
	}
	kinds := m.board.Kinds()
	for i, c := range m.choices {
		switch {
		case c.Kind == heat.SayNothing:
			m.scores[i] = silence
		case c.Card == best && kinds[c.Card].WantsToBeAlone:
			m.scores[i] = truth
		case kinds[c.Card].WantsToBeAlone:
			m.scores[i] = lie
		}
	}
}

// keep returns what a card is worth to have for the rest of the heist.
func (m *mind) keep(card int) float64 {
	now := 0 // stages from now of the next play
	if m.s.Phase() != heat.NoPhase {
		now = 1 // this stage is being played
	}
	left := m.stages - m.s.Stage() - now
	best := 0.
	for ahead := range max(left, 1) {
		x := m.board.Worth(card, ahead+now)
		if ahead == 0 || x > best {
			best = x
		}
	}
	return best
}

// Shares of a card's worth to keep that count when it leaves the hand early.
const (
	addedShare    = 0.5  // a card that is added …
	replacedShare = 0.35 // the card in use comes back for it
	countedShare  = 0.1  // a card that only counts in the Record: the worst will do

	spareWorth = 0.5 // dollars: … and a spare card that takes its place later
	countWorth = 1   // dollars of a card that only counts
)

// bringIn returns what it is worth to bring a card into use in the middle of a
// stage, compared with leaving things as they are.
func (m *mind) bringIn(card int, adds bool) float64 {
	b := m.board
	if adds && !b.BecomesCardInUse() {
		return countWorth - countedShare*m.keep(card)
	}
	x := b.Rest(card) - b.Rest(b.Acting())
	if adds {
		return x - addedShare*m.keep(card) + spareWorth
	}
	return x - replacedShare*m.keep(card) + replacedShare*m.keep(b.Acting())
}
