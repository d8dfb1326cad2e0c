package solve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"ringer/agents/roster"
	"ringer/configs"
	"ringer/env"
	"ringer/eval/sequenceform"
	"ringer/eval/tree"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/export"
	"ringer/train/cfr"
	"ringer/train/checkpoint"
)

// Config says what is solved, and how. It is config.yaml in the folder of a run.
type Config struct {
	Game       string `yaml:"game"`
	Iterations int    `yaml:"iterations"` // in all; lp takes none
	Limit      int    `yaml:"limit"`      // largest number of nodes of the tree
	cfr.Config `yaml:",inline"`

	// Rules are the resolved configuration of the game, so that the folder needs no
	// other file. New sets them.
	Rules string `yaml:"rules,omitempty,long"`
}

// Defaults returns the settings of 1,000 iterations of cfr+.
func Defaults() Config {
	return Config{Iterations: 1000, Limit: tree.DefaultLimit, Config: cfr.Defaults(cfr.Plus)}
}

// Result holds what a solver has found: the object of `ringer solve --json`.
type Result struct {
	Game                string      `json:"game"`
	Algorithm           string      `json:"algorithm"`
	Iterations          int         `json:"iterations"`
	Seconds             float64     `json:"seconds"` // of solving alone
	IterationsPerSecond float64     `json:"iterations_per_second"`
	NashConv            float64     `json:"nash_conv"`
	Exploitability      float64     `json:"exploitability"` // a game, in units of its returns
	Values              []float64   `json:"values"`         // by seat
	Nodes               int         `json:"nodes"`
	InformationStates   int         `json:"information_states"`
	History             []cfr.Point `json:"history"`
	Interrupted         bool        `json:"interrupted"`
}

const (
	// StateName and historyName are the files of a checkpoint.
	StateName   = "solver.state"
	historyName = "history.json"

	// saveEvery is the time between checkpoints.
	saveEvery = time.Minute
)

// A Solver is one solution of a game that is being found.
type Solver struct {
	Config

	// Progress, when not nil, is told how many iterations are done, and the last
	// measurement; nil before the first.
	Progress func(done int, last *cfr.Point)

	tree    *tree.Tree
	solver  *cfr.Solver     // nil: a linear program
	policy  tree.Policy     // the solution, so far
	run     *checkpoint.Run // nil: nothing is kept
	history []cfr.Point
	seconds float64 // of solving: building and measuring are not counted
	saved   time.Time
}

// history is history.json.
type history struct {
	Seconds float64     `json:"seconds"`
	Points  []cfr.Point `json:"points"`
}

// New returns a solver of a game. It keeps its work in the folder dir, which must not be there;
// an empty one keeps none. The caller closes it. Where the context is done, it returns
// the context's error.
func New(ctx context.Context, c Config, dir string) (*Solver, error) {
	if c.Algorithm != LinearProgram {
		if err := c.Validate(); err != nil {
			return nil, input.Bad(err)
		}
	} else if dir != "" {
		return nil, input.Badf("%s: a linear program is solved in one go, and keeps no work: leave the folder out", dir)
	}
	g, err := open.Game(c.Game)
	if err != nil {
		return nil, err
	}
	s, err := newSolver(ctx, c, g)
	if err != nil || dir == "" {
		return s, err
	}
	text, err := configs.Write(&s.Config)
	if err != nil {
		return nil, err
	}
	if s.run, err = open.NewRun(dir, text); err != nil {
		return nil, err
	}
	return s, nil
}

// newSolver walks the tree of a game.
func newSolver(ctx context.Context, c Config, g env.Game) (*Solver, error) {
	c.Game, c.Rules = g.Spec().String(), string(g.Spec().Configuration)
	walked, err := tree.Build(ctx, g, c.Limit)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, CannotWalk(g, err, Instead)
	}
	s := &Solver{Config: c, tree: walked, policy: walked.Uniform(), saved: time.Now()}
	if c.Algorithm != LinearProgram {
		if s.solver, err = cfr.New(walked, c.Config); err != nil {
			return nil, input.Bad(err)
		}
	}
	return s, nil
}

// Resume returns the solver of a folder, at its last checkpoint. iterations and limit take the
// place of its own where they are above 0. The caller closes it.
func Resume(ctx context.Context, dir string, iterations, limit int) (_ *Solver, err error) {
	_, text, err := checkpoint.Open(dir)
	if err != nil {
		return nil, input.Bad(err)
	}
	c := Defaults()
	if err := configs.ReadAll(&c, configs.Text(filepath.Join(dir, checkpoint.ConfigName), text)); err != nil {
		return nil, input.Badf("%s is no run of ringer solve:\n%w", dir, err)
	}
	if err := c.Validate(); err != nil {
		return nil, input.Badf("%s: %w", dir, err)
	}
	if iterations > 0 {
		c.Iterations = iterations
	}
	if limit > 0 {
		c.Limit = limit
	}
	run, err := open.ResumeRun(dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, run.Close())
		}
	}()
	g, err := open.Restore(dir, c.Game, json.RawMessage(c.Rules))
	if err != nil {
		return nil, err
	}
	s, err := newSolver(ctx, c, g)
	if err != nil {
		return nil, err
	}
	s.run = run
	return s, s.restore(iterations > 0)
}

