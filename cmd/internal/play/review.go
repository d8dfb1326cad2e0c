package play

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/tables"
	"ringer/play/advice"
	"ringer/play/opponents"
	"ringer/play/replay"
	"ringer/play/review"
	"ringer/play/review/words"
	"ringer/play/scene/scenes"
)

type reviewFlags struct {
	seat, worlds, confirm, suspect, workers int
	agent, html                             string
	seed                                    uint64
	open, json, force                       bool
}

func NewReview(t *shell.Terminal) *cobra.Command {
	var f reviewFlags
	cmd := &cobra.Command{
		Use:   "review FILE",
		Short: "Say where a finished game was won and lost",
		Long: `Review a saved game that is over from the eyes of one seat: its chance to win at each
of its decisions, the decisions that cost the most, with a better choice, and three parts
that add up to the result: clear errors, unclear ones, and luck.

The bot that ships for the game plays on from every decision in worlds that the seat
could not tell from the true one: --worlds of them everywhere, and --confirm fresh ones
where the loss looks large, so that the costliest decisions are not chosen by luck. A
decision costs what the adviser's own play there does better, in the same worlds. It is a
clear error when the 95% interval of its cost in the fresh worlds is above 0. What all other
decisions cost together is measured as well, each in few worlds: below 0 where they were
better than the adviser's. In games too long for that, decisions are drawn for it, and the
bot's own probabilities choose which are tried. The chance at the first decision, less the
clear errors, less the unclear ones, plus luck, is the result; luck is all that happens
between the seat's decisions, the play of others included.

--open reviews with open cards: from what truly lay on the table. --html FILE writes one
page that needs no network.`,
		Annotations: shell.Keys(`--json prints {"game", "seat" (from 0), "source", "unit", "open", "seed", "start",
"errors", "unclear", "luck", "result", "decisions": [{"step", "phase", "value", "chosen",
"better", "loss", "luck", "worlds", "why"}], "costliest"}. "value", "loss", "start",
"errors", "unclear" and "luck" are {"chance", "low", "high"}: "start" less "errors" less
"unclear" plus "luck" is "result". "better" is there for clear errors; "costliest" are their
indices. A decision with 0 worlds has its part of what all cost together.`),
		Example: "  ringer review kuhn-7.replay.jsonl\n  ringer review heat-12.replay.jsonl --seat 2 --html review.html",
		Args:    shell.Takes("FILE"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runReview(cmd.Context(), t, &f, args[0]) },
	}
	shell.AddFlag(cmd, &f.seat, "seat", 0, shell.ANumber.From(0), "the seat, from 1 (default: the first that a person played)")
	shell.AddFlag(cmd, &f.agent, "agent", "", shell.AnAgent, "who reviews (default: the bot that ships for the game, else its expert)")
	shell.AddFlag(cmd, &f.worlds, "worlds", 0, shell.UpTo(1_000_000).From(0), "worlds of every decision (0: up to 48, by the length of the game)")
	shell.AddFlag(cmd, &f.confirm, "confirm", 0, shell.ACount.From(0), "fresh worlds of decisions that look costly (0: up to 192)")
	shell.AddFlag(cmd, &f.suspect, "suspect", review.DefaultSuspect, shell.ACount.From(1), "decisions that are looked at again in fresh worlds")
	shell.AddFlag(cmd, &f.open, "open", false, shell.ASwitch, "review with open cards")
	shell.AddFlag(cmd, &f.html, "html", "", shell.AFile, "write a page to this file")
	shell.AddFlag(cmd, &f.force, "force", false, shell.ASwitch, "replace a page that is there")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers.From(0), "goroutines (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "seed of the worlds and dice")
	shell.AddJSON(cmd, &f.json)
	return cmd
}

func runReview(ctx context.Context, t *shell.Terminal, f *reviewFlags, file string) error {
	if f.html != "" {
		if err := shell.MayWrite("html", f.html, f.force); err != nil {
			return err
		}
	}
	record, g, err := tables.ReadGame(file)
	if err != nil {
		return err
	}
	if record.Returns == nil {
		return input.Badf("%s: this game is not over: ringer play --resume %s goes on with it", file, input.ShellWord(file))
	}
	switch {
	case f.seat > len(record.Agents):
		return input.Badf("--seat %d: want a number from 1 to %d", f.seat, len(record.Agents))
	case f.seat == 0:
		f.seat = max(0, slices.Index(record.Agents, replay.Human)) + 1
	}
	if f.agent == "" {
		f.agent = opponents.Adviser(g)
	}
	if f.agent, err = open.Level(g, f.agent); err != nil {
		return err
	}
	agent, err := t.Opener.Agent(g, f.agent)
	if err != nil {
		return err
	}
	bar := t.Progress("review", 1)
	r, err := review.Of(ctx, review.Config{
		Advice: advice.Config{Game: g, Agent: agent, Name: f.agent, Scenes: scenes.Of(g), Seed: f.seed},
		Seat:   env.Player(f.seat - 1), Worlds: f.worlds, Confirm: f.confirm, Suspect: f.suspect, Open: f.open, Workers: f.workers,
		Progress: bar.Set,
	}, record)
	bar.Finish()
	if err != nil {
		return input.Bad(err)
	}
	if f.html != "" {
		if err := os.WriteFile(f.html, words.Page(r, record, g), 0o644); err != nil {
			return input.Bad(err)
		}
	}
	if f.json {
		return t.JSON(r)
	}
	return printReview(t, r, record, g)
}

func printReview(t *shell.Terminal, r *review.Review, record *replay.Replay, g env.Game) error {
	p := t.Page()
	view := "from what it could know"
	if r.Open {
		view = "with open cards"
	}
	p.Prosef("%s: %s, %s\n%s, seed %d\n\n", g.Spec().Title, words.Who(record, r.Seat), view, r.Source, r.Seed)
	for _, line := range words.Summary(r) {
		p.Prosef("%s\n", line)
	}
	if len(r.Decisions) > 1 {
		p.Printf("\n%s at its %d decisions, then the result:\n%s\n", strings.ToUpper(r.Unit[:1])+r.Unit[1:], len(r.Decisions), words.Curve(r))
	}
	if len(r.Costliest) == 0 {
		return p.Err
	}
	rows := [][]string{{"STEP", "PLAYED", "BETTER", "COST"}}
	for _, i := range r.Costliest {
		d := r.Decisions[i]
		rows = append(rows, []string{
			fmt.Sprint(d.Step), fmt.Sprintf("%s, %s", d.Chosen.Words(), words.Worth(r.Unit, d.Chosen.Chance.Chance)),
			fmt.Sprintf("%s, %s", d.Better.Words(), words.Worth(r.Unit, d.Better.Chance.Chance)), d.Loss.Cost(r.Unit),
		})
	}
	p.Printf("\n")
	p.Table(rows)
	for _, i := range r.Costliest {
		d := r.Decisions[i]
		where := ""
		if d.Phase != "" {
			where = " (" + d.Phase + ")"
		}
		p.Prosef("\nStep %d%s, %s: %s.", d.Step, where, d.Better.Words(), d.Why)
	}
	p.Printf("\n")
	return p.Err
}
