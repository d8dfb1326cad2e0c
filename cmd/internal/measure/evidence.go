package measure

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/exploiters"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/eval"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/report/evidence"
	"ringer/report/habits"
	"ringer/train/checkpoint"
)

type evidenceFlags struct {
	elsewhere      remote.WorkersFlags
	out, game      string
	games, workers int
	seed           uint64
	json           bool
}

func NewEvidence(t *shell.Terminal) *cobra.Command {
	var f evidenceFlags
	cmd := &cobra.Command{
		Use:   "evidence [BOT…]",
		Short: "Count what bots bid, draft and where they stand",
		Long: `Play bots against the experts of their games, and count what they do with what: bids by
the strength of the hand, cards kept in a draft, targets, scores and places. Name shipped
bots, or give the paths of .bot files; without either, all shipped bots of whose games
there are studies play.

--out DIR holds one file a bot, NAME.jsonl, one study a line. Studies that are there are
not made again, as long as neither the rules, nor the bot, nor the expert, nor the number
of games changes. The page docs/evidence.md and its charts are written from these files
(make evidence).

A bot sits in one seat and experts in all others. The deals follow from the bot's file, so
that nobody chooses a bot on the deals of its report. Intervals are 95%, over deals.

--json prints {"bots": [{"bot", "studies": [the lines of its file]}]}.`,
		Example: "  ringer evidence fourdowns-2p --games 40 --out runs/evidence\n  ringer evidence --game heat",
		Args:    shell.Takes("[BOT…]"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runEvidence(cmd.Context(), t, &f, args) },
	}
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "folder of the records (default docs/evidence; for .bot files runs/evidence)")
	shell.AddFlag(cmd, &f.game, "game", "", shell.AGame, "only bots of this game, by its name without parameters")
	shell.AddFlag(cmd, &f.games, "games", 0, shell.AKeptCount, "games of each bot, rounded up to whole deals (0: what its studies want)")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "seed from which the deals are derived, with the bot")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.Add(t, cmd)
	return cmd
}

// botEvidence is the object that --json prints of a bot.
type botEvidence struct {
	Bot     string            `json:"bot"`
	Studies []evidence.Record `json:"studies"`
}

func runEvidence(ctx context.Context, t *shell.Terminal, f *evidenceFlags, args []string) error {
	if err := input.Bad(errors.Join(shell.AtLeast("games", f.games, 0), shell.AtLeast("workers", f.workers, 0))); err != nil {
		return err
	}
	names, err := MeasuredBots(args, "evidence", &f.out)
	if err != nil {
		return err
	}
	results := []botEvidence{}
	for _, name := range names {
		records, err := f.study(ctx, t, name)
		if err != nil {
			if ctx.Err() != nil {
				return shell.Interrupted("the studies of other bots are in %s: the same command continues", f.out)
			}
			return err
		}
		if len(records) > 0 {
			results = append(results, botEvidence{lookup.BotTitle(name), records})
		}
	}
	if len(results) == 0 {
		return input.Badf("--game %q: no bot of this game has studies: leave --game out to count all", f.game)
	}
	if f.json {
		return t.JSON(map[string]any{"bots": results})
	}
	for _, r := range results {
		for i := range r.Studies {
			if err := t.Printf("%s, %s games: %s\n", r.Bot, shell.Count(float64(r.Studies[i].Games)), evidence.Finding(&r.Studies[i])); err != nil {
				return err
			}
		}
	}
	return nil
}

// study returns the records of one bot, which it measures where they are missing; none
// for a bot whose game has no studies or was not asked for.
func (f *evidenceFlags) study(ctx context.Context, t *shell.Terminal, name string) ([]evidence.Record, error) {
	bot, err := open.Bot(name)
	if err != nil {
		return nil, input.Bad(err)
	}
	g, err := open.GameOf(name, bot)
	if err != nil {
		return nil, err
	}
	studies := habits.Studies(g)
	if len(studies) == 0 || f.game != "" && f.game != g.Spec().Name {
		return nil, nil
	}
	want, err := f.stamp(ctx, t.Opener, name, g)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(f.out, want.Bot+".jsonl")
	text, err := disk.ReadText(path, open.MaxText)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, input.Bad(err)
	}
	if old, err := evidence.Read(bytes.NewReader(text)); err == nil && fresh(old, studies, want) {
		return old, nil
	}
	config := habits.Config{Game: g, Games: want.Games, Seed: want.Seed, Workers: f.workers, Place: f.elsewhere.At.Games()}
	for who, agent := range map[*eval.Entry]string{&config.Ringer: lookup.BotCall(name), &config.Expert: "expert"} {
		who.Name = agent
		if who.Agent, err = t.Opener.Agent(g, agent); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(f.out, 0o755); err != nil {
		return nil, input.Bad(err)
	}
	bar := t.Progress(want.Bot, want.Games)
	config.Progress = bar.Set
	began := time.Now()
	records, pictures, err := habits.Play(ctx, config)
	bar.Finish()
	if err != nil {
		return nil, err
	}
	for i := range records {
		r := &records[i]
		r.Bot, r.Identity, r.Against, r.Games = want.Bot, want.Identity, want.Against, want.Games
		r.Stamp, r.Seconds = buildinfo.ThisStamp(), time.Since(began).Seconds()
		for _, p := range pictures {
			if p.Study != r.Study {
				continue
			}
			file := fmt.Sprintf("%s-%s-%s.svg", want.Bot, p.Study, p.Name)
			if err := checkpoint.WriteFile(filepath.Join(f.out, file), p.SVG); err != nil {
				return nil, err
			}
			r.Pictures = append(r.Pictures, evidence.Picture{File: file, SHA256: fmt.Sprintf("%x", sha256.Sum256(p.SVG)), Agent: p.Name})
		}
	}
	var b bytes.Buffer
	if err := evidence.Write(&b, records); err != nil {
		return nil, err
	}
	return records, checkpoint.WriteFile(path, b.Bytes())
}

// stamp returns a record without a study, of everything else that a bot's records want.
func (f *evidenceFlags) stamp(ctx context.Context, o *open.Opener, name string, g env.Game) (evidence.Record, error) {
	_, files, err := o.AgentWithFiles(g, lookup.BotCall(name))
	if err != nil {
		return evidence.Record{}, err
	}
	identity := files.Identity()
	against, err := Behaviour(ctx, o, g, "expert")
	if err != nil {
		return evidence.Record{}, err
	}
	games := f.games
	if games == 0 {
		games = habits.Games(g)
	}
	seats := g.Spec().Players
	games = (games + seats - 1) / seats * seats
	return evidence.Record{
		Bot: lookup.BotTitle(name), SpecHash: g.Spec().Hash, Identity: identity, Against: against, Seed: exploiters.LadderSeed(f.seed, "evidence "+identity), Games: games, Version: habits.Version,
	}, nil
}

// fresh reports whether records are of these studies, or of fewer where nothing was met,
// and of nothing older.
func fresh(records []evidence.Record, studies []string, want evidence.Record) bool {
	for i := range records {
		want.Study = records[i].Study
		if records[i].Key() != want.Key() || !slices.Contains(studies, want.Study) {
			return false
		}
	}
	return len(records) > 0
}
