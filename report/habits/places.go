package habits

import (
	"context"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/draw"
	"ringer/eval"
	"ringer/report/duel/positioning"
	"ringer/report/evidence"
)

// studyPlaces names the study of where models stand in Duels.
const studyPlaces = "duel-places"

// standing reports whether the places of a game are studied: places of DUEL without drafts
// and without an observation wrapper.
func standing(g env.Game) (*duel.Game, bool) {
	d, ok := g.(*duel.Game)
	return d, ok && !drafts(d)
}

// playPlaces measures when and from where agents duel, and draws where they stand. Scores
// and wins are left to other studies.
func playPlaces(ctx context.Context, c *Config, g *duel.Game) (evidence.Record, []Picture, error) {
	s, err := positioning.Run(ctx, positioning.Config{Game: g, Entries: []eval.Entry{c.Ringer, c.Expert}, Games: c.Games, Seed: c.Seed})
	if err != nil {
		return evidence.Record{}, nil, err
	}
	r := evidence.Record{Study: studyPlaces, Game: s.Game, SpecHash: g.Spec().Hash, Seed: c.Seed, Games: s.Games, Version: Version}
	names := []string{evidence.Ringer, evidence.Expert}
	for i, f := range s.Agents[0].Figures {
		if !positioning.OfDuels(i) || f.Of == 0 {
			continue
		}
		row := evidence.Row{Label: f.Name}
		for e := range s.Agents {
			figure := s.Agents[e].Figures[i]
			figure.Name = names[e]
			row.Cells = append(row.Cells, figure)
		}
		r.Rows = append(r.Rows, row)
	}
	var pictures []Picture
	for e, name := range names {
		pic := s.Heat(e)
		pic.Title = "The " + name + ": where it stands when a Duel begins"
		pictures = append(pictures, Picture{Study: studyPlaces, Name: name, SVG: draw.SVG(pic)})
	}
	return r, pictures, nil
}
