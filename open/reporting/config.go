package reporting

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/knobs"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open/carried"
	"ringer/open/study"
	"ringer/report/balance"
	"ringer/report/records"
	"ringer/train/checkpoint"
)

// Config says what a report is of, who plays, and how much. Game, Dir and Trainer are needed;
// Defaults has the others. Errors name a field as the flag of ringer report does.
type Config struct {
	Game  env.Game
	Dir   string // folder of the report, of its finished parts, and of what it trains
	Force bool   // replaces another report in the folder

	// Trainer trains agents, and its Opener builds them. Its Warn is told what a person should
	// know and no error says; its Build is the one that the report names.
	Trainer   *study.Trainer
	Elsewhere *carried.Elsewhere // where workers play and train; nil: this process does all
	Workers   int                // goroutines that play; 0: one a processor

	Games   int      // of the strong agents, from which the other numbers follow; 0: as many as fit into Minutes
	Minutes float64  // that the report may take: it ends then, with what there is
	Plan    string   // numbers of the plan that differ from the numbers of Games, as balance.Plan.Differs writes them
	Seed    uint64   // of the deals and of everything random in the agents
	Only    []string // panels of balance.Panels; empty: all
	Band    float64  // how far a seat's share of the wins may lie from an equal one: 0 to 1

	Agents    []string // strong agents by name, instead of the shipped bot and trainings
	Tune      int      // decisions of each training; -1: none where no panel needs it and a bot was made for the rules, else as many as fit into a fifth of the time with all other trainings, or 100 for each of Games
	Trainings int      // that differ in their seeds alone

	Steps    []string // paths of rules to change by a step up and down
	Telling  int      // rules to find by themselves, of those whose change tells most, where there are no Steps
	Changes  []string // of which each is played as one beside the rules: PATH=VALUE, several in brackets, or a file
	About    string   // id or name of a card or other thing to ask about alone; empty: none
	Vary     []string // rules to follow over a range, as knobs.Vary reads them
	Strategy string   // file of a strategy to beat

	Targets string // file of targets, or the name of a shipped one; empty: none
	Compare string // an earlier report: its folder or its report.json; empty: none
	Record  string // file of JSON lines that keeps the main figures; empty: none
	Renew   bool   // makes no report where Record has it, of the same command and rules, and of bots that still ship: see ErrFresh

	// Build names the program that plays: parts that another one has finished are made again.
	// Empty is the SHA-256 of this program.
	Build string

	Command string // of the line that makes the report again; empty: ringer report

	// Progress receives how far a part of the work has come, from one goroutine at a time; total
	// is 0 where nobody knows it. It may be nil.
	Progress func(part string, done, total int)
}

// Defaults returns the configuration of a usual report, of seven minutes.
func Defaults() Config {
	return Config{Minutes: 7, Seed: 1, Band: usualBand, Tune: -1, Trainings: 3, Telling: usualTelling}
}

const (
	usualBand    = 0.05
	usualTelling = 2
)

// bad returns an error about an option, by the name of its flag. The format goes on after it.
func (c *Config) bad(option, format string, args ...any) error {
	return input.Badf("--"+option+format, args...)
}

// wants reports whether a panel is to be made.
func (c *Config) wants(panel string) bool { return len(c.Only) == 0 || slices.Contains(c.Only, panel) }

// agentsDir is the folder of what a report trains.
func (c *Config) agentsDir() string { return filepath.Join(c.Dir, "agents") }

// check returns what is wrong with the numbers and the names of the options.
func (c *Config) check() error {
	var faults []error
	fault := func(option, format string, args ...any) { faults = append(faults, c.bad(option, format, args...)) }
	if c.Dir == "" {
		fault("out", ": want the folder of the report")
	}
	if c.Games < 0 {
		fault("games", " %d: want a positive number", c.Games)
	}
	if c.Games == 0 && !(c.Minutes > 0) {
		fault("minutes", " %g: want a positive number", c.Minutes)
	}
	if !(c.Band > 0 && c.Band < 1) {
		fault("band", " %g: want a number between 0 and 1", c.Band)
	}
	for _, name := range c.Only {
		if !slices.Contains(balance.Panels(), name) {
			fault("only", " %q: want one of %s", name, strings.Join(balance.Panels(), ", "))
		}
	}
	if _, err := balance.PlanOf(c.Games).With(c.Plan); err != nil {
		fault("plan", ": %w", err)
	} else if c.Plan != "" && c.Games == 0 {
		fault("plan", ": want --games, from which the other numbers follow")
	}
	for _, n := range []struct {
		option       string
		value, least int
	}{{"workers", c.Workers, 0}, {"tune", c.Tune, -1}, {"trainings", c.Trainings, 1}, {"steps", c.Telling, 0}} {
		if n.value < n.least {
			fault(n.option, " %d: want at least %d", n.value, n.least)
		}
	}
	return errors.Join(faults...)
}

