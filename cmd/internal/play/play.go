package play

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/env"
	"ringer/env/scene"
	"ringer/internal/console"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/tables"
	"ringer/play"
	"ringer/play/odds"
	"ringer/play/puzzles"
	"ringer/play/replay"
	"ringer/play/scene/scenes"
)

type PlayFlags struct {
	Vs, save, resume string
	position, puzzle string
	odds             string
	task             *puzzles.Puzzle // of --puzzle
	Seat             int
	seed             uint64
	pace             time.Duration
	keep             bool // the finished game too
	web              bool
}

func NewPlay(t *shell.Terminal) *cobra.Command {
	var f PlayFlags
	cmd := &cobra.Command{
		Use:   "play [GAME]",
		Short: "Play at a table with agents",
		Long: `Play at a table with agents. You see what your seat may know and no more. Type the
number of an action or any part of its name that no other has, a point of a map as
3.5,1.5, ? for help, q to leave. rules and card NAME explain the game; undo takes your
last decision back, unless others or chance have acted since or it told you something.

Without --vs the strongest opponent of the game takes the other seats: by the ratings of
ringer ratings where they were measured for just this configuration, or else the bot that
ships for it, or else the best of expert, search, greedy and random that can play it. The
welcome names it, with its rating where there is one. hint asks the same opponent.
Without GAME the bot that --vs names brings its game: a .bot file carries the rules that
it was trained on.

` + lookup.AgentHelp + `

--odds SEAT:NAME=NUMBER lets a seat begin with more than the rules give it, for players of
unequal strength: 1:money=5 in heat, 1:points=4 in heist, 2:lost=20 (yards lost already) in
fourdowns, 1:yards=20 in fivepossessions, 1:cash=3 in payday; several with commas.

--position FILE begins at a table set up in a file, for games that read such files;
their pages in docs/games describe them. --puzzle ID or FILE.json sets a task, says
whether you found the solution, and lets you try again; ringer puzzles lists them.

Leaving saves the game in a file, and --resume FILE continues it, against the same
agents unless --vs names others. The file carries the rules of the game and opens no
other: an agent that is a .bot file must be named again with --vs.`,
		Example: "  ringer play kuhn\n  ringer play 'goofspiel(cards=13)' --vs greedy --seat 2\n  ringer play --resume kuhn-7.replay.jsonl",
		Args:    shell.Takes("[GAME]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !shell.IsGiven(cmd, &f.seed) {
				f.seed = tables.FreshSeed()
			}
			if !shell.IsGiven(cmd, &f.pace) && !console.IsTerminal(t.Out) {
				f.pace = 0
			}
			if f.pace < 0 {
				return input.Badf("--pace %v: want a time from 0 up", f.pace)
			}
			if f.web {
				return playOnPage(cmd, t, &f, args)
			}
			f.keep = f.save != "" || f.resume != ""
			var table *play.Table
			var err error
			switch {
			case f.puzzle != "" && (len(args) > 0 || f.resume != "" || f.position != "" || f.odds != "" || shell.IsGiven(cmd, &f.Seat)):
				return input.Badf("--puzzle has a game and a table of its own: leave out GAME, --resume, --position, --odds and --seat")
			case f.puzzle != "":
				table, err = puzzleTable(t.Opener, &f)
			case f.resume == "":
				table, err = NewTable(t.Opener, &f, args)
			case len(args) > 0:
				return input.Badf("--resume continues the game of the file: leave out %q", args[0])
			case shell.IsGiven(cmd, &f.Seat) || shell.IsGiven(cmd, &f.seed) || f.position != "" || f.odds != "":
				return input.Badf("--resume continues the game of the file: leave out --seat, --seed, --position and --odds")
			default:
				f.save = cmp.Or(f.save, f.resume)
				table, err = tables.Resume(t.Opener, f.resume, f.Vs)
			}
			if err != nil {
				return err
			}
			return sit(cmd.Context(), t, &f, table)
		},
	}
	shell.AddFlag(cmd, &f.Vs, "vs", "", shell.AnAgent, "the agent in the other seats: beginner, level(2), ringer, greedy, …")
	shell.AddFlag(cmd, &f.Seat, "seat", 1, shell.ANumber, "your seat, from 1")
	shell.AddFlag(cmd, &f.seed, "seed", 0, shell.ASeed, "seed of the deal and of the agents (default: a fresh one)")
	shell.AddFlag(cmd, &f.position, "position", "", shell.AFile, "begin at the table of this file")
	shell.AddFlag(cmd, &f.odds, "odds", "", shell.AText, "begin unequal: SEAT:NAME=NUMBER,…")
	shell.AddFlag(cmd, &f.puzzle, "puzzle", "", shell.AText, "solve this puzzle: an id of ringer puzzles, or a file that it wrote")
	shell.AddFlag(cmd, &f.pace, "pace", 700*time.Millisecond, shell.ATime, "pause after an action of another seat, on a screen")
	shell.AddFlag(cmd, &f.save, "save", "", shell.AFile, "file to save the game in (default GAME-SEED.replay.jsonl, written on leaving or saving)")
	shell.AddFlag(cmd, &f.resume, "resume", "", shell.AFile, "continue the game in this file")
	shell.AddFlag(cmd, &f.web, "web", false, shell.ASwitch, "play on a page in the browser, as ringer serve --open does")
	return cmd
}

