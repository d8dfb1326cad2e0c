package train

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
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
	if f.resume != "" {
		return input.Badf("--continue and --resume: want one of them; --resume wants a run that is there")
	}
	if f.out == "" {
		return nil // earlierRun looks for the run
	}
	switch _, err := os.Stat(filepath.Join(f.out, "config.yaml")); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return input.Bad(err)
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
func earlierRun(t *shell.Terminal, config string, g env.Game, file *algos.File) (found earlier, err error) {
	for n := 1; ; n++ {
		dir := runFolder(config, n)
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return found, nil
		}
		if !sameTraining(t, dir, g, file) {
			continue
		}
		result, err := open.ReadResult(filepath.Join(dir, open.ResultName))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return earlier{dir: dir}, nil
		case err != nil:
			return earlier{}, input.Bad(err)
		case found.ended == nil && result.Result != nil:
			result.Run = dir
			found = earlier{dir, result}
		}
	}
}

// sameTraining reports whether a folder holds a run that this build can go on with as if it were a
// new one: of the same settings, with the same bots and strategies, at the same game.
func sameTraining(t *shell.Terminal, dir string, g env.Game, file *algos.File) bool {
	mine := *file
	reader, _, err := checkpoint.Open(dir)
	if err != nil {
		return false
	}
	if other, err := lookup.Trainer(t).Other(dir, g, &mine); err != nil || other != "" {
		return false
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
func (e *earlier) show(t *shell.Terminal, f *trainFlags, g env.Game, file *algos.File) error {
	t.Warnf("%s has ended; another seed trains another one: ringer train --config %s --seed %d\n", e.dir, input.ShellWord(f.config), file.Seed+1)
	if f.json {
		return t.JSON(e.ended)
	}
	return printTraining(t, g, file, e.ended)
}