// read checks the options, and reads the files that they name, before anything is trained or
// written. All that is wrong is named.
func (w *work) read() error {
	shipped, err := games.Shipped(w.Game)
	if err == nil {
		w.changes, err = knobs.Diff(shipped, w.Game)
	}
	return errors.Join(w.check(), w.checkRenew(), w.checkRules(), err, w.readTargets(), w.readEarlier(), w.readRecords(), w.given())
}

func (w *work) readTargets() error {
	if w.Targets == "" {
		return nil
	}
	w.targets = &balance.Targets{}
	if err := configs.Read("targets", w.Targets, w.targets); err != nil {
		return input.Bad(err)
	}
	if err := w.targets.Within(w.Game, w.Only, w.levels()); err != nil {
		return w.bad("targets", " %s: %w", w.Targets, err)
	}
	return nil
}

// readEarlier reads the report with which this one is compared.
func (w *work) readEarlier() error {
	if w.Compare == "" {
		return nil
	}
	path := w.Compare
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, JSONName)
	}
	text, err := disk.ReadText(path, maxReport)
	if err != nil {
		return w.bad("compare", ": %w", err)
	}
	w.before = &balance.Report{}
	if err := json.Unmarshal(text, w.before); err != nil {
		return w.bad("compare", " %s: %w", path, err)
	}
	if w.before.Format != balance.Format {
		return w.bad("compare", " %s: format %q: want %q", path, w.before.Format, balance.Format)
	}
	return nil
}

// maxRecords is the size of the largest file of records that is read.
const maxRecords = 16 << 20

// readRecords reads the records that are kept already. A file that is not there yet has none.
func (w *work) readRecords() error {
	if w.Record == "" {
		return nil
	}
	text, err := disk.ReadText(w.Record, maxRecords)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return w.bad("record", ": %w", err)
	}
	if w.kept, err = balance.ReadRecords(bytes.NewReader(text)); err != nil {
		return w.bad("record", " %s: %w", w.Record, err)
	}
	return nil
}

// keepRecord writes the records with the record of a report.
func (w *work) keepRecord(r *balance.Report) error {
	if w.Record == "" {
		return nil
	}
	var b bytes.Buffer
	if err := records.Write(&b, balance.Keep(w.kept, balance.RecordOf(r))); err != nil {
		return err
	}
	return checkpoint.WriteFile(w.Record, b.Bytes())
}

// made returns the panels that the command names: those that were asked for, without those that the
// time did not suffice for.
func (w *work) made() []string {
	only := slices.Clone(w.Only)
	if len(only) == 0 && len(w.late) > 0 {
		only = balance.Panels()
	}
	return slices.DeleteFunc(only, func(panel string) bool { return slices.Contains(w.late, panel) })
}

// command returns the command that makes the report again.
func (w *work) command() string {
	parts := []string{w.Command, input.ShellWord(w.Game.Spec().String()), fmt.Sprintf("--games %d --seed %d", w.Games, w.Seed)}
	if plan := w.play.Plan.Differs(); plan != "" {
		parts = append(parts, "--plan "+plan)
	}
	if w.Command == "" {
		parts[0] = "ringer report"
	}
	if len(w.Agents) == 0 {
		parts = append(parts, fmt.Sprintf("--tune %d --trainings %d", w.Tune, w.Trainings))
	}
	words := func(flag string, values ...string) {
		for _, v := range values {
			parts = append(parts, "--"+flag+" "+input.ShellWord(v))
		}
	}
	words("agent", w.Agents...)
	words("only", w.made()...)
	if w.Band != usualBand {
		parts = append(parts, fmt.Sprintf("--band %g", w.Band))
	}
	if w.About != "" {
		words("about", w.About)
	}
	words("step", w.Steps...)
	words("change", w.Changes...)
	words("vary", w.Vary...)
	if !w.namesRules() && w.Telling != usualTelling {
		parts = append(parts, fmt.Sprintf("--steps %d", w.Telling))
	}
	if w.Strategy != "" {
		words("strategy", w.Strategy)
	}
	if w.Targets != "" {
		words("targets", w.Targets)
	}
	return strings.Join(parts, " ")
}