// restore goes back to the last checkpoint. Fewer iterations than that has are refused where
// they were asked for.
func (s *Solver) restore(asked bool) error {
	_, files, err := s.run.Latest()
	if errors.Is(err, checkpoint.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.solver.Restore(files[StateName]); err != nil {
		return input.Badf("%s: %w", s.run.Dir(), err)
	}
	var h history
	if err := json.Unmarshal(files[historyName], &h); err != nil {
		return input.Badf("%s: %s: %w", s.run.Dir(), historyName, err)
	}
	s.seconds = h.Seconds
	for _, p := range h.Points {
		if cfr.Rung(p.Iterations) {
			s.history = append(s.history, p)
		}
	}
	if done := s.solver.Iterations(); done > s.Iterations {
		if asked {
			return input.Badf("%s has done %d iterations already: --iterations %d is less", s.run.Dir(), done, s.Iterations)
		}
		s.Iterations = done // it went further than first asked for
	}
	return nil
}

// Dir returns the folder of the work, empty where none is kept.
func (s *Solver) Dir() string {
	if s.run == nil {
		return ""
	}
	return s.run.Dir()
}

// Close gives up the lock of the folder.
func (s *Solver) Close() error {
	if s.run == nil {
		return nil
	}
	return s.run.Close()
}

// Solve does the iterations that are left, or those before ctx is done, saves them and measures
// the policy.
func (s *Solver) Solve(ctx context.Context) (*Result, error) {
	if s.solver == nil {
		return s.program(ctx)
	}
	batch, last := 1, (*cfr.Point)(nil)
	for ctx.Err() == nil && s.solver.Iterations() < s.Iterations {
		done := s.solver.Iterations()
		n := min(batch, s.Iterations-done, cfr.NextRung(done)-done)
		begun := time.Now()
		s.solver.Iterate(n)
		took := time.Since(begun)
		s.seconds += took.Seconds()
		if n == batch && took < Breath {
			batch *= 2
		}
		if cfr.Rung(done + n) {
			point, _ := s.solver.Measure(s.policy)
			s.history = append(s.history, point)
			last = &point
		}
		if s.Progress != nil {
			s.Progress(done+n, last)
		}
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
	r.Interrupted = point.Iterations < s.Iterations
	return r, nil
}

// program solves by a linear program, to the end.
func (s *Solver) program(ctx context.Context) (*Result, error) {
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

func (s *Solver) result(point cfr.Point, values []float64) *Result {
	r := &Result{
		Game: s.Game, Algorithm: string(s.Algorithm), Iterations: point.Iterations, Seconds: s.seconds,
		NashConv: point.NashConv, Exploitability: point.Exploitability, Values: values,
		Nodes: s.tree.Nodes(), InformationStates: s.tree.Infosets(), History: s.history,
	}
	if s.seconds > 0 {
		r.IterationsPerSecond = float64(r.Iterations) / s.seconds
	}
	return r
}

// save writes a checkpoint, if there is a run to write it to.
func (s *Solver) save() error {
	s.saved = time.Now()
	if s.run == nil {
		return nil
	}
	state, err := s.solver.Save()
	if err != nil {
		return err
	}
	history, err := json.MarshalIndent(history{s.seconds, s.history}, "", "  ")
	if err != nil {
		return err
	}
	files := map[string][]byte{StateName: state, historyName: append(history, '\n')}
	if err := s.run.Save(s.solver.Iterations(), files); err != nil {
		return err
	}
	its, err := s.run.Iterations()
	if err != nil {
		return err
	}
	return s.run.Keep(its[max(0, len(its)-2):], nil)
}

// Export writes the average policy as a bot. It holds no times, so that the same solution has
// the same bytes. Of the options it takes the file, the names and the licence.
func (s *Solver) Export(r *Result, o export.Options) error {
	spec := s.tree.Spec
	var config json.RawMessage
	what := fmt.Sprintf("The average policy of %s iterations of %s", numbers.Count(r.Iterations), r.Algorithm)
	if s.solver == nil {
		what = "The solution of a linear program over the sequence form"
	} else if text, err := json.Marshal(s.Config.Config); err != nil {
		return err
	} else {
		config = text
	}
	gain := max(r.Exploitability, 0) // rounding can leave a hair under 0
	bot := botfile.Bot{
		Table: cfr.Table(s.tree, s.policy),
		Manifest: botfile.Manifest{
			Name: o.BotName(), Ringer: o.Version(), Game: spec.String(), SpecHash: spec.Hash, Rules: spec.Configuration, Licence: o.Licence, Blocks: open.ActionBlocks(spec),
			Training:   botfile.Training{Algorithm: r.Algorithm, Iterations: r.Iterations, Seed: s.Seed, Averaged: s.solver != nil, Config: config},
			Evaluation: []botfile.Evaluation{{Opponent: "best response", Exploitability: &gain}},
			Card: botfile.Card{
				Summary:     fmt.Sprintf("%s: a table of all %s information states of %s.", what, numbers.Count(r.InformationStates), spec.Title),
				IntendedUse: fmt.Sprintf("Ground truth for %s: an opponent and a yardstick that is %.4g from unexploitable.", spec, gain),
				Limitations: "Made for this very configuration: another spec hash is refused. It plays safe and does not adapt: it gains from mistakes, but seeks none.",
			},
		},
	}
	// The file must play before it is written.
	if _, err := roster.FromBot(spec, &bot, 1); err != nil {
		return err
	}
	var data bytes.Buffer
	if err := botfile.Write(&data, bot); err != nil {
		return err
	}
	return checkpoint.WriteFile(o.Out, data.Bytes())
}
