package open

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/checkpoints"
	"ringer/configs"
	"ringer/env"
	"ringer/internal/input"
	"ringer/train/algos"
)

// ReadTraining reads the configuration of a training, shipped or a file, and the assignments
// key=value after it. Its error for the name of a bot that another configuration trains names
// that one.
func ReadTraining(name string, file *algos.File, set ...string) error {
	err := file.Read(name, set...)
	if _, unknown := errors.AsType[*configs.UnknownNameError](err); unknown && slices.Contains(checkpoints.Names(), name) && TrainingOf(name) != "" {
		err = fmt.Errorf("%w; bot(%s) is trained by --config %s", err, name, TrainingOf(name))
	}
	return input.Bad(err)
}

// seatsInName matches the end of the name of a bot that counts its seats.
var seatsInName = regexp.MustCompile(`-[0-9]p$`)

// TrainingOf names the shipped training configuration of a shipped bot: the one of its own
// name, or of its name without the number of seats; empty when there is none.
func TrainingOf(bot string) string {
	for _, name := range []string{bot, seatsInName.ReplaceAllString(bot, "")} {
		if configs.Has("train", name) {
			return name
		}
	}
	return ""
}

// ConfigTitle returns the name of a configuration, without the folder and the extension of a file.
func ConfigTitle(config string) string {
	return strings.TrimSuffix(strings.TrimSuffix(filepath.Base(config), ".yml"), ".yaml")
}

// CheckAgents refuses a configuration whose agents cannot play, or that does not fit the
// game, before anything is written or trained. All that is wrong is named.
func CheckAgents(g env.Game, file *algos.File, build func(name string) (agents.Agent, error)) error {
	var faults []error
	for _, a := range AgentsOf(file) {
		if _, err := build(a.Name); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", a.Field, err))
		}
	}
	faults = append(faults, file.CheckGame(g.Spec()), file.Fits(g))
	return input.Bad(errors.Join(faults...))
}

// CheckRun names the agents of a new run, and returns every fault of a configuration that
// does not fit its game, or whose agents cannot play or be copied.
func (o *Opener) CheckRun(g env.Game, file *algos.File) error {
	if err := NameAgents(g, file); err != nil {
		return err
	}
	_, err := o.Copies(g, file, nil)
	return input.Bad(errors.Join(err, file.CheckGame(g.Spec()), file.Fits(g)))
}
