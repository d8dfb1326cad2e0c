package duel

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"ringer/configs"
	"ringer/env/duel"
	"ringer/env/duel/draw"
	"ringer/eval"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/match"
	"ringer/play/puzzles"
	"ringer/report/duel/positioning"
)

// PositionsOptions say who plays, and where pictures go. The game is DUEL; Keep, SPRT, Payoff, Workers and
// Place mean nothing.
type PositionsOptions struct {
	match.Options
	Positions []string // files of tables at which the agents are asked, too
	Out       string   // folder of pictures (SVG); empty: none
	Force     bool     // replaces pictures that are there
}

// Positioned holds how agents use the table.
type Positioned struct {
	*positioning.Study
	Positions []positioning.Answer `json:"positions"`
	Pictures  []string             `json:"pictures"` // their paths
}

// question is a position that agents are asked about.
type question struct {
	name  string // of its file, without folder and extension
	state *duel.State
}

// Positions lets agents play and measures where they stand, and what they do at positions. Games that ctx
// ends leave those that were over, nil for none, beside the error; nobody is asked then.
func Positions(ctx context.Context, opener *open.Opener, o PositionsOptions) (*Positioned, error) {
	table, ok := o.Game.(*duel.Game)
	if !ok {
		return nil, input.Badf("--game %s: want duel, the game that is played on a table", o.Game.Spec())
	}
	if err := input.AtLeast("games", o.Games, 1); err != nil {
		return nil, err
	}
	entries, err := opener.Entries(table, o.Agents)
	if err != nil {
		return nil, err
	}
	// Everything that can be refused is, before an hour of games.
	questions, err := readPositions(table, o.Positions)
	if err != nil {
		return nil, err
	}
	if err := o.mayDraw(entries, questions); err != nil {
		return nil, err
	}
	study, stopped := positioning.Run(ctx, positioning.Config{Game: table, Entries: entries, Games: o.Games, Seed: o.Seed, Progress: o.Progress})
	if study == nil {
		return nil, stopped
	}
	p := &Positioned{Study: study, Positions: []positioning.Answer{}, Pictures: []string{}}
	for i, name := range o.Agents {
		if err := p.keep(o.picture("duels", name), study.Heat(i)); err != nil {
			return nil, err
		}
	}
	for _, q := range questions {
		if stopped != nil {
			break
		}
		answers, err := positioning.Ask(ctx, table, q.name, q.state, entries, o.Seed)
		if err != nil {
			return nil, err
		}
		for _, a := range answers {
			if err := p.keep(o.picture(q.name, a.Agent), a.Picture); err != nil {
				return nil, err
			}
		}
		p.Positions = append(p.Positions, answers...)
	}
	return p, stopped
}

// readPositions reads the files of positions.
func readPositions(g *duel.Game, files []string) (list []question, err error) {
	for _, file := range files {
		text, err := disk.ReadText(file, configs.MaxSize)
		if err != nil {
			return nil, input.Bad(err)
		}
		at, err := puzzles.At(g, file, string(text))
		if err != nil {
			return nil, input.Bad(err)
		}
		state := at.NewInitialState().(*duel.State)
		if state.CurrentPlayer() < 0 {
			return nil, input.Badf("%s: no seat acts at this position: want one at which a seat decides", file)
		}
		list = append(list, question{strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), state})
	}
	return list, nil
}

// picture returns the path of a picture of an agent: where it stands when a Duel begins, or where it
// would go from a position; empty where there are none.
func (o *PositionsOptions) picture(of, agent string) string {
	if o.Out == "" {
		return ""
	}
	return filepath.Join(o.Out, of+"-"+open.FileWord(agent)+".svg")
}

// mayDraw refuses to draw over pictures that are there.
func (o *PositionsOptions) mayDraw(entries []eval.Entry, questions []question) error {
	if o.Out == "" {
		return nil
	}
	var faults []error
	for i, e := range entries {
		faults = append(faults, open.MayWrite("out", o.picture("duels", o.Agents[i]), o.Force))
		for _, q := range questions {
			faults = append(faults, open.MayWrite("out", o.picture(q.name, e.Name), o.Force))
		}
	}
	return input.Bad(errors.Join(faults...))
}

// keep writes a picture to a path, if there is one.
func (p *Positioned) keep(path string, picture *draw.Picture) error {
	if path == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return input.Bad(err)
	}
	p.Pictures = append(p.Pictures, path)
	return input.Bad(os.WriteFile(path, draw.SVG(picture), 0o644))
}
