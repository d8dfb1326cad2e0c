package report

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/internal/input"
	"ringer/internal/progress"
	"ringer/open"
	"ringer/report/balance"
)

type ReportFlags struct {
	opener                *open.Opener
	elsewhere             remote.WorkersFlags
	targets, compare, out string
	record                string
	strategy              string
	agents, only, vary    []string
	steps, Rules          []string
	games, workers        int
	tune, trainings       int
	telling               int
	minutes, band         float64
	seed                  uint64
	force, json           bool

	words map[string]string // what the agents of the report are, by their names
}

func NewReport(t *shell.Terminal) *cobra.Command {
	f := ReportFlags{opener: t.Opener}
	cmd := &cobra.Command{
		Use:   "report GAME",
		Short: "Find what dominates in a game: a balance report for designers",
		Long: `Let strong agents play a game, and write what they show about it: report.html (one
file, no network needed), report.json, the data of each picture and table as CSV, each
picture as SVG, and the games behind each flag as replays.

The agents are the bot that ships for the game and three trainings of it on the rules
of the report, which go on from it (--tune decisions each, 0 for none; --trainings). Where
no bot ships, trainings begin as the game's configuration says. --agent names agents
instead.

--games says how much is played: the same number and seed give the same report,
whatever the number of workers. --minutes plays a little first, and then as much as
fits; the report says the number of games that makes it again. A report that was
stopped goes on with the same command: finished parts are in DIR/parts.

--targets FILE holds figures to ranges: PASS, FAIL, or INCONCLUSIVE with the number of
games that would decide. A target that fails makes the exit status 1.`,
		Annotations: shell.Keys(`--json prints {"game", "spec_hash", "verdict", "flags": [{"kind", "subject", "words",
"effect", "low", "high", "n", "panel", "replays"}], "measures": [{"name", "words",
"value", "low", "high", "n", "of"}], "targets": [{"name", "measure", "low", "high",
"estimate", "estimate_low", "estimate_high", "n", "verdict", "needed"}], "compared",
"out"}.`),
		Example: "  ringer report heat --minutes 5 --out runs/heat-report\n  ringer report 'heat(file=my-heat.yaml)' --games 400 --targets targets.yaml --out runs/my-heat\n  ringer report leduc --games 2000 --out runs/leduc-report",
		Args:    shell.Takes("GAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if shell.IsGiven(cmd, &f.minutes) && shell.IsGiven(cmd, &f.games) {
				return input.Badf("--minutes and --games: want one of them")
			}
			if shell.IsGiven(cmd, &f.games) {
				f.minutes = 0
			}
			return runReport(cmd.Context(), t, &f, args[0])
		},
	}
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "folder of the report (default runs/report-GAME)")
	shell.AddFlag(cmd, &f.Rules, "rules", nil, shell.APath, "a file of changes to the rules, or one change: PATH=VALUE; may be repeated")
	shell.AddFlag(cmd, &f.steps, "step", nil, shell.AText, "a rule to change by a step up and down, PATH; may be repeated (see ringer games GAME --knobs)")
	shell.AddFlag(cmd, &f.telling, "steps", 2, shell.ACount, "rules to find by themselves, of those whose change tells most, where no --step is given")
	shell.AddFlag(cmd, &f.vary, "vary", nil, shell.AText, "a rule to follow over a range: PATH=1..5, PATH=0..1:0.25 or PATH=1,2,4; may be repeated")
	shell.AddFlag(cmd, &f.strategy, "strategy", "", shell.AFile, "a file with a named strategy to beat (see docs/agents.md)")
	shell.AddFlag(cmd, &f.targets, "targets", "", shell.AFile, "file of targets, or the name of a shipped one")
	shell.AddFlag(cmd, &f.compare, "compare", "", shell.APath, "an earlier report: its folder or its report.json")
	shell.AddFlag(cmd, &f.record, "record", "", shell.AFile, "a file of JSON lines that keeps the main figures of this report")
	shell.AddFlag(cmd, &f.agents, "agent", nil, shell.AnAgent, "a strong agent instead of the usual ones; may be repeated")
	shell.AddFlag(cmd, &f.only, "only", nil, shell.Choice(balance.Panels), "a panel to make; may be repeated (default: all): "+strings.Join(balance.Panels(), ", "))
	shell.AddFlag(cmd, &f.minutes, "minutes", 7, shell.ANumber, "time that the report may take, about")
	shell.AddFlag(cmd, &f.games, "games", 0, shell.ACount, "games of the strong agents, from which the other numbers follow, instead of --minutes")
	shell.AddFlag(cmd, &f.tune, "tune", -1, shell.ACount, "decisions of each training (-1: as many as a tenth of the time allows, or 100 for each of --games; 0: none)")
	shell.AddFlag(cmd, &f.trainings, "trainings", 3, shell.ACount, "trainings that differ in their seeds alone")
	shell.AddFlag(cmd, &f.band, "band", 0.05, shell.AShare, "how far a seat's share of the wins may lie from even, the share of equal seats")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "seed of the deals and of everything random in the agents")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.force, "force", false, shell.ASwitch, "replace another report in the folder")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.Add(t, cmd)
	return cmd
}