// chosenGame builds the game that a person names, or leaves to the bot.
func chosenGame(f *PlayFlags, args []string) (env.Game, error) {
	if len(args) > 0 {
		return open.Game(args[0])
	}
	g, err := lookup.GameOfBot(f.Vs)
	if g == nil && err == nil {
		err = input.Badf("GAME is missing: ringer play GAME; ringer games lists them; or leave it to a bot with --vs 'bot(NAME or FILE)'")
	}
	return g, err
}

// NewTable returns the table of a game that begins.
func NewTable(o *open.Opener, f *PlayFlags, args []string) (*play.Table, error) {
	g, err := chosenGame(f, args)
	if err != nil {
		return nil, err
	}
	file, position := "--odds", ""
	switch {
	case f.odds != "" && f.position != "":
		return nil, input.Badf("--odds and --position: want one of them")
	case f.odds != "":
		position = odds.Position(f.odds)
	case f.position != "":
		text, err := disk.ReadText(f.position, configs.MaxSize)
		if err != nil {
			return nil, input.Bad(err)
		}
		file, position = f.position, string(text)
	}
	if position != "" || f.position != "" {
		if g, err = tables.At(g, file, position); err != nil {
			return nil, err
		}
	}
	spec := g.Spec()
	if f.Seat < 1 || f.Seat > spec.Players {
		return nil, input.Badf("--seat %d: want a number from 1 to %d", f.Seat, spec.Players)
	}
	if f.save != "" {
		if _, err := os.Stat(f.save); err == nil {
			return nil, input.Badf("--save %s: the file is there already; choose another, or take it up with --resume", f.save)
		}
	} else if f.save, err = replay.FreeName(fmt.Sprintf("%s-%d", spec.Name, f.seed)); err != nil {
		return nil, err
	}
	var table *play.Table
	if table, f.Vs, err = tables.New(o, g, env.Player(f.Seat-1), f.Vs, f.seed); err != nil {
		return nil, err
	}
	table.BeganAt(position)
	return table, nil
}

// puzzleTable returns the table of a puzzle.
func puzzleTable(o *open.Opener, f *PlayFlags) (table *play.Table, err error) {
	if f.task, err = tables.Puzzle(f.puzzle); err != nil {
		return nil, err
	}
	if table, f.Vs, err = tables.OfPuzzle(o, f.task, f.Vs, f.seed); err == nil && f.save == "" {
		f.save, err = replay.FreeName(f.task.ID)
	}
	return table, err
}

// resumeCommand returns what a person types to take up a saved game.
func resumeCommand(f *PlayFlags, where string) string {
	command := "ringer play --resume " + input.ShellWord(where)
	if f.Vs != "" && tables.ShipsWithRinger(f.Vs) != nil {
		command += " --vs " + input.ShellWord(f.Vs)
	}
	return command
}

// sit plays. A finished game is kept when a file was named for it.
func sit(ctx context.Context, t *shell.Terminal, f *PlayFlags, table *play.Table) error {
	g := table.Game()
	cfg, done := terminalOf(t, g)
	defer done()
	cfg.Pace, cfg.Puzzle = f.pace, f.task
	cfg.About, cfg.Hint, cfg.Entries = tables.About(g, table.Seats()), tables.Hint(t.Opener, g, table.Record().Seed), func() []scene.Entry { return tables.Entries(g) }
	cfg.KeepFinished, cfg.AskToKeep = f.keep, console.IsTerminal(t.In) && console.IsTerminal(t.Out)
	cfg.Save = func(r *replay.Replay) (string, error) { return f.save, r.WriteFile(f.save) }
	cfg.Resume = func(where string) string { return resumeCommand(f, where) }
	cfg.LookBack = func(where string) []string {
		return []string{"ringer review " + input.ShellWord(where) + " says where it was won and lost", "ringer replay " + input.ShellWord(where) + " steps through it"}
	}
	_, err := play.Terminal(ctx, table, cfg)
	return err
}

// terminalOf returns where a game is shown: a person edits lines, where there are a keyboard and a
// screen, and pages follow the size of the screen. done ends that.
func terminalOf(t *shell.Terminal, g env.Game) (cfg play.TerminalConfig, done func()) {
	cfg = play.TerminalConfig{Scenes: scenes.Of(g), In: t.In, Out: t.Out, Size: t.Size, Color: t.Color(), Echo: !console.IsTerminal(t.In)}
	e := console.NewEditor(t.In, t.Out)
	if e == nil {
		return cfg, func() {}
	}
	changes, stop := console.Resized()
	cfg.Editor, cfg.Out, cfg.Resized = e, e, changes
	return cfg, func() { stop(); e.Close() }
}
