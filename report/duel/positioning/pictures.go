package positioning

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"ringer/agents"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/draw"
	"ringer/eval"
)

// Heat returns a picture of where the models of an agent stood when Duels began, seen
// from its corner at the lower left. agent is its place in the study.
func (s *Study) Heat(agent int) *draw.Picture {
	p := &s.Agents[agent]
	scene := s.game.Scene()
	pic := &draw.Picture{Title: p.Name + ": where it stands when a Duel begins", Map: scene.Map()}
	weights := s.weights(p)
	for i := range scene.Points() { // in order, so that the same study gives the same bytes
		at := scene.PointAt(i)
		if w := weights[at]; w > 0 {
			pic.Heat = append(pic.Heat, draw.Shade{At: draw.Place(scene, at), Weight: w})
		}
	}
	pic.Tokens = append(pic.Tokens, draw.Token{At: draw.Place(scene, scene.Objective()), Label: "$"})
	pic.Notes = []string{fmt.Sprintf("%d places in Duels of %d games; its own corner is at the lower left", p.duels, s.Games)}
	return pic
}

// Choice is a legal action and the probability with which an agent takes it.
type Choice struct {
	Action string  `json:"action"`
	Prob   float64 `json:"prob"`
}

// Policy asks an agent to decide in a state. It returns a picture of the probabilities
// of the points that can be reached, and the choices, the likeliest first.
func Policy(ctx context.Context, g *duel.Game, s *duel.State, e eval.Entry, seed uint64) (*draw.Picture, []Choice, error) {
	views := []agents.View{agents.NewViewer(g).View(s, env.Stream(seed, purposePositionsPolicy))}
	d, err := agents.Ask(ctx, e.Agent, views)
	if err != nil {
		return nil, nil, err
	}
	pic := s.Picture()
	var choices, deeds []Choice
	most := 0.
	for i, a := range views[0].Legal {
		c := Choice{s.ActionString(a), float64(d[0].Probs[i])}
		choices = append(choices, c)
		decoded := s.Decode(a)
		if decoded.Verb != duel.Go {
			deeds = append(deeds, c)
			continue
		}
		pic.Heat = append(pic.Heat, draw.Shade{At: draw.Place(g.Scene(), decoded.To), Weight: c.Prob})
		most = max(most, c.Prob)
	}
	for i := range pic.Heat {
		h := &pic.Heat[i]
		if h.Weight >= noteFrom {
			h.Note = fmt.Sprintf("%.0f%%", 100*h.Weight)
		}
		h.Weight /= max(most, 1e-9)
	}
	slices.SortStableFunc(choices, func(a, b Choice) int { return cmp.Compare(b.Prob, a.Prob) })
	for _, c := range deeds {
		if c.Prob >= noteFrom {
			pic.Notes = append(pic.Notes, fmt.Sprintf("%.0f%% %s", 100*c.Prob, c.Action))
		}
	}
	pic.Title = e.Name
	return pic, choices, nil
}

// noteFrom is the least probability that is written down.
const noteFrom = 0.1

// Answer is the decision of an agent at a position.
type Answer struct {
	Position string        `json:"position"`
	Agent    string        `json:"agent"`
	Choices  []Choice      `json:"choices"` // the likeliest first
	Picture  *draw.Picture `json:"-"`
}

// Ask lets agents decide in a state, which has a name.
func Ask(ctx context.Context, g *duel.Game, position string, s *duel.State, entries []eval.Entry, seed uint64) (list []Answer, err error) {
	for _, e := range entries {
		picture, choices, err := Policy(ctx, g, s, e, seed)
		if err != nil {
			return nil, err
		}
		picture.Title = e.Name + ": " + position
		list = append(list, Answer{position, e.Name, choices, picture})
	}
	return list, nil
}
