package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ringer/agents"
	"ringer/configs"
	"ringer/env"
	"ringer/internal/input"
	"ringer/open"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	trainspread "ringer/train/spread"
)

// openSpread makes a folder of a run that came over the network, and builds what plays
// for it. Close removes the folder.
func openSpread(config []byte, files map[string][]byte, programs bool) (_ *trainspread.Run, err error) {
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
	return &trainspread.Run{Game: g, Config: file.Config, Agent: runAgents(g, run), Close: remove}, nil
}

// runAgents builds agents that the configuration of a run names.
func runAgents(g env.Game, run *checkpoint.Run) func(string) (agents.Agent, error) {
	return func(name string) (agents.Agent, error) { return opener.AgentOfRun(g, &run.Reader, name) }
}

func hostName() string {
	host, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return host
}
