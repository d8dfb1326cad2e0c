package training

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"ringer/agents"
	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/study"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// CloseRun gives up the lock of a run; nil is none.
func CloseRun(run *checkpoint.Run) error {
	if run == nil {
		return nil
	}
	return run.Close()
}

// Trainer returns what trains runs in this process.
func Trainer(t *shell.Terminal) *study.Trainer {
	return &study.Trainer{Opener: t.Opener, Build: buildinfo.ThisVersion().Build(), Warn: t.Warnf, Card: runCard}
}

// CheckAgents refuses a configuration whose agents cannot play, or that does not fit the
// game, before anything is written or trained. All that is wrong is named.
func CheckAgents(g env.Game, file *algos.File, build func(name string) (agents.Agent, error)) error {
	var faults []error
	for _, a := range open.AgentsOf(file) {
		if _, err := build(a.Name); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", a.Field, err))
		}
	}
	faults = append(faults, file.CheckKinds(g.Spec()), file.Fits(g.Spec()))
	return input.Bad(errors.Join(faults...))
}

// ConfigTitle returns the name of a configuration, without the folder and the extension
// of a file.
func ConfigTitle(config string) string {
	return strings.TrimSuffix(strings.TrimSuffix(filepath.Base(config), ".yml"), ".yaml")
}
