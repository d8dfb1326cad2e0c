package cmd

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"ringer/internal/callexpr"
	"ringer/train/algos"
)

// published returns the configuration of a run as it may go to others, also as JSON, of which
// config is that of the run: agents in files are called by the names of the files, without
// the folders of the machine that trained.
func published(run *algos.File, config json.RawMessage) (*algos.File, json.RawMessage, error) {
	file := *run
	file.Opponents.Fixed, file.Evaluation.Opponents = slices.Clone(file.Opponents.Fixed), slices.Clone(file.Evaluation.Opponents)
	changed := false
	hide := func(name *string) {
		if plain := withoutFolders(*name); plain != *name {
			*name, changed = plain, true
		}
	}
	hide(&file.Start)
	for _, a := range agentsOf(&file) {
		hide(a.in)
	}
	if !changed {
		return run, config, nil
	}
	text, err := file.Text()
	if err != nil {
		return nil, nil, err
	}
	config, err = yaml.YAMLToJSON(text)
	return &file, config, err
}

// withoutFolders returns the name of an agent with the files in it named without their folders.
func withoutFolders(agent string) string {
	if !strings.ContainsAny(agent, `/\`) {
		return agent
	}
	e, err := callexpr.Parse(agent)
	if err != nil {
		return filepath.Base(strings.ReplaceAll(agent, `\`, "/"))
	}
	e.Args = slices.Clone(e.Args)
	for i := range e.Args {
		e.Args[i].Value = withoutFolders(e.Args[i].Value)
	}
	return e.String()
}