func runReport(ctx context.Context, t *shell.Terminal, f *ReportFlags, name string) error {
	g, err := f.Game(name)
	if err != nil {
		return err
	}
	beside, err := f.read(g)
	if err != nil {
		return err
	}
	if f.out == "" {
		f.out = "runs/report-" + g.Spec().Name
	}
	config := balance.Config{Game: g, Seed: f.seed, Workers: f.workers, Place: f.elsewhere.At.Games(), Band: f.band, Only: f.only}
	if config.Build, err = buildinfo.BuiltOf(); err != nil {
		return err
	}
	if err := f.given(&config); err != nil {
		return err
	}
	folder, err := openReport(f.out, g, f.force)
	if err != nil {
		return err
	}
	config.Store = folder
	began := time.Now()
	if err := f.prepare(ctx, t, folder, &config); err != nil {
		return f.stopped(ctx, err)
	}
	r, err := playReport(ctx, t, config)
	if err != nil {
		return f.stopped(ctx, input.Bad(err))
	}
	if err := f.conclude(t, r, &config, beside); err != nil {
		return err
	}
	if r.Seconds, err = folder.spent(time.Since(began)); err != nil {
		return err
	}
	if err := folder.write(r, &config); err != nil {
		return err
	}
	if err := f.keepRecord(beside.kept, r); err != nil {
		return err
	}
	if f.json {
		err = t.JSON(reportObject(r, f.out))
	} else {
		err = printReport(t, r, f.out)
	}
	if err != nil {
		return err
	}
	return failed(r)
}

// besideReport holds what belongs to a report beside its figures: what its game changes in the
// shipped rules, targets, an earlier report, records.
type besideReport struct {
	changed lookup.ChangedGame
	targets *balance.Targets // or nil
	before  *balance.Report  // or nil
	kept    []balance.Record
}

// read checks the flags, and reads the files that they name.
func (f *ReportFlags) read(g env.Game) (b besideReport, err error) {
	if err := f.check(); err != nil {
		return b, err
	}
	if err := f.checkRules(g); err != nil {
		return b, err
	}
	if b.changed, err = lookup.ChangesOf(g, g); err != nil {
		return b, err
	}
	if b.targets, err = f.readTargets(); err != nil {
		return b, err
	}
	if b.before, err = f.earlier(); err != nil {
		return b, err
	}
	b.kept, err = f.recorded()
	return b, err
}

// prepare trains the agents, for changed rules too, and plans how much is played in the time
// that is left.
func (f *ReportFlags) prepare(ctx context.Context, t *shell.Terminal, folder *reportFolder, c *balance.Config) error {
	began := time.Now()
	if err := f.cast(ctx, t, c); err != nil {
		return err
	}
	c.Build += fmt.Sprintf(" %d %d", f.tune, f.trainings) // on which the agents depend
	if f.wants("what-if") || f.wants("sensitivity") {
		if err := f.changeRules(ctx, t, c); err != nil {
			return err
		}
	}
	if f.strategy != "" && f.wants("answer") {
		if err := f.beatStrategy(c); err != nil {
			return err
		}
	}
	letWarbandsMeet(f.opener, c)
	if f.games == 0 {
		whole := time.Duration(f.minutes * float64(time.Minute))
		games, err := folder.pilot(ctx, t, c, max(whole-time.Since(began), leastPlay*whole/100), f.minutes)
		if err != nil {
			return err
		}
		f.games = games
	}
	c.Plan = balance.PlanOf(f.games)
	return nil
}

// playReport plays a report, with a bar for each of its parts.
func playReport(ctx context.Context, t *shell.Terminal, c balance.Config) (*balance.Report, error) {
	var bar *progress.Progress
	part := ""
	c.Progress = func(name string, done, total int) {
		if name != part || bar == nil {
			if bar != nil {
				bar.Finish()
			}
			bar, part = t.Progress(name, total), name
		}
		bar.Set(done, total)
	}
	r, err := balance.Play(ctx, c)
	if bar != nil {
		bar.Finish()
	}
	return r, err
}

