package habits

import (
	"context"
	"fmt"

	"ringer/agents"
	"ringer/env/duel"
	"ringer/eval"
	"ringer/report/evidence"
)

// studyWhole names the study of scores in whole games.
const studyWhole = "duel-whole"

// singleDuel is the row of the equilibrium of the single Duel.
const singleDuel = "the mix of the single Duel"

// rescored is an agent whose Duel Scores are set otherwise where the single Duel is
// solved: against one standing enemy, while nobody has the treasure.
type rescored struct {
	agents.Agent
	fights *fights
	mix    func(*situation) []float64 // by score, from 1
}

// Decide implements agents.Agent.
func (r *rescored) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions, err := r.Agent.Decide(ctx, views)
	if err != nil {
		return nil, err
	}
	for i, v := range views {
		s := v.Resample(v.Rand).(*duel.State)
		if s.Question() != duel.AskScore {
			continue
		}
		x := r.fights.situationOf(s)
		if x == nil {
			continue
		}
		mix := r.mix(x)
		for k, a := range v.Legal {
			decisions[i].Probs[k] = float32(mix[s.Decode(a).Number-1])
		}
	}
	return decisions, nil
}

// rescore plays both agents against themselves with other Duel Scores: the figure is the
// share of the games that the scores win, half of them when they are worth the same.
func rescore(ctx context.Context, c *Config, f *fights) (*sheet, error) {
	out := newSheet(studyWhole, true)
	always := func(score int) func(*situation) []float64 {
		pure := make([]float64, 6)
		pure[score-1] = 1
		return func(*situation) []float64 { return pure }
	}
	for _, row := range []struct {
		label string
		mix   func(*situation) []float64
	}{
		{"always a 2", always(2)},
		{"always a 3", always(3)},
		{"always a 4", always(4)},
		{singleDuel, func(x *situation) []float64 { return x.mix }},
	} {
		for agent, entry := range map[string]eval.Entry{evidence.Ringer: c.Ringer, evidence.Expert: c.Expert} {
			other := eval.Entry{Name: "rescored", Agent: &rescored{entry.Agent, f, row.mix}}
			m, err := eval.PlayMatch(ctx, eval.MatchConfig{
				Game: c.Game, Entries: []eval.Entry{other, entry}, Games: c.Games, Seed: c.Seed, Workers: c.Workers, Place: c.Place, Keep: c.Games,
			})
			if err != nil {
				return nil, fmt.Errorf("habits: %s, %s: %w", row.label, agent, err)
			}
			for _, deal := range m.FirstDeals {
				for i := range deal.Games {
					game := &deal.Games[i]
					shares := make([]float64, len(game.Returns))
					eval.WinShares(game.Returns, shares)
					for seat, e := range game.Entries {
						if e == 0 { // the rescored one
							out.add(row.label, agent, shares[seat], 1)
						}
					}
				}
				out.close()
			}
		}
	}
	return out, nil
}

// situationOf returns the solved Duel that a state asks for a score of, or nil.
func (f *fights) situationOf(s *duel.State) *situation {
	if s.Carrier() >= 0 || !f.core() {
		return nil
	}
	me, by := s.Subject(), s.Initiator()
	foe := -1
	for m := range f.game.Models() {
		if m != me && s.InDuel(m) {
			foe = m
		}
	}
	if foe < 0 || !s.Fighter(foe).Standing {
		return nil
	}
	second := foe // the fighter that did not start it
	if by != me {
		second = me
	}
	waiting := !s.Fighter(second).Acted
	for i := range f.situations {
		if x := &f.situations[i]; x.waiting == waiting && (!waiting || x.started == (by == me)) {
			return x
		}
	}
	return nil
}
