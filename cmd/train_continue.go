package cmd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// goOn makes a command line that begins a run in --out go on with it where it is there, so
// that one line serves for both: that of a container which is started anew. The run's own
// configuration counts then.
func (f *trainFlags) goOn() error {
	switch {
	case f.out == "":
		return badf("--continue: want --out, the folder of the run to begin or to go on with")
	case f.resume != "":
		return badf("--continue and --resume: want one of them; --resume wants a run that is there")
	case f.seeds != "":
		return badf("--continue and --seeds: leave --continue out, since a study goes on in any case")
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
