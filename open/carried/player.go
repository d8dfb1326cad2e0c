package carried

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

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

// Player builds what plays for a run that came over the network, with the bots that it carries, by
// file name: no program, unless programs says so.
func Player(o *open.Opener, config []byte, files map[string][]byte, programs bool) (*spread.Run, error) {
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
	return &spread.Run{Game: g, Config: file.Config, Agent: func(name string) (agents.Agent, error) { return o.AgentOfCopies(g, files, name) }}, nil
}
