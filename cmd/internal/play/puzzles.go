package play

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/open/tables"
	"ringer/play/advice"
	"ringer/play/opponents"
	"ringer/play/puzzles"
)

type puzzlesFlags struct {
	out, name    string
	position     string
	title, task  string
	count, games int
	workers      int
	search       bool // --games beside --position
	least        float64
	seed         uint64
	json, force  bool
}

func NewPuzzles(t *shell.Terminal) *cobra.Command {
	var f puzzlesFlags
	cmd := &cobra.Command{
		Use:   "puzzles [GAME]",
		Short: "List puzzles, or find new ones in games of a bot",
		Long: `List the puzzles that ship: tables at which one action is much better than all
others.

--out DIR finds new ones of a game: the bot that ships for it plays with itself, and
decisions whose best action is far ahead of the second are kept when fresh worlds
confirm it. DIR/NAME.json holds them: the steps that lead to each from the first deal,
the seat, and the solution.

--position FILE makes one of a table that you set up, for games that read such files:
its first decision is the task, and the same bot says how far the best action is ahead;
with --games it looks for decisions in games that begin there.
--title and --task are its words. ringer play --puzzle FILE.json poses them, and
ringer serve --puzzles FILE.json puts them on the page.`,
		Annotations: shell.Keys(`--json prints {"puzzles": [{"id", "game", "spec_hash", "title", "words", "seat" (from 0),
"position", "rules", "steps", "solution": {"action", "name", "unit", "value", "also",
"second", "gap", "source", "why"}}]}.`),
		Example: "  ringer puzzles\n  ringer puzzles 'heat(players=4)' --out puzzles --count 3\n  ringer puzzles duel --position mine.yaml --task 'Win this Duel.' --out puzzles",
		Args:    shell.Takes("[GAME]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.search = shell.IsGiven(cmd, &f.games)
			return runPuzzles(cmd.Context(), t, &f, args)
		},
	}
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "find puzzles, and write them to this folder")
	shell.AddFlag(cmd, &f.name, "name", "", shell.AName, "name of the file and of the puzzles (default: of the bot, else of the game)")
	shell.AddFlag(cmd, &f.position, "position", "", shell.AFile, "with --out: make a puzzle of the table of this file instead")
	shell.AddFlag(cmd, &f.title, "title", "", shell.AText, "with --position: title of the puzzle (default: the game and where in it)")
	shell.AddFlag(cmd, &f.task, "task", "", shell.AText, "with --position: the task, in a sentence")
	shell.AddFlag(cmd, &f.count, "count", 3, shell.UpTo(100_000).From(1), "with --out: puzzles that are wanted")
	shell.AddFlag(cmd, &f.games, "games", 20, shell.ACount.From(1), "with --out: most games that are looked through")
	shell.AddFlag(cmd, &f.least, "gap", puzzles.DefaultLeast, shell.AShare, "with --out: least gap between the best action and the second, as a share of the win")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "with --out: seed of the games and of everything random")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers.From(0), "goroutines (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.force, "force", false, shell.ASwitch, "replace a file that is there")
	shell.AddJSON(cmd, &f.json)
	return cmd
}

func runPuzzles(ctx context.Context, t *shell.Terminal, f *puzzlesFlags, args []string) error {
	list := puzzles.Shipped()
	switch {
	case f.out == "" && f.position != "":
		return input.Badf("--position %s: want --out DIR beside it, the folder of the puzzle", f.position)
	case f.position == "" && f.title+f.task != "":
		return input.Badf("--title and --task: want --position FILE beside them; puzzles that are found have words of their own")
	case f.out != "":
		if len(args) == 0 {
			return input.Badf("GAME is missing: ringer puzzles GAME --out DIR finds new ones; ringer games lists the games")
		}
		var err error
		if list, err = findPuzzles(ctx, t, f, args[0]); err != nil {
			return err
		}
	case len(args) > 0:
		g, err := open.Game(args[0])
		if err != nil {
			return err
		}
		var own []puzzles.Puzzle
		for _, p := range list {
			if p.SpecHash == g.Spec().Hash {
				own = append(own, p)
			}
		}
		list = own
	}
	if f.json {
		if list == nil {
			list = []puzzles.Puzzle{}
		}
		return t.JSON(map[string]any{"puzzles": list})
	}
	rows := [][]string{{"PUZZLE", "GAME", "WHERE", "GAP, POINTS"}}
	for _, p := range list {
		rows = append(rows, []string{p.ID, p.Game, whereOf(p), numbers.Points(p.Solution.Gap.Chance, p.Solution.Gap.Low, p.Solution.Gap.High)})
	}
	return t.Table(rows)
}

// whereOf says where in its game a puzzle begins: its title without the game's, which stands
// beside it.
func whereOf(p puzzles.Puzzle) string {
	if _, where, ok := strings.Cut(p.Title, ": "); ok {
		return where
	}
	return p.Title
}

func findPuzzles(ctx context.Context, t *shell.Terminal, f *puzzlesFlags, game string) ([]puzzles.Puzzle, error) {
	g, err := open.Game(game)
	if err != nil {
		return nil, err
	}
	if f.name == "" {
		f.name = cmp.Or(opponents.Ringer(g), g.Spec().Name)
	}
	path := filepath.Join(f.out, f.name+".json")
	if err := shell.MayWrite("out", path, f.force); err != nil {
		return nil, err
	}
	bar := t.Progress("puzzles", f.games)
	defer bar.Finish()
	find := tables.Find{Config: puzzles.Config{
		Advice: advice.Config{Game: g, Workers: f.workers}, Name: f.name, Games: f.games, Count: f.count, Least: f.least, Seed: f.seed, Progress: bar.Set,
	}, Title: f.title, Words: f.task}
	if f.position != "" {
		text, err := disk.ReadText(f.position, configs.MaxSize)
		if err != nil {
			return nil, input.Bad(err)
		}
		if find.Advice.Game, err = tables.At(g, f.position, string(text)); err != nil {
			return nil, err
		}
		find.Position, find.Pose = string(text), !f.search
	}
	list, err := find.Puzzles(ctx, t.Opener)
	if _, ok := errors.AsType[*puzzles.NotClearError](err); ok {
		return nil, input.Badf("%s: %w; --games 20 looks further on in games that begin there", f.position, err)
	}
	if err != nil && len(list) == 0 {
		return nil, err
	}
	if len(list) == 0 {
		return nil, input.Badf("%s: no puzzle in %d games; try more --games or a smaller --gap", g.Spec(), f.games)
	}
	if err := tables.WritePuzzles(path, list); err != nil {
		return nil, err
	}
	return list, err // of an interrupt: what was found is written
}
