package play

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ringer/cmd/internal/lookup"
	"ringer/configs"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/play"
	"ringer/play/puzzles"
	"ringer/play/replay"
	"ringer/play/session"
)

// puzzlesIn reads a file of puzzles that ringer puzzles wrote, and plays each up to its task.
func puzzlesIn(file string) ([]puzzles.Puzzle, error) {
	data, err := disk.ReadText(file, configs.MaxSize)
	if err != nil {
		return nil, input.Bad(err)
	}
	list, err := puzzles.Read(file, data)
	if err != nil {
		return nil, input.Bad(err)
	}
	var faults []error
	for i := range list {
		p := &list[i]
		g, err := open.Restore(file+": "+p.ID, p.Game, p.Rules)
		if err == nil {
			_, err = p.State(g)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", file, err))
		}
	}
	return list, input.Bad(errors.Join(faults...))
}

// puzzleNamed returns the puzzle of an id that ships, or that of a file; FILE.json#ID names one
// of several in a file.
func puzzleNamed(name string) (*puzzles.Puzzle, error) {
	file, id, one := strings.Cut(name, "#")
	list := puzzles.Shipped()
	if filepath.Ext(file) == ".json" {
		var err error
		if list, err = puzzlesIn(file); err != nil {
			return nil, err
		}
		if !one {
			id = list[0].ID
		}
	} else {
		id = name
	}
	if i := slices.IndexFunc(list, func(p puzzles.Puzzle) bool { return p.ID == id }); i >= 0 {
		return &list[i], nil
	}
	known := make([]string, len(list))
	for i, p := range list {
		known[i] = p.ID
	}
	return nil, input.Badf("--puzzle %s: want a file of ringer puzzles --out, such as mine.json, or one of: %s", name, strings.Join(known, ", "))
}

// puzzleTable returns the table of a puzzle up to its task, with agents in the other seats.
func puzzleTable(o *open.Opener, f *PlayFlags, p *puzzles.Puzzle) (*play.Table, error) {
	g, err := open.Restore("--puzzle "+p.ID, p.Game, p.Rules)
	if err != nil {
		return nil, err
	}
	at, err := p.Begin(g)
	if err != nil {
		return nil, input.Bad(err)
	}
	record, err := p.Record(g)
	if err != nil {
		return nil, input.Bad(err)
	}
	if f.Vs == "" {
		f.Vs = lookup.BestOpponent(g)
	}
	if f.Vs, err = open.Level(g, f.Vs); err != nil {
		return nil, err
	}
	other, err := seating(o, at)(f.Vs)
	if err != nil {
		return nil, err
	}
	seats := slices.Repeat([]play.Seat{other}, g.Spec().Players)
	seats[p.Seat] = play.Seat{Name: replay.Human}
	if f.save == "" {
		if f.save, err = freeName(p.ID); err != nil {
			return nil, err
		}
	}
	record.Seed = f.seed
	return play.ResumeTable(at, seats, record)
}

// addPuzzles adds the puzzles of files to those that a host of tables offers, and their games
// to its games.
func addPuzzles(config *session.Config, files []string) error {
	list := puzzles.Shipped()
	for _, file := range files {
		own, err := puzzlesIn(file)
		if err != nil {
			return err
		}
		for _, p := range own {
			if slices.ContainsFunc(list, func(o puzzles.Puzzle) bool { return o.ID == p.ID }) {
				return input.Badf("%s: %s: a puzzle of this id is there already; ringer puzzles --name gives another", file, p.ID)
			}
			if !slices.Contains(config.Games, p.Game) {
				config.Games = append(config.Games, p.Game)
			}
			list = append(list, p)
		}
	}
	config.Puzzles = session.PuzzlesOf(list, config.Games)
	return nil
}
