package carried

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"ringer/agents"
	"ringer/configs"
	"ringer/internal/input"
	"ringer/open"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/spread"
)

// Opponents reads the bots that a run carries, by file name.
func Opponents(run *checkpoint.Reader) (map[string][]byte, error) {
	files := map[string][]byte{}
	entries, err := os.ReadDir(run.OpponentPath(""))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if files[e.Name()], err = run.LoadOpponent(e.Name()); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// Player makes a folder of a run that came over the network, and builds what plays
// for it: no program, unless programs says so. Close removes the folder.
func Player(o *open.Opener, config []byte, files map[string][]byte, programs bool) (_ *spread.Run, err error) {
	dir, err := os.MkdirTemp("", "ringer-worker-")
	if err != nil {
		return nil, err
	}
	remove := func() error { return os.RemoveAll(dir) }
	defer func() {
		if err != nil {
			err = errors.Join(err, remove())
		}
	}()
	run, err := checkpoint.Create(filepath.Join(dir, "run"), config)
	if err != nil {
		return nil, err
	}
	for name, data := range files {
		if !filepath.IsLocal(name) || filepath.Base(name) != name {
			return nil, fmt.Errorf("a file %s: want a name without a folder", input.Shown(name))
		}
		if err := run.SaveOpponent(name, data); err != nil {
			return nil, errors.Join(err, run.Close())
		}
	}
	if err := run.Close(); err != nil {
		return nil, err
	}
	file := algos.Defaults()
	if err := configs.ReadAll(&file, configs.Text("config.yaml", config)); err != nil {
		return nil, err
	}
	for _, a := range open.AgentsOf(&file) {
		if open.IsProgram(a.Name) && !programs {
			return nil, fmt.Errorf("%s: %s is a program, which the run may have from anybody: give --programs to start it", a.Field, input.Shown(a.Name))
		}
	}
	g, err := open.Restore("the run's rules", file.Game, json.RawMessage(file.Rules))
	if err != nil {
		return nil, err
	}
	return &spread.Run{Game: g, Config: file.Config, Agent: func(name string) (agents.Agent, error) { return o.AgentOfRun(g, &run.Reader, name) }, Close: remove}, nil
}
