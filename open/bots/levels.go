package bots

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"ringer/env"
	"ringer/eval"
	"ringer/eval/rating"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/export"
	"ringer/train"
	"ringer/train/checkpoint"
	"ringer/train/levels"
)

// Ladder says which levels are made of a run.
type Ladder struct {
	Out, Name string // folder of the bots, and their name before .levelN

	Levels             int // the ringer included
	Past               int // most past selves that are candidates
	Games, ReportGames int // of each pair: of candidates, to choose; of levels and fixed agents, to rate them
	Workers            int
	Seed               uint64
	Place              *eval.Place
	Progress           func(part string, done, total int)

	Licence, Ringer string // of the bots, and the version of the program
}

// Path returns the file of a level, from 1.
func (l *Ladder) Path(level int) string {
	return filepath.Join(l.Out, fmt.Sprintf("%s.level%d.bot", l.Name, level))
}

// Levels holds the bots that were made, and how they were rated.
type Levels struct {
	Game       string       `json:"game"`
	Seed       uint64       `json:"seed"`
	Games      int          `json:"games"` // of each pair of the report
	Levels     []Level      `json:"levels"`
	Fixed      []ratedAgent `json:"fixed"`
	Candidates []Candidate  `json:"candidates"`
}

type Level struct {
	Level       int     `json:"level"`
	File        string  `json:"file"`
	Bytes       int     `json:"bytes"`
	Iteration   int     `json:"iteration"`
	Temperature float64 `json:"temperature"`
	Rating      float64 `json:"rating"`
	Low         float64 `json:"low"`
	High        float64 `json:"high"`

	// Above is the rating above the level below; nothing for the first.
	Above     float64 `json:"above,omitempty"`
	AboveLow  float64 `json:"above_low,omitempty"`
	AboveHigh float64 `json:"above_high,omitempty"`

	Below *botfile.Wins `json:"below,omitempty"` // wins against the level below
}