// Game builds the game of the report: with the changes of --rules on top.
func (f *ReportFlags) Game(name string) (env.Game, error) {
	if len(f.Rules) == 0 {
		return open.Game(name)
	}
	return open.Hinted(games.NewChanged(name, f.Rules...))
}

// wants reports whether a panel is to be made.
func (f *ReportFlags) wants(panel string) bool {
	return len(f.only) == 0 || slices.Contains(f.only, panel)
}

func (f *ReportFlags) check() error {
	var faults []error
	if f.games < 0 {
		faults = append(faults, input.Badf("--games %d: want a positive number", f.games))
	}
	if f.games == 0 && !(f.minutes > 0) {
		faults = append(faults, input.Badf("--minutes %g: want a positive number", f.minutes))
	}
	if !(f.band > 0 && f.band < 1) {
		faults = append(faults, input.Badf("--band %g: want a number between 0 and 1", f.band))
	}
	for _, name := range f.only {
		if !slices.Contains(balance.Panels(), name) {
			faults = append(faults, input.Badf("--only %q: want one of %s", name, strings.Join(balance.Panels(), ", ")))
		}
	}
	return input.Bad(errors.Join(append(faults, shell.AtLeast("workers", f.workers, 0), shell.AtLeast("tune", f.tune, -1), shell.AtLeast("trainings", f.trainings, 1), shell.AtLeast("steps", f.telling, 0))...))
}

// leastPlay is the share of the time, in percent, that games get however long trainings took.
const leastPlay = 50

// stopped returns the error of a report that was interrupted, or any other as it is.
func (f *ReportFlags) stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return shell.Interrupted("finished parts are in %s: the same command continues", f.out)
	}
	return err
}

func (f *ReportFlags) readTargets() (*balance.Targets, error) {
	if f.targets == "" {
		return nil, nil
	}
	var targets balance.Targets
	if err := configs.Read("targets", f.targets, &targets); err != nil {
		return nil, input.Bad(err)
	}
	if err := targets.Within(f.only); err != nil {
		return nil, input.Bad(fmt.Errorf("--targets %s: %w", f.targets, err))
	}
	return &targets, nil
}

// conclude adds everything to a report that follows from its figures.
func (f *ReportFlags) conclude(t *shell.Terminal, r *balance.Report, c *balance.Config, beside besideReport) error {
	r.Stamp = buildinfo.ThisStamp()
	r.Changes = append(r.Changes, beside.changed.Differences...)
	r.Command = t.Named(f.again(c.Game))
	for _, e := range c.Agents {
		r.Agents = append(r.Agents, balance.Agent{Name: e.Name, Words: f.words[e.Name]})
	}
	if beside.targets != nil {
		results, err := beside.targets.Hold(r.Measures)
		if err != nil {
			return input.Bad(fmt.Errorf("--targets %s: %w", f.targets, err))
		}
		r.Targets = results
	}
	if beside.before != nil {
		r.Compared = balance.Changes(beside.before.Measures, r.Measures)
	}
	r.Conclude()
	return nil
}

// again returns the command that makes the report again.
func (f *ReportFlags) again(g env.Game) string {
	parts := []string{"ringer report", input.ShellWord(g.Spec().String()), fmt.Sprintf("--games %d --seed %d", f.games, f.seed)}
	if len(f.agents) == 0 {
		parts = append(parts, fmt.Sprintf("--tune %d --trainings %d", f.tune, f.trainings))
	}
	for _, a := range f.agents {
		parts = append(parts, "--agent "+input.ShellWord(a))
	}
	for _, p := range f.only {
		parts = append(parts, "--only "+input.ShellWord(p))
	}
	if f.band != 0.05 {
		parts = append(parts, fmt.Sprintf("--band %g", f.band))
	}
	for _, x := range []struct {
		flag   string
		values []string
	}{{"step", f.steps}, {"vary", f.vary}} {
		for _, v := range x.values {
			parts = append(parts, "--"+x.flag+" "+input.ShellWord(v))
		}
	}
	if len(f.steps) == 0 && f.telling != 2 {
		parts = append(parts, fmt.Sprintf("--steps %d", f.telling))
	}
	if f.strategy != "" {
		parts = append(parts, "--strategy "+input.ShellWord(f.strategy))
	}
	if f.targets != "" {
		parts = append(parts, "--targets "+input.ShellWord(f.targets))
	}
	return strings.Join(parts, " ")
}
