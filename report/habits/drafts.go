package habits

import (
	"context"
	"fmt"
	"math"
	"slices"

	"ringer/env/duel"
	"ringer/eval"
	"ringer/report/duel/warbands"
	"ringer/report/evidence"
	"ringer/report/ratio"
)

// Builds that are listed of each agent, the most frequent first.
const topBuilds = 6

// Names of the studies of drafts.
const (
	studyBuilds  = "duel-builds"
	studyVariety = "duel-variety"
)

// drafts reports whether players of a game choose what their Heroes have.
func drafts(g *duel.Game) bool {
	c := g.Config()
	return c.Heroes && c.Warband == duel.WarbandDraft
}

// playDrafts counts the Heroes that agents draft.
func playDrafts(ctx context.Context, c *Config, g *duel.Game) ([]evidence.Record, error) {
	s, err := warbands.Picks(ctx, warbands.PicksConfig{
		Game: g, Entries: []eval.Entry{c.Ringer, c.Expert}, Games: c.Games, Seed: c.Seed, Workers: c.Workers, Place: c.Place, Progress: c.Progress,
	})
	if err != nil {
		return nil, err
	}
	var labels []string
	for _, a := range s.Agents {
		for _, p := range a.Builds[:min(topBuilds, len(a.Builds))] {
			if !slices.Contains(labels, p.Name) {
				labels = append(labels, p.Name)
			}
		}
	}
	names := []string{evidence.Ringer, evidence.Expert}
	var builds []evidence.Row
	for _, label := range labels {
		row := evidence.Row{Label: label}
		if label == "" {
			row.Label = "nothing"
		}
		for e, a := range s.Agents {
			heroes := ratio.Figure{Share: true}
			if len(a.Builds) > 0 { // a build that is not listed was never drafted
				heroes.Of, heroes.Games = a.Builds[0].Heroes.Of, a.Builds[0].Heroes.Games
				heroes.High = min(1, 3/float64(max(1, heroes.Games)))
			}
			if i := slices.IndexFunc(a.Builds, func(p warbands.Pick) bool { return p.Name == label }); i >= 0 {
				heroes = a.Builds[i].Heroes
			}
			heroes.Name = names[e]
			row.Cells = append(row.Cells, heroes)
		}
		builds = append(builds, row)
	}
	variety := []evidence.Row{{Label: "different builds"}, {Label: "effective number of builds"}}
	for e, a := range s.Agents {
		entropy, of := 0., 0
		for _, p := range a.Builds {
			if p.Heroes.Value > 0 {
				entropy -= p.Heroes.Value * math.Log2(p.Heroes.Value)
			}
			of = p.Heroes.Of
		}
		for i, x := range []float64{float64(len(a.Builds)), math.Exp2(entropy)} {
			variety[i].Cells = append(variety[i].Cells, ratio.Figure{Name: names[e], Value: x, Low: x, High: x, Of: of, Games: s.Games})
		}
	}
	if len(builds) == 0 {
		return nil, fmt.Errorf("habits: no Heroes were drafted in %s", g.Spec())
	}
	record := evidence.Record{Study: studyBuilds, Game: s.Game, SpecHash: g.Spec().Hash, Seed: c.Seed, Games: s.Games, Version: Version, Rows: builds}
	more := record
	more.Study, more.Rows = studyVariety, variety
	return []evidence.Record{record, more}, nil
}
