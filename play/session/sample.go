package session

import (
	"fmt"

	"ringer/env"
	"ringer/env/scene"
)

// How far a game is played for its picture.
const (
	sampleAsked = 14  // questions to the seat whose table is drawn, or fewer where the game has fewer
	sampleSteps = 600 // actions
)

// sample returns the table of a game under way, for a small picture of it: a scene of the first seat
// after actions by chance, without its words.
func (r *hall) sample() *scene.Scene {
	rng := env.Stream(0, purposePlaySample)
	s := r.game.NewInitialState()
	last := s.Clone()
	for asked, n := 0, 0; n < sampleSteps && asked < sampleAsked; n++ {
		p := s.CurrentPlayer()
		if p == env.Terminal {
			break
		}
		var a env.Action
		if p == env.Chance {
			a = env.SampleOutcome(s.(env.Chancer).ChanceOutcomes(nil), rng)
		} else {
			legal := s.LegalActions(nil)
			a = legal[rng.IntN(len(legal))]
		}
		if p == 0 {
			asked++
			last = s.Clone()
		}
		if s.Apply(a) != nil {
			break // the action is legal
		}
	}
	sc := r.builder.Scene(last, 0)
	scene.Read(sc, env.As(0, func(p env.Player) string { return fmt.Sprintf("Player %d", p+1) }))
	sc.Ask, sc.Words, sc.Notes, sc.Past, sc.Waits, sc.Why = nil, "", nil, nil, "", ""
	for i := range sc.Zones {
		for j := range sc.Zones[i].Things {
			t := &sc.Zones[i].Things[j]
			t.Text, t.Short, t.Tags, t.Of = "", "", nil, ""
		}
	}
	if sc.Map != nil {
		for i := range sc.Map.Shapes {
			sc.Map.Shapes[i].Text = ""
		}
	}
	return sc
}
