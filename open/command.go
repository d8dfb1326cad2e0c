package open

import (
	"fmt"
	"math"
	"strings"

	"ringer/configs"
	"ringer/internal/input"
	"ringer/train/algos"
)

// CommandOf returns a command line that trains a run again: from the shipped configuration
// that differs least from the run's, with the differences. result is nil where the run has none;
// the command is empty where no configuration ships.
func CommandOf(file *algos.File, result *Result) string {
	name, set, ok := nearestConfig(file)
	if !ok {
		return ""
	}
	words := []string{"ringer", "train", "--config", name}
	for _, assignment := range set {
		words = append(words, "--set", input.ShellWord(assignment))
	}
	if result != nil && result.Decisions < file.Decisions {
		words = append(words, "--seconds", fmt.Sprint(math.Ceil(result.Seconds))) // it ended by the clock
	}
	return strings.Join(words, " ")
}

// nearestConfig returns the shipped training configuration that differs in the fewest
// keys from a run's, and the assignments that make the run's of it.
func nearestConfig(run *algos.File) (name string, set []string, ok bool) {
	for _, candidate := range configs.Names("train") {
		shipped := algos.Defaults()
		if err := configs.Read("train", candidate, &shipped); err != nil {
			continue
		}
		changes, err := changesOfRun(&shipped, run)
		if err != nil {
			continue
		}
		if !ok || len(changes) < len(set) {
			name, set, ok = candidate, changes, true
		}
	}
	return name, set, ok
}

// changesOfRun returns the assignments that lead from a shipped configuration to the
// configuration of a run, without the keys that every run has for itself.
func changesOfRun(shipped, run *algos.File) ([]string, error) {
	mine := *run
	mine.Rules, mine.ReportSeed, mine.StartSHA256 = shipped.Rules, shipped.ReportSeed, shipped.StartSHA256
	return configs.Changes(shipped, &mine)
}
