package cmd

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"ringer/configs"
	"ringer/env"
	"ringer/internal/input"
	"ringer/open"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// goOn makes a command line that begins a run in --out go on with it where it is there, so
// that one line serves for both: that of a container which is started anew. The run's own
// configuration counts then.
func (f *trainFlags) goOn() error {
	switch {
	case f.resume != "":
		return badf("--continue and --resume: want one of them; --resume wants a run that is there")
	case f.seeds != "":
		return badf("--continue and --seeds: leave --continue out, since a study goes on in any case")
	}
	if f.out == "" {
		return nil // earlierRun looks for the run
	}
	switch _, err := os.Stat(filepath.Join(f.out, "config.yaml")); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return bad(err)
	}
	f.resume, f.out, f.config, f.set = f.out, "", "", nil
	return nil
}

// earlier is a run of the settings that a new one would have; without a folder there is none.
type earlier struct {
	dir   string
	ended *open.Result // nil where it can go on
}

// earlierRun looks for a run with the settings of a new one in the folders that runs of its
// configuration are given, first for one that can go on.
func earlierRun(config string, g env.Game, file *algos.File) (found earlier, err error) {
	copies, err := opener.Copies(g, file, nil)
	if err != nil {
		return found, err
	}
	for n := 1; ; n++ {
		dir := runFolder(config, n)
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return found, nil
		}
		if !sameTraining(dir, g, file, copies) {
			continue
		}
		result, err := open.ReadResult(filepath.Join(dir, open.ResultName))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return earlier{dir: dir}, nil
		case err != nil:
			return earlier{}, bad(err)
		case found.ended == nil && result.Result != nil:
			result.Run = dir
			found = earlier{dir, result}
		}
	}
}

// sameTraining reports whether a folder holds a run that this build can go on with as if it were a
// new one: of the same settings, with the same bots and strategies, at the same game.
func sameTraining(dir string, g env.Game, file *algos.File, copies *open.Copies) bool {
	reader, text, err := checkpoint.Open(dir)
	if err != nil {
		return false
	}
	was := algos.Defaults()
	if err := configs.ReadAll(&was, configs.Text(filepath.Join(dir, checkpoint.ConfigName), text)); err != nil {
		return false
	}
	if changes, err := changesOfRun(&was, file); err != nil || len(changes) > 0 || was.Rules != file.Rules || was.StartSHA256 != file.StartSHA256 {
		return false
	}
	for name, data := range copies.Opponents {
		if kept, err := reader.LoadOpponent(name); err != nil || !bytes.Equal(kept, data) {
			return false
		}
	}
	_, files, err := reader.Latest()
	if errors.Is(err, checkpoint.ErrNone) {
		return true
	}
	if err != nil {
		return false
	}
	saved, err := train.ReadSaved(files)
	return err == nil && saved.SpecHash == g.Spec().Hash
}

// show prints the result of a run that has ended, and what trains another.
func (e *earlier) show(t *terminal, f *trainFlags, g env.Game, file *algos.File) error {
	t.warnf("%s has ended; another seed trains another one: ringer train --config %s --seed %d\n", e.dir, input.ShellWord(f.config), file.Seed+1)
	if f.json {
		return t.json(e.ended)
	}
	return printTraining(t, g, file, e.ended)
}
