package habits

import (
	"context"

	"ringer/env"
	"ringer/env/duel"
	"ringer/eval"
	"ringer/report/duel/positioning"
	"ringer/report/evidence"
)

// studyDrills names the study of drills.
const studyDrills = "duel-drills"

// wonNow is the row of positions that leaving the table wins.
const wonNow = "it leaves the table"

// drills reports whether agents can be asked at positions: positions of the core game,
// without an observation wrapper.
func (f *fights) drills(g env.Game) bool { return f.core() && env.UnwrapGame(g) == g }

// more implements follower.
func (f *fights) more(g env.Game) []string {
	if !f.drills(g) {
		return nil
	}
	return []string{studyDrills, studyWhole}
}

// follow implements follower.
func (f *fights) follow(ctx context.Context, c *Config) ([]*sheet, error) {
	if !f.drills(c.Game) {
		return nil, nil
	}
	drilled, err := drill(ctx, c, f.game)
	if err != nil {
		return nil, err
	}
	whole, err := rescore(ctx, c, f)
	return []*sheet{drilled, whole}, err
}

// drill asks both agents at positions of the core game in which leaving with the treasure
// wins: one fighter each, the enemy across the table. A position is one observation; the
// figure is the probability of the agent's policy.
func drill(ctx context.Context, c *Config, g *duel.Game) (*sheet, error) {
	out := newSheet(studyDrills, true, wonNow)
	board := g.Config().Board
	for x := 1.; x < board.Width; x++ {
		for y := 1.; y < board.Depth; y++ {
			s, err := g.State(duel.Position{
				Act: "A", Carrier: "A",
				Models: []duel.Placed{{Model: "A", At: [2]float64{x, y}}, {Model: "B", At: [2]float64{board.Width - x, board.Depth - y}}},
			})
			if err != nil {
				continue // a fighter cannot stand there
			}
			wins, legal := map[string]bool{}, s.LegalActions(nil)
			for _, a := range legal {
				if s.Decode(a).Verb == duel.Leave {
					wins[s.ActionString(a)] = true
				}
			}
			if len(wins) == 0 {
				continue
			}
			for agent, entry := range map[string]eval.Entry{evidence.Ringer: c.Ringer, evidence.Expert: c.Expert} {
				_, choices, err := positioning.Policy(ctx, g, s, entry, c.Seed)
				if err != nil {
					return nil, err
				}
				share := 0.
				for _, choice := range choices {
					if wins[choice.Action] {
						share += choice.Prob
					}
				}
				out.add(wonNow, agent, share, 1)
			}
			out.add(wonNow, evidence.Random, float64(len(wins))/float64(len(legal)), 1)
			out.close()
		}
	}
	return out, nil
}
