package report

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/env/games"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/reporting"
	"ringer/report/balance"
)

// ReportFlags are the flags of `ringer report`.
type ReportFlags struct {
	reporting.Config
	elsewhere remote.WorkersFlags
	Rules     []string
	json      bool
}

func NewReport(t *shell.Terminal) *cobra.Command {
	f := ReportFlags{Config: reporting.Defaults()}
	cmd := &cobra.Command{
		Use:   "report GAME",
		Short: "Find what dominates in a game: a balance report for designers",
		Long: `Let strong agents play a game, and write what they show about it: report.html (one
file, no network needed), report.json, the data of each picture and table as CSV, each
picture as SVG, and the games behind each flag as replays.

The agents are the bot that ships for the game, and three trainings that go on from it
on the rules of the report (--tune decisions each, 0 for none; --trainings). Where
no bot ships, trainings begin as the game's configuration says. --agent names agents
instead.

--games says how much is played: the same number and seed give the same report,
whatever the number of workers. --minutes measures the speed here and now, plays as
much as fits, and ends on time with what there is; the report says which --games and
--plan make it again. A stopped report goes on with the same command.

--targets FILE holds figures to ranges: PASS, FAIL, or INCONCLUSIVE with the number of
games that would decide. A target that fails makes the exit status 1.`,
		Annotations: shell.Keys(`--json prints {"game", "spec_hash", "verdict", "flags": [{"kind", "subject", "words",
"effect", "low", "high", "n", "panel", "replays"}], "measures": [{"name", "words",
"value", "low", "high", "n", "of"}], "targets": [{"name", "measure", "low", "high",
"estimate", "estimate_low", "estimate_high", "n", "verdict", "needed"}], "compared",
"out"}, and with --renew, where nothing is to do, {"game", "record", "fresh"}.`),
		Example: "  ringer report heat --minutes 5 --out runs/heat-report\n  ringer report 'heat(file=my-heat.yaml)' --games 400 --targets targets.yaml --out runs/my-heat\n  ringer report leduc --games 2000 --out runs/leduc-report",
		Args:    shell.Takes("GAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if shell.IsGiven(cmd, &f.Minutes) && shell.IsGiven(cmd, &f.Games) {
				return input.Badf("--minutes and --games: want one of them")
			}
			if shell.IsGiven(cmd, &f.Games) {
				f.Minutes = 0
			}
			return runReport(cmd.Context(), t, &f, args[0])
		},
	}
	c := &f.Config
	shell.AddFlag(cmd, &c.Dir, "out", "", shell.AFolder, "folder of the report (default runs/report-GAME)")
	shell.AddFlag(cmd, &f.Rules, "rules", nil, shell.APath, "a file of changes to the rules, or one change: PATH=VALUE; may be repeated")
	shell.AddFlag(cmd, &c.Steps, "step", nil, shell.AText, "a rule to change by a step up and down, PATH; may be repeated")
	shell.AddFlag(cmd, &c.Changes, "change", nil, shell.APath, "changes to play beside the rules: '[A=1,B=2]', or a file; may be repeated")
	shell.AddFlag(cmd, &c.About, "about", "", shell.AText, "a card or other thing to ask about alone, by its id or name")
	shell.AddFlag(cmd, &c.Telling, "steps", c.Telling, shell.ACount, "without --step: how many rules to change by a step")
	shell.AddFlag(cmd, &c.Vary, "vary", nil, shell.AText, "a rule to follow: PATH=1..5, PATH=0..1:0.25 or PATH=1,2,4; may be repeated")
	shell.AddFlag(cmd, &c.Strategy, "strategy", "", shell.AFile, "a file with a named strategy to beat (see docs/agents.md)")
	shell.AddFlag(cmd, &c.Targets, "targets", "", shell.AFile, "file of targets, or the name of a shipped one")
	shell.AddFlag(cmd, &c.Compare, "compare", "", shell.APath, "an earlier report: its folder or its report.json")
	shell.AddFlag(cmd, &c.Record, "record", "", shell.AFile, "a file of JSON lines that keeps the main figures of this report")
	shell.AddFlag(cmd, &c.Renew, "renew", false, shell.ASwitch, "make no report where --record has it, of the same command, rules and bots")
	shell.AddFlag(cmd, &c.Agents, "agent", nil, shell.AnAgent, "a strong agent instead of the usual ones; may be repeated")
	shell.AddFlag(cmd, &c.Only, "only", nil, shell.Choice(balance.Panels), "a panel to make; may be repeated (default: all): "+strings.Join(balance.Panels(), ", "))
	shell.AddFlag(cmd, &c.Minutes, "minutes", c.Minutes, shell.ANumber, "time that the report may take: it ends then, with what there is")
	shell.AddFlag(cmd, &c.Games, "games", c.Games, shell.ACount, "instead of --minutes: games of the strong agents; other numbers follow")
	shell.AddFlag(cmd, &c.Plan, "plan", "", shell.AText, "with --games: other numbers, as the command in a report of --minutes has them")
	shell.AddFlag(cmd, &c.Tune, "tune", c.Tune, shell.ACount, "decisions of each training (-1: none where no panel needs any, else a fifth of the time for all, or 100 for each of --games; 0: none)")
	shell.AddFlag(cmd, &c.Trainings, "trainings", c.Trainings, shell.ACount, "trainings that differ in their seeds alone")
	shell.AddFlag(cmd, &c.Band, "band", c.Band, shell.AShare, "how far a seat's share of the wins may lie from even")
	shell.AddFlag(cmd, &c.Seed, "seed", c.Seed, shell.ASeed, "seed of the deals and of everything random in the agents")
	shell.AddFlag(cmd, &c.Workers, "workers", c.Workers, shell.AWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &c.Force, "force", false, shell.ASwitch, "replace another report in the folder")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.Add(t, cmd)
	return cmd
}

// ReadGame builds the game of the report, with the changes of --rules on top.
func (f *ReportFlags) ReadGame(name string) (env.Game, error) {
	if len(f.Rules) == 0 {
		return open.Game(name)
	}
	return open.Hinted(games.NewChanged(name, f.Rules...))
}

func runReport(ctx context.Context, t *shell.Terminal, f *ReportFlags, name string) (err error) {
	c := &f.Config
	if c.Game, err = f.ReadGame(name); err != nil {
		return err
	}
	if c.Dir == "" {
		c.Dir = "runs/report-" + c.Game.Spec().Name
	}
	if c.Build, err = buildinfo.BuiltOf(); err != nil {
		return err
	}
	c.Trainer, c.Elsewhere, c.Command = lookup.Trainer(t), f.elsewhere.At, t.Named("ringer report")
	stages := t.Stages()
	c.Progress = stages.Set
	r, err := reporting.Run(ctx, *c)
	stages.Finish()
	if errors.Is(err, reporting.ErrFresh) {
		if f.json {
			return t.JSON(map[string]any{"game": c.Game.Spec().String(), "record": c.Record, "fresh": true})
		}
		return t.Printf("%s: the record in %s is of the same command, rules and bots: nothing to do\n", c.Game.Spec(), c.Record)
	}
	if err != nil && ctx.Err() != nil {
		return shell.Interrupted("finished parts are in %s: the same command goes on", c.Dir)
	}
	if err != nil {
		return err
	}
	if f.json {
		err = t.JSON(reportObject(r, c.Dir))
	} else {
		err = printReport(t, r, c.Dir)
	}
	if err != nil {
		return err
	}
	return failed(r)
}
