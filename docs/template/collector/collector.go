// Package collector holds opinions about Curio: a hand-written player, and a judge of
// positions for players who look one action ahead.
package collector

import (
	"ringer/agents"
	"ringer/agents/expert"
	"ringer/agents/roster"
	"ringer/env"

	"example.com/curio/curio"
)

// Nerve is the option of the collector: how much of its share of coins it bids.
var Nerve = roster.Option{Name: "nerve", Default: "1", Doc: "above 1 bids more and runs out of coins sooner; only for curio"}

// spread is the temperature, in coins, of the bids around the one that it wants.
const spread = 0.5

// New returns the collector: it spreads its coins over the lots that are left, by what the
// lot that is up is worth to it beside an average one.
func New(g *curio.Game, args *roster.Arguments) (agents.Agent, error) {
	nerve := args.Number(Nerve.Name)
	return expert.New(g, func() expert.Mind[*curio.State] { return &mind{mean: g.MeanWorth(), nerve: nerve} }), nil
}

type mind struct {
	mean, nerve float64
	scores      []float64
}

// Decide implements expert.Mind. The legal bids are 0 to the coins of the seat.
func (m *mind) Decide(s *curio.State, v *agents.View, probs []float32) {
	share := float64(s.Coins(v.Seat)) / float64(s.Left())
	wanted := m.nerve * share * float64(s.Lot(v.Seat)) / m.mean
	m.scores = m.scores[:0]
	for _, bid := range v.Legal {
		m.scores = append(m.scores, -max(wanted-float64(bid), float64(bid)-wanted))
	}
	expert.Softmax(m.scores, spread, probs)
}

// Judge says how well a seat stands.
type Judge struct{ mean float64 }

// NewJudge returns the judge of a game.
func NewJudge(g *curio.Game) *Judge { return &Judge{g.MeanWorth()} }

// Evaluate implements env.Judge: the worth of the seat's lots, and of its coins at the
// price that the lots to come have on average. A bid for the lot that is up wins it with
// the chance that it beats a random one.
func (j *Judge) Evaluate(state env.State, p env.Player) float64 {
	s := state.(*curio.State)
	worth, coins := float64(s.Worth(p)), float64(s.Coins(p))
	if bid, ok := s.Bid(p); ok {
		won := float64(bid) / (float64(bid) + 1)
		worth += won * float64(s.Lot(p))
		coins -= won * float64(bid)
	}
	return worth + coins*j.mean*float64(s.Left())/float64(s.Left()+4)
}
