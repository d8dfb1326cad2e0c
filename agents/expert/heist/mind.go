package heist

import (
	"math/bits"
	"slices"

	"ringer/agents"
	"ringer/agents/expert"
	"ringer/env/heist"
	tactics "ringer/env/tactics/heist"
)

// temperature is the difference of two scores, in points, that hardly matters.
const temperature = 0.03

// New returns the expert for a configuration of HEIST.
func New(game *heist.Game) *expert.Agent[heist.Position] {
	kinds, config, players := game.Kinds(), game.Config(), game.Spec().Players
	return expert.New(game, func() expert.Mind[heist.Position] {
		return &mind{kinds: kinds, jobs: config.Jobs, n: players}
	})
}

// A mind decides for one seat at a time. It implements expert.Mind.
type mind struct {
	kinds []heist.Kind
	jobs  int // in the game
	n     int // seats

	// the position
	s    *heist.State
	me   int
	hand []int // kinds
	crew []int
	own  tactics.Kit

	// memory to work in
	other  tactics.Kit
	theirs []int
	offers []heist.Offer
	needs  []uint8
	scores []float64
}

// Decide implements expert.Mind.
func (m *mind) Decide(world heist.Position, v *agents.View, probs []float32) {
	m.look(world.Table(), int(v.Seat))
	scores := slices.Grow(m.scores[:0], len(v.Legal))[:len(v.Legal)]
	for i, a := range v.Legal {
		scores[i] = m.score(m.s.Decode(a))
	}
	if m.s.Question() == heist.AskExecute {
		m.maybeBurn(v.Legal, scores)
	}
	expert.Softmax(scores, temperature, probs)
	m.scores = scores
}

// look reads the position.
func (m *mind) look(s *heist.State, me int) {
	m.s, m.me = s, me
	m.hand, m.crew = s.Hand(me, m.hand[:0]), s.Crew(me, m.crew[:0])
	m.own.Read(s, me, true)
}

// score returns the worth of an action in points, compared with passing.
func (m *mind) score(c heist.Choice) float64 {
	switch m.s.Question() {
	case heist.AskRecruit:
		return m.recruit(c)
	case heist.AskPartner:
		return m.partner(c)
	case heist.AskGive:
		return m.give(c)
	case heist.AskWant:
		return m.want(c)
	case heist.AskAnswer:
		return m.answer(c)
	case heist.AskPick, heist.AskDiscard:
		return -m.keep(c.Kind)
	case heist.AskExchange:
		if c.Act == heist.ActStop {
			return -junkPrice
		}
		return -m.keep(c.Kind)
	case heist.AskEvent:
		return m.event(c)
	case heist.AskPerson:
		return m.personTarget(c.Kind)
	case heist.AskOwner:
		if c.Seat == m.me {
			return -1
		}
		return m.threat(c.Seat)
	case heist.AskSeat:
		return m.threat(c.Seat)
	case heist.AskJob:
		return m.jobTarget(c.Seat)
	case heist.AskAttach:
		return m.attach(c)
	case heist.AskPlace:
		return m.place(m.s.Playing(), c.Seat)
	case heist.AskExecute:
		return m.execute(c)
	case heist.AskObstacle:
		return m.tool(c)
	case heist.AskUnspend:
		return -float64(m.lackWith(m.kinds[c.Kind].Skills, m.s.Executed()))
	case heist.AskCrisis:
		return m.crisis(c)
	}
	return 0
}

// amount returns the amounts of an operation on a card together, and whether the
// card has the operation.
func amount(k *heist.Kind, op heist.Operation) (sum int, has bool) {
	for _, e := range k.Effects {
		if e.Op == op {
			sum, has = sum+e.Amount, true
		}
	}
	return sum, has
}

// skillCount returns the number of skills in a set.
func skillCount(set uint8) int { return bits.OnesCount8(set) }

// isPersonnel returns whether a card can be recruited.
func isPersonnel(k *heist.Kind) bool { return k.Talent >= 0 }