type ratedAgent struct {
	Name   string  `json:"name"`
	Rating float64 `json:"rating"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

type Candidate struct {
	Iteration   int     `json:"iteration"`
	Temperature float64 `json:"temperature"`
	Rating      float64 `json:"rating"`
}

// Make rates the candidates of a run against each other, chooses the levels, rates them again, and
// writes their files.
func (l *Ladder) Make(ctx context.Context, o *open.Opener, from string) (*Levels, error) {
	src, err := open.OpenSource(from)
	if err != nil {
		return nil, input.Bad(err)
	}
	g, err := src.Game(from)
	if err != nil {
		return nil, err
	}
	run, past, err := pastSelves(from, src.File.Temperature)
	if err != nil {
		return nil, input.Bad(err)
	}
	weights, which, err := src.Weights("best")
	if err != nil {
		return nil, err
	}
	// Levels are rated with the weights that their files hold.
	if weights, err = weights.Halved(); err != nil {
		return nil, input.Badf("%s: iteration %d: %w", from, src.Saved.Iteration, err)
	}
	divisors, err := src.File.Apart().Divisors(g.Spec().Kinds(), g.Spec().Players, src.File.Temperature)
	if err != nil {
		return nil, input.Badf("%s: %w", from, err)
	}
	fixed := ladderAgents(o, g)
	ladder, err := levels.Make(ctx, levels.Config{
		Game: g, Ringer: levels.Self{Iteration: src.Saved.Iteration, Weights: weights}, Past: levels.Spread(past, l.Past), Fixed: fixed, Divisors: divisors,
		Levels: l.Levels, Games: l.Games, ReportGames: l.ReportGames, Seed: l.Seed, Workers: l.Workers, Place: l.Place, Progress: l.Progress,
	})
	if _, ok := errors.AsType[*levels.NoLadderError](err); ok {
		return nil, input.Badf("%s: %w", from, err)
	}
	if err != nil {
		return nil, err
	}
	return l.write(src, run, g, which, ladder)
}

// pastSelves reads the past selves of a run, each at a temperature.
func pastSelves(from string, temperature float64) (*checkpoint.Reader, []levels.Self, error) {
	if checkpoint.IsCheckpoint(from) {
		return nil, nil, input.Badf("%s: want the folder of a run, which keeps its past selves", from)
	}
	run, _, err := checkpoint.Open(from)
	if err != nil {
		return nil, nil, err
	}
	_, files, err := run.Latest()
	if err != nil {
		return nil, nil, err
	}
	pool, err := train.ReadPool(files, run.LoadPool)
	var out []levels.Self
	if err != nil {
		return nil, nil, err
	}
	for _, p := range pool {
		half, err := p.Weights.Sharpened(temperature).Halved() // as the file of a level holds them
		if err != nil {
			return nil, nil, fmt.Errorf("%s: past self of iteration %d: %w", from, p.Iteration, err)
		}
		out = append(out, levels.Self{Iteration: p.Iteration, Weights: half})
	}
	return run, out, nil
}

// decisionsAt returns the number of decisions that a run had learned from after an
// iteration.
func decisionsAt(run *checkpoint.Reader, iteration int) (int64, error) {
	text, err := run.MetricsOf(iteration)
	if err != nil {
		return 0, err
	}
	var line struct {
		Decisions int64 `json:"decisions"`
	}
	if text == nil {
		return 0, fmt.Errorf("%s: no metrics of iteration %d", run.Dir(), iteration)
	}
	err = json.Unmarshal(text, &line)
	return line.Decisions, err
}

// ladderAgents returns the agents that levels are rated with: random, and greedy and expert
// where they can play the game.
func ladderAgents(o *open.Opener, g env.Game) (out []eval.Entry) {
	for _, name := range []string{"random", "greedy", "expert"} {
		if agent, err := o.Agent(g, name); err == nil {
			out = append(out, eval.Entry{Name: name, Agent: agent})
		}
	}
	return out
}

// write writes the bots.
func (l *Ladder) write(src *open.Source, run *checkpoint.Reader, g env.Game, which string, ladder *levels.Ladder) (*Levels, error) {
	r := &Levels{Game: g.Spec().String(), Seed: l.Seed, Games: ladder.Report.Pairs[0].Games}
	var with []string
	for _, a := range ladder.Report.Agents[len(ladder.Levels):] {
		r.Fixed = append(r.Fixed, ratedAgent{a.Name, a.Elo, a.EloLow, a.EloHigh})
		with = append(with, a.Name)
	}
	for _, c := range ladder.Candidates {
		r.Candidates = append(r.Candidates, Candidate{c.Iteration, c.Temperature, c.Rating})
	}
	if err := os.MkdirAll(l.Out, 0o755); err != nil {
		return r, input.Bad(err)
	}
	for i, level := range ladder.Levels {
		path := l.Path(i + 1)
		m := export.Manifest(src, g.Spec(), which, export.Options{
			Name: fmt.Sprintf("%s.level%d", l.Name, i+1), Licence: l.Licence, Ringer: l.Ringer,
			Summary: fmt.Sprintf("Level %d of %d at %s: rated %s, where random has %d.",
				i+1, len(ladder.Levels), g.Spec().Title, numbers.Rating(level.Rating, level.Low, level.High), rating.EloAnchor),
		})
		m.Kind = botfile.KindBare
		if level.Iteration != src.Saved.Iteration {
			decisions, err := decisionsAt(run, level.Iteration)
			if err != nil {
				return r, err
			}
			m.Training.Iterations, m.Training.Decisions = level.Iteration, decisions
			m.Training.Averaged, m.Training.Seconds = false, 0
			m.Training.Alarms = nil // of the whole run
		}
		m.Level = &botfile.Level{
			Level: i + 1, Of: len(ladder.Levels), Rating: level.Rating, Low: level.Low, High: level.High, RatedWith: with, Games: r.Games, Temperature: level.Temperature,
		}
		m.Evaluation = levelEvaluation(ladder.Report, levels.Name(i+1), with)
		out := Level{Level: i + 1, File: path, Iteration: level.Iteration, Temperature: level.Temperature, Rating: level.Rating, Low: level.Low, High: level.High}
		if i > 0 {
			p := pairOf(ladder.Report, levels.Name(i), levels.Name(i+1)) // the lower level is a
			out.Above, out.AboveLow, out.AboveHigh = -p.EloDifference, -p.EloDifferenceHigh, -p.EloDifferenceLow
			m.Level.Below = &botfile.Wins{Share: p.WinRateB, Low: p.LowB, High: p.HighB}
			out.Below = m.Level.Below
		}
		var data bytes.Buffer
		if err := botfile.Write(&data, botfile.Bot{Manifest: m, Weights: level.Weights}); err != nil {
			return r, err
		}
		if err := checkpoint.WriteFile(path, data.Bytes()); err != nil {
			return r, err
		}
		out.Bytes = data.Len()
		r.Levels = append(r.Levels, out)
	}
	return r, nil
}

// pairOf returns the results of two entries of an arena, the first of which was named
// first.
func pairOf(a *eval.Arena, first, second string) *eval.PairResult {
	i := slices.IndexFunc(a.Pairs, func(p eval.PairResult) bool { return p.A == first && p.B == second })
	return &a.Pairs[i]
}

// levelEvaluation returns how a level did in one seat against each of the fixed agents.
func levelEvaluation(a *eval.Arena, level string, fixed []string) (out []botfile.Evaluation) {
	for _, name := range fixed {
		alone := pairOf(a, level, name).Seatings[0] // one seat of the level
		out = append(out, botfile.Evaluation{Opponent: name, Games: alone.Games, WinRate: alone.WinRate, Low: alone.Low, High: alone.High})
	}
	return out
}

// Unordered returns a line for every level that is not rated above the one below: few
// games choose badly.
func Unordered(all []Level) (notes []string) {
	for i := 1; i < len(all); i++ {
		if all[i].Rating <= all[i-1].Rating {
			notes = append(notes, fmt.Sprintf("%s is not rated above %s: do not ship them; make them again with more --games or fewer --levels\n", levels.Name(i+1), levels.Name(i)))
		}
	}
	return notes
}
