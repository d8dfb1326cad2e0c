package study

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/configs"
	"ringer/env"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/warm"
)

// A Trainer trains runs in their folders. Several goroutines may use it. Opener is needed; any
// other field may be left out.
type Trainer struct {
	Opener *open.Opener
	Build  botfile.Build // of this program, which runs record
	Warn   func(format string, args ...any)

	// Elsewhere has a run trained by another machine, to its end or until it pauses (see
	// Options.Until), and returns its result, or nil where the run is to be trained here.
	Elsewhere func(ctx context.Context, run *checkpoint.Run, file *algos.File, until int) (*open.Result, error)
}

func (t *Trainer) warn(format string, args ...any) {
	if t.Warn != nil {
		t.Warn(format, args...)
	}
}

// A FailedError says that a run cannot be trained, on any machine.
type FailedError struct{ Err error }

func (e *FailedError) Error() string { return e.Err.Error() }
func (e *FailedError) Unwrap() error { return e.Err }

// CardName is the file of a run, or of a study, that says in words what it is.
const CardName = "CARD.md"

// Run is a training with its folder, begun or not.
type Run struct {
	Dir  string
	Game env.Game
	File *algos.File

	start []byte // the bot that it begins with; nil for none
}

// Prepare describes a run in a folder, which need not be there, and which it does not touch.
// The folder must not hold a run of another configuration.
func (t *Trainer) Prepare(dir string, g env.Game, file *algos.File) (*Run, error) {
	if err := open.NameAgents(g, file); err != nil {
		return nil, err
	}
	r, err := describe(dir, g, file)
	if err != nil {
		return nil, err
	}
	if _, err := t.begun(r); err != nil {
		return nil, err
	}
	return r, nil
}

// describe returns a run that is to begin, with the bot that it begins with.
func describe(dir string, g env.Game, file *algos.File) (*Run, error) {
	file.Rules = string(g.Spec().Configuration)
	start, err := open.Start(g, file)
	if err != nil {
		return nil, err
	}
	return &Run{dir, g, file, start}, nil
}

// begun reports whether the folder of a run holds it already; another run there is an error.
func (t *Trainer) begun(r *Run) (bool, error) {
	other, err := t.Other(r.Dir, r.Game, r.File)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err == nil && other != "":
		err = input.Badf("%s holds a run of another configuration (%s): name another folder with --out", r.Dir, other)
	}
	return err == nil, err
}

// Other says how the configuration of file differs from the configuration of the run in a
// folder, or its opponents from the copies there; empty where it is the same run, whose report
// seed file then gets. The error of a folder without a run is fs.ErrNotExist.
func (t *Trainer) Other(dir string, g env.Game, file *algos.File) (string, error) {
	path := filepath.Join(dir, checkpoint.ConfigName)
	text, err := disk.ReadText(path, open.MaxText)
	if err != nil {
		return "", err
	}
	there := algos.Defaults()
	if err := configs.ReadAll(&there, configs.Text(path, text)); err != nil {
		return "", err
	}
	mine := *file
	mine.ReportSeed, mine.Rules, mine.StartSHA256 = there.ReportSeed, there.Rules, there.StartSHA256 // a run's own
	changes, err := configs.Changes(&there, &mine)
	switch {
	case err != nil:
		return "", err
	case len(changes) > 0:
		return strings.Join(changes, ", "), nil
	case there.Rules != file.Rules:
		return "other rules of " + file.Game, nil
	case there.StartSHA256 != file.StartSHA256:
		return "another file of " + file.Start, nil
	}
	reader, _, err := checkpoint.Open(dir)
	if err != nil {
		return "", err
	}
	copies, err := t.Opener.Copies(g, file, nil)
	if err != nil {
		return "", err
	}
	for _, name := range slices.Sorted(maps.Keys(copies.Opponents)) {
		kept, err := reader.LoadOpponent(name)
		if errors.Is(err, fs.ErrNotExist) || err == nil && !bytes.Equal(kept, copies.Opponents[name]) {
			return "another opponent than its own, " + filepath.Join("opponents", name), nil
		}
		if err != nil {
			return "", err
		}
	}
	file.ReportSeed = there.ReportSeed
	return "", nil
}

