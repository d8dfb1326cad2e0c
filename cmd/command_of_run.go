package cmd

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"ringer/configs"
	"ringer/train/algos"
)

// safeWord matches what every shell takes as it stands.
var safeWord = regexp.MustCompile(`^[A-Za-z0-9_./-][A-Za-z0-9_./:@%+,=-]*$`)

// shellWord returns a word of a command that is there to be copied: in quotes unless it is safe.
func shellWord(word string) string {
	if safeWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// command returns a command line that makes such a run again: from the shipped
// configuration that differs least from the run's, with the differences.
func (s *source) command(file *algos.File) string {
	name, set, ok := nearestConfig(file)
	if !ok {
		return ""
	}
	words := []string{"ringer", "train", "--config", name}
	for _, assignment := range set {
		words = append(words, "--set", shellWord(assignment))
	}
	if s.result != nil && s.saved.Decisions < file.Decisions {
		words = append(words, "--seconds", fmt.Sprint(math.Ceil(s.result.Seconds))) // it ended by the clock
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

// changesOfRun returns the assignments that lead from a shipped configuration to that
// of a run, without the keys that every run has for itself.
func changesOfRun(shipped, run *algos.File) ([]string, error) {
	mine := *run
	mine.Rules, mine.ReportSeed, mine.StartSHA256 = shipped.Rules, shipped.ReportSeed, shipped.StartSHA256
	return configs.Changes(shipped, &mine)
}
