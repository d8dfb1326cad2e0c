package reporting

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ringer/env/knobs"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/study"
	"ringer/report/balance"
	"ringer/report/records"
)

// work is a report under way.
type work struct {
	Config
	trainer *study.Trainer // that warns of nothing
	opener  *open.Opener
	folder  *folder
	play    balance.Config
	words   map[string]string // what the agents of the report are, by their names

	changes []knobs.Difference // from the shipped rules
	targets *balance.Targets   // or nil
	before  *balance.Report    // or nil
	kept    []balance.Record
	clock   *clock   // or nil
	late    []string // panels that the time did not suffice for
}

// Run makes a report, and writes it to its folder. It goes on with a report of the same
// configuration that was stopped there. Errors that the person who configured the report can
// mend are input.Errors, and nothing has been written then; a context that ends leaves the
// finished parts. ErrFresh is no fault.
func Run(ctx context.Context, c Config) (*balance.Report, error) {
	w := &work{Config: c, words: map[string]string{}}
	if err := w.begin(); err != nil {
		return nil, err
	}
	began := time.Now()
	if w.Minutes > 0 {
		w.clock = w.startClock(began)
	}
	if err := w.prepare(ctx); err != nil {
		return nil, err
	}
	r, err := balance.Play(ctx, w.play)
	if err != nil {
		return nil, input.Bad(err)
	}
	if err := w.conclude(r); err != nil {
		return nil, err
	}
	if r.Seconds, err = w.folder.spent(time.Since(began)); err != nil {
		return nil, err
	}
	if err := w.folder.write(r, &w.play); err != nil {
		return nil, err
	}
	w.folder.kept.Ended = true
	return r, errors.Join(w.folder.keep(), w.keepRecord(r))
}

// begin checks the options, and opens the folder.
func (w *work) begin() (err error) {
	if w.Game == nil || w.Trainer == nil || w.Trainer.Opener == nil {
		return errors.New("reporting: want a game, and a trainer with an opener")
	}
	quiet := *w.Trainer
	quiet.Warn = nil
	if w.Elsewhere != nil {
		quiet.Elsewhere = w.Elsewhere.Train
	}
	w.trainer, w.opener = &quiet, w.Trainer.Opener
	if w.Build == "" {
		if w.Build, err = disk.Program(); err != nil {
			return err
		}
	}
	if w.Games > 0 {
		w.Minutes = 0 // Games are asked for, not what fits into a time
	}
	w.play = balance.Config{
		Game: w.Game, Seed: w.Seed, Workers: w.Workers, Place: w.Elsewhere.Games(), Band: w.Band, Only: w.Only, Build: w.Build, Progress: w.Progress,
	}
	if err := w.read(); err != nil {
		return err
	}
	if w.Renew {
		if err := w.planByGames(); err != nil {
			return err
		}
		if w.fresh() {
			return ErrFresh
		}
	}
	if w.folder, err = openFolder(&w.Config); err != nil {
		return err
	}
	w.play.Store = w.folder
	return nil
}

// prepare trains the agents, for changed rules too, and plans how much is played in the time
// that is left.
func (w *work) prepare(ctx context.Context) error {
	if err := w.budget(ctx); err != nil {
		return err
	}
	if err := w.cast(ctx); err != nil {
		return err
	}
	w.play.Build += fmt.Sprintf(" %d %d", w.Tune, w.Trainings) // on which the agents depend
	if w.wants("what-if") || w.wants("sensitivity") {
		if err := w.changeRules(ctx); err != nil {
			return err
		}
	}
	if w.Strategy != "" && w.wants("answer") {
		if err := w.beatStrategy(); err != nil {
			return err
		}
	}
	w.letWarbandsMeet()
	if w.Minutes > 0 {
		return w.planByClock(ctx)
	}
	return w.planByGames()
}

// planByGames plans what follows from the number of games that was asked for.
func (w *work) planByGames() (err error) {
	w.play.Plan, err = balance.PlanOf(w.Games).With(w.Plan)
	return err
}

// conclude adds everything to a report that follows from its figures.
func (w *work) conclude(r *balance.Report) error {
	build := &w.trainer.Build
	w.play.Plan, w.late = r.Plan, r.Late
	r.Stamp = records.Now(build.Revision, build.Vectors)
	r.Changes = append(r.Changes, w.changes...)
	r.Command, r.Bots = w.command(), w.bots()
	for _, e := range w.play.Agents {
		r.Agents = append(r.Agents, balance.Agent{Name: e.Name, Words: w.words[e.Name]})
	}
	if w.targets != nil {
		r.Targets = w.targets.Hold(r.Measures)
	}
	if w.before != nil {
		r.Compared = balance.Changes(w.before.Measures, r.Measures)
	}
	r.Conclude()
	return nil
}

// progress tells how far a part of the work has come.
func (w *work) progress(part string, done, total int) {
	if w.Progress != nil {
		w.Progress(part, done, total)
	}
}

// of returns what tells how far a part has come, and tells of its begin.
func (w *work) of(part string, total int) func(done, total int) {
	w.progress(part, 0, total)
	return func(done, total int) { w.progress(part, done, total) }
}

func (w *work) warn(format string, args ...any) {
	if w.Trainer.Warn != nil {
		w.Trainer.Warn(format, args...)
	}
}