// Result returns the result of a run, nil while it has none.
func (r *Run) Result() (*open.Result, error) {
	result, err := open.ReadResult(filepath.Join(r.Dir, open.ResultName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, input.Bad(err)
	case result.Result == nil:
		return nil, nil
	}
	return result, nil
}

// create makes the folder of a new run. It gives the configuration its report seed.
func (t *Trainer) create(r *Run) (*checkpoint.Run, error) {
	r.File.ReportSeed = 0
	text, err := r.File.Text()
	if err != nil {
		return nil, err
	}
	r.File.ReportSeed = train.NewReportSeed(text, t.Build.Revision)
	if text, err = r.File.Text(); err != nil {
		return nil, err
	}
	copies, err := t.Opener.Copies(r.Game, r.File, r.start)
	if err != nil {
		return nil, err
	}
	return open.NewTraining(r.Dir, text, copies)
}

// lock makes the folder of a run, or locks the one that was begun. It refuses one that this
// process cannot compute.
func (t *Trainer) lock(r *Run) (*checkpoint.Run, error) {
	if err := r.File.CanCompute(); err != nil {
		return nil, input.Bad(err)
	}
	there, err := t.begun(r)
	if err != nil {
		return nil, err
	}
	if !there {
		return t.create(r)
	}
	return open.ResumeRun(r.Dir)
}

// Options say how a run is trained here.
type Options struct {
	Player   train.Player // plays; nil: this process
	Seconds  float64      // to stop after; 0: at the end of the configured decisions
	Until    int          // decisions to pause at; 0: none
	Progress func(train.Progress)
	Took     func(*warm.Taken) // is told what the run took from the bot that it began with
}

// Train returns the result that a run has, or trains the run to its end, or until it pauses, from
// where it was stopped. A run that is interrupted has no result, and the error is one of the
// context's.
func (t *Trainer) Train(ctx context.Context, r *Run, o Options) (_ *open.Result, err error) {
	if result, err := r.Result(); result != nil || err != nil {
		return result, err
	}
	run, err := t.lock(r)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	if t.Elsewhere != nil {
		if result, err := t.Elsewhere(ctx, run, r.File, o.Until); result != nil || err != nil {
			return result, err
		}
	}
	result, err := t.Continue(ctx, run, r.Game, r.File, o)
	if err == nil && result.Interrupted && !result.Paused {
		return nil, ctx.Err()
	}
	return result, err
}

// Continue trains a locked run from where it is, and keeps its result and its card when it
// ends. A run that is interrupted returns what it had by then; one that pauses keeps that too.
func (t *Trainer) Continue(ctx context.Context, run *checkpoint.Run, g env.Game, file *algos.File, o Options) (*open.Result, error) {
	if err := open.RecordBuild(run, t.Build, t.warn); err != nil {
		return nil, err
	}
	if err := keepCard(run, g, file, nil); err != nil {
		return nil, err
	}
	start, err := open.StartOf(run, file)
	if err != nil {
		return nil, err
	}
	whole := &open.Result{Run: run.Dir()}
	agent := func(name string) (agents.Agent, error) { return t.Opener.AgentOfRun(g, &run.Reader, name) }
	took := func(taken *warm.Taken) {
		whole.Start = taken
		if o.Took != nil {
			o.Took(taken)
		}
	}
	whole.Result, err = train.Run(ctx, file.Config, train.Options{
		Game:      g,
		Algorithm: func(w *models.Weights) (train.Algorithm, error) { return file.New(w) },
		Agent:     agent,
		Start:     file.Begin(g.Spec(), start, agent, took),
		Run:       run,
		Player:    o.Player,
		Seconds:   o.Seconds,
		Until:     o.Until,
		Progress:  o.Progress,
		Settings:  file.Settings(),
	})
	switch {
	case err != nil && ctx.Err() == nil && !errors.Is(err, train.ErrTooEarly):
		return nil, &FailedError{err}
	case err != nil:
		return nil, err
	case whole.Paused:
		return whole, open.KeepPaused(whole)
	case whole.Interrupted:
		return whole, nil
	}
	return whole, errors.Join(open.KeepResult(whole), keepCard(run, g, file, whole))
}

// keepCard writes the card of a run. It follows from the configuration, the builds and the
// result.
func keepCard(run *checkpoint.Run, g env.Game, file *algos.File, result *open.Result) error {
	builds, err := open.Builds(&run.Reader)
	if err != nil {
		return err
	}
	return checkpoint.WriteFile(filepath.Join(run.Dir(), CardName), []byte(card(g.Spec(), file, builds, result)))
}
