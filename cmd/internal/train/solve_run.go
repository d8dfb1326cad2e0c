package train

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ringer/agents/roster"
	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/eval/sequenceform"
	"ringer/eval/tree"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/train/cfr"
	"ringer/train/checkpoint"
)

const (
	// SolverName and historyName are the files of a checkpoint.
	SolverName = "solver.state"

	historyName = "history.json"

	// saveEvery is the time between checkpoints.
	saveEvery = time.Minute
)

// solving is one solver at work.
type solving struct {
	*shell.Terminal
	file    *solveFile
	tree    *tree.Tree
	solver  *cfr.Solver     // nil: a linear program
	policy  tree.Policy     // the solution, so far
	run     *checkpoint.Run // nil: nothing is kept
	history []cfr.Point
	seconds float64 // of solving: building and measuring are not counted
	saved   time.Time
}

// solveHistory is history.json.
type solveHistory struct {
	Seconds float64     `json:"seconds"`
	Points  []cfr.Point `json:"points"`
}

// open makes the folder of a new run, or goes back to the last checkpoint of
// one that is resumed.
func (s *solving) open(f *solveFlags) error {
	if f.resume == "" && f.run == "" {
		return nil
	}
	if f.run != "" {
		text, err := configs.Write(s.file)
		if err != nil {
			return err
		}
		s.run, err = open.NewRun(f.run, text)
		return err
	}
	_, files, err := s.run.Latest()
	if errors.Is(err, checkpoint.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.solver.Restore(files[SolverName]); err != nil {
		return input.Badf("%s: %w", f.resume, err)
	}
	var h solveHistory
	if err := json.Unmarshal(files[historyName], &h); err != nil {
		return input.Badf("%s: %s: %w", f.resume, historyName, err)
	}
	s.seconds = h.Seconds
	for _, p := range h.Points {
		if cfr.Rung(p.Iterations) {
			s.history = append(s.history, p)
		}
	}
	if done := s.solver.Iterations(); done > s.file.Iterations {
		if f.further {
			return input.Badf("%s has done %d iterations already: --iterations %d is less", f.resume, done, s.file.Iterations)
		}
		s.file.Iterations = done // it went further than first asked for
	}
	return nil
}

// solve does the iterations that are left, or those before an interrupt.
func (s *solving) solve(ctx context.Context) (*solveResult, error) {
	bar := s.Progress("solving "+s.file.Game, s.file.Iterations)
	defer bar.Finish()
	batch := 1
	for ctx.Err() == nil && s.solver.Iterations() < s.file.Iterations {
		done := s.solver.Iterations()
		n := min(batch, s.file.Iterations-done, cfr.NextRung(done)-done)
		begun := time.Now()
		s.solver.Iterate(n)
		took := time.Since(begun)
		s.seconds += took.Seconds()
		if n == batch && took < lookup.Breath {
			batch *= 2
		}
		if cfr.Rung(done + n) {
			point, _ := s.solver.Measure(s.policy)
			s.history = append(s.history, point)
			bar.Describe("exploitability " + shell.Figure(point.Exploitability))
		}
		bar.Set(done+n, s.file.Iterations)
		if time.Since(s.saved) > saveEvery {
			if err := s.save(); err != nil {
				return nil, err
			}
		}
	}
	if s.solver.Iterations() == 0 {
		return nil, fmt.Errorf("interrupted before the first iteration: %w", ctx.Err())
	}
	point, values := s.solver.Measure(s.policy)
	if len(s.history) == 0 || s.history[len(s.history)-1].Iterations != point.Iterations {
		s.history = append(s.history, point)
	}
	if err := s.save(); err != nil {
		return nil, err
	}
	r := s.result(point, values)
	r.Interrupted = point.Iterations < s.file.Iterations
	return r, nil
}

// program solves by a linear program, to the end.
func (s *solving) program(ctx context.Context) (*solveResult, error) {
	begun := time.Now()
	solution, err := sequenceform.Solve(ctx, s.tree)
	if wrong, ok := errors.AsType[*sequenceform.GameError](err); ok {
		return nil, input.Bad(wrong)
	}
	if err != nil {
		return nil, err
	}
	s.seconds = time.Since(begun).Seconds()
	s.policy = solution.Policy
	nashConv, values, _ := s.tree.NashConv(s.policy)
	point := cfr.Point{Iterations: solution.Pivots, NashConv: nashConv, Exploitability: nashConv / float64(len(values))}
	s.history = append(s.history, point)
	return s.result(point, values), nil
}

func (s *solving) result(point cfr.Point, values []float64) *solveResult {
	r := &solveResult{
		Game: s.file.Game, Algorithm: string(s.file.Algorithm), Iterations: point.Iterations, Seconds: s.seconds,
		NashConv: point.NashConv, Exploitability: point.Exploitability, Values: values,
		Nodes: s.tree.Nodes(), InformationStates: s.tree.Infosets(), History: s.history,
	}
	if s.seconds > 0 {
		r.IterationsPerSecond = float64(r.Iterations) / s.seconds
	}
	return r
}

// save writes a checkpoint, if there is a run to write it to.
func (s *solving) save() error {
	s.saved = time.Now()
	if s.run == nil {
		return nil
	}
	state, err := s.solver.Save()
	if err != nil {
		return err
	}
	history, err := json.MarshalIndent(solveHistory{s.seconds, s.history}, "", "  ")
	if err != nil {
		return err
	}
	files := map[string][]byte{SolverName: state, historyName: append(history, '\n')}
	if err := s.run.Save(s.solver.Iterations(), files); err != nil {
		return err
	}
	its, err := s.run.Iterations()
	if err != nil {
		return err
	}
	return s.run.Keep(its[max(0, len(its)-2):], nil)
}

// export writes the average policy as a bot. It holds no times, so that the
// same solution has the same bytes.
func (s *solving) export(f *solveFlags, r *solveResult) error {
	spec := s.tree.Spec
	v := buildinfo.ThisVersion()
	var config json.RawMessage
	what := fmt.Sprintf("The average policy of %s iterations of %s", shell.Count(float64(r.Iterations)), r.Algorithm)
	if s.solver == nil {
		what = "The solution of a linear program over the sequence form"
	} else if text, err := json.Marshal(s.file.Config); err != nil {
		return err
	} else {
		config = text
	}
	gain := max(r.Exploitability, 0) // rounding can leave a hair under 0
	bot := botfile.Bot{
		Table: cfr.Table(s.tree, s.policy),
		Manifest: botfile.Manifest{
			Name: f.name, Ringer: v.Version, Game: spec.String(), SpecHash: spec.Hash, Rules: spec.Configuration, Licence: f.licence,
			Training:   botfile.Training{Algorithm: r.Algorithm, Iterations: r.Iterations, Seed: s.file.Seed, Averaged: s.solver != nil, Config: config},
			Evaluation: []botfile.Evaluation{{Opponent: "best response", Exploitability: &gain}},
			Card: botfile.Card{
				Summary:     fmt.Sprintf("%s: a table of all %s information states of %s.", what, shell.Count(float64(r.InformationStates)), spec.Title),
				IntendedUse: fmt.Sprintf("Ground truth for %s: an opponent and a yardstick that is %s from unexploitable.", spec, shell.Figure(gain)),
				Limitations: "Made for this very configuration: another spec hash is refused. It plays safe and does not adapt: it gains from mistakes, but seeks none.",
			},
		},
	}
	bot.Manifest.Blocks = open.ActionBlocks(spec)
	// The file must play before it is written.
	if _, err := roster.FromBot(spec, &bot, 1); err != nil {
		return err
	}
	var data bytes.Buffer
	if err := botfile.Write(&data, bot); err != nil {
		return err
	}
	return checkpoint.WriteFile(f.out, data.Bytes())
}
