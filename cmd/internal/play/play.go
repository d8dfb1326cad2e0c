package play

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/env"
	"ringer/env/scene"
	"ringer/env/things"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/play"
	"ringer/play/advice"
	"ringer/play/odds"
	"ringer/play/opponents"
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
Without GAME it is the game of the bot that --vs names: a .bot file carries the rules that
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
				f.seed = freshSeed()
			}
			if !shell.IsGiven(cmd, &f.pace) && !shell.IsTerminal(t.Out) {
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
				if f.task, err = puzzleNamed(f.puzzle); err == nil {
					table, err = puzzleTable(t.Opener, &f, f.task)
				}
			case f.resume == "":
				table, err = NewTable(t.Opener, &f, args)
			case len(args) > 0:
				return input.Badf("--resume continues the game of the file: leave out %q", args[0])
			case shell.IsGiven(cmd, &f.Seat) || shell.IsGiven(cmd, &f.seed) || f.position != "" || f.odds != "":
				return input.Badf("--resume continues the game of the file: leave out --seat, --seed, --position and --odds")
			default:
				table, err = resumeTable(t.Opener, &f)
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

// freshSeed returns a short number, so that a person can type it again.
func freshSeed() uint64 {
	var b [4]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err) // crypto/rand never fails on supported systems
	}
	return uint64(binary.LittleEndian.Uint32(b[:]))
}

// chosenGame builds the game that a person names, or leaves to the bot.
func chosenGame(f *PlayFlags, args []string) (env.Game, error) {
	if len(args) > 0 {
		return open.Game(args[0])
	}
	name, err := "", error(nil)
	if f.Vs != "" {
		if name, err = open.BotOf(f.Vs); err != nil {
			return nil, input.Bad(open.ExplainRun(f.Vs, err))
		}
	}
	if name == "" {
		return nil, input.Badf("GAME is missing: ringer play GAME; ringer games lists them; or leave it to a bot with --vs 'bot(NAME or FILE)'")
	}
	bot, err := open.Bot(name)
	if err != nil {
		return nil, input.Bad(err)
	}
	return open.GameOf(name, bot)
}

func NewTable(o *open.Opener, f *PlayFlags, args []string) (*play.Table, error) {
	g, err := chosenGame(f, args)
	if err != nil {
		return nil, err
	}
	position := ""
	switch {
	case f.odds != "" && f.position != "":
		return nil, input.Badf("--odds and --position: want one of them")
	case f.odds != "":
		position = odds.Position(f.odds)
		if g, err = lookup.GameAt(g, "--odds", position); err != nil {
			return nil, err
		}
	case f.position != "":
		text, err := disk.ReadText(f.position, configs.MaxSize)
		if err != nil {
			return nil, input.Bad(err)
		}
		position = string(text)
		if g, err = lookup.GameAt(g, f.position, position); err != nil {
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
	} else if f.save, err = freeName(fmt.Sprintf("%s-%d", spec.Name, f.seed)); err != nil {
		return nil, err
	}
	if f.Vs == "" {
		f.Vs = lookup.BestOpponent(g)
	}
	if f.Vs, err = open.Level(g, f.Vs); err != nil {
		return nil, err
	}
	other, err := seating(o, g)(f.Vs)
	if err != nil {
		return nil, err
	}
	seats := slices.Repeat([]play.Seat{other}, spec.Players)
	seats[f.Seat-1] = play.Seat{Name: replay.Human}
	table := play.NewTable(g, seats, f.seed)
	table.BeganAt(position)
	return table, nil
}

// seating returns a function that seats agents at a table of a game, and builds each once,
// in however many seats it sits.
func seating(o *open.Opener, g env.Game) func(name string) (play.Seat, error) {
	built := map[string]play.Seat{}
	return func(name string) (play.Seat, error) {
		if _, ok := built[name]; !ok {
			agent, err := o.Agent(g, name)
			if err != nil {
				return play.Seat{}, err
			}
			built[name] = play.Seat{Name: name, Agent: agent}
		}
		return built[name], nil
	}
}

// freeName returns the name of a replay file that does not exist.
func freeName(base string) (string, error) {
	const extension = ".replay.jsonl"
	for n := 1; ; n++ {
		name := base + extension
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", base, n, extension)
		}
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			return name, nil
		} else if err != nil {
			return "", err
		}
	}
}

func resumeTable(o *open.Opener, f *PlayFlags) (*play.Table, error) {
	record, err := replay.ReadFile(f.resume)
	if err != nil {
		return nil, input.Bad(err)
	}
	if record.Returns != nil {
		return nil, input.Badf("%s: this game is over", f.resume)
	}
	g, err := gameOfRecord(f.resume, record)
	if err != nil {
		return nil, err
	}
	seats, seat := make([]play.Seat, len(record.Agents)), seating(o, g)
	people := 0
	for p, name := range record.Agents {
		switch {
		case name == replay.Human:
			seats[p] = play.Seat{Name: name}
			people++
			continue
		case f.Vs != "":
			name = f.Vs
		default:
			if err := ShipsWithRinger(name); err != nil {
				return nil, input.Badf("%s: agents[%d]: %w", f.resume, p, err)
			}
		}
		if seats[p], err = seat(name); err != nil {
			return nil, err
		}
	}
	if people != 1 {
		return nil, input.Badf("%s: %d seats are played by a person: want one", f.resume, people)
	}
	if len(seats) != g.Spec().Players {
		return nil, input.Badf("%s: %d agents for the %d seats of %s", f.resume, len(seats), g.Spec().Players, g.Spec())
	}
	if f.save == "" {
		f.save = f.resume
	}
	table, err := play.ResumeTable(g, seats, record)
	if err != nil {
		return nil, input.Badf("%s: %w", f.resume, err)
	}
	return table, nil
}

// ShipsWithRinger refuses an agent that is a file or a program, or plays by one: its name comes
// from a file, which may be anybody's.
func ShipsWithRinger(agent string) error {
	if open.IsProgram(agent) {
		return fmt.Errorf("%q names a program, which a saved game cannot start: name it yourself, with --vs", agent)
	}
	name, err := open.BotOf(agent)
	network, err2 := open.NetworkOf(agent)
	strategy, err3 := open.StrategyOf(agent)
	if err = errors.Join(err, err2, err3); err != nil || open.IsBotFile(name) || network != "" || strategy != "" && !open.IsStyle(strategy) {
		return errors.Join(err, fmt.Errorf("%q names a file, which a saved game cannot open: name it yourself, with --vs", agent))
	}
	expr, err := roster.Parse(agent)
	if err != nil {
		return err
	}
	for _, a := range expr.Args {
		if _, err := roster.Parse(a.Value); err != nil {
			continue // a number, or whatever else is no agent
		}
		if err := ShipsWithRinger(a.Value); err != nil {
			return err
		}
	}
	return nil
}

// resumeCommand returns what a person types to take up a saved game.
func resumeCommand(f *PlayFlags, where string) string {
	command := "ringer play --resume " + input.ShellWord(where)
	if f.Vs != "" && ShipsWithRinger(f.Vs) != nil {
		command += " --vs " + input.ShellWord(f.Vs)
	}
	return command
}

// sit plays. A finished game is kept when a file was named for it.
func sit(ctx context.Context, t *shell.Terminal, f *PlayFlags, table *play.Table) error {
	g := table.Game()
	cfg := play.TerminalConfig{
		In: t.In, Out: t.Out, Size: t.Size, Color: t.Color(), Echo: !shell.IsTerminal(t.In), Pace: f.pace,
		About: aboutSeats(g, table.Seats()), Hint: hintBy(t.Opener, g, table.Record().Seed),
		Scenes: scenes.Of(g), Entries: func() []scene.Entry { return entriesOf(g) },
		KeepFinished: f.keep, AskToKeep: shell.IsTerminal(t.In) && shell.IsTerminal(t.Out), Puzzle: f.task,
		Save:   func(r *replay.Replay) (string, error) { return f.save, r.WriteFile(f.save) },
		Resume: func(where string) string { return resumeCommand(f, where) },
		LookBack: func(where string) []string {
			return []string{"ringer review " + input.ShellWord(where) + " says where it was won and lost", "ringer replay " + input.ShellWord(where) + " steps through it"}
		},
	}
	defer edit(t, &cfg)()
	_, err := play.Terminal(ctx, table, cfg)
	return err
}

// aboutSeats says who the agents of the seats are, with their ratings.
func aboutSeats(g env.Game, sitting []play.Seat) map[string]string {
	about := map[string]string{}
	for _, o := range opponents.Of(g) {
		words := o.Name
		if o.Games > 0 && o.Agent != "random" {
			words += ", rated " + numbers.Rating(o.Rating, o.Low, o.High) + ", where random play has 1000"
		}
		if slices.ContainsFunc(sitting, func(s play.Seat) bool { return s.Name == o.Agent }) && !strings.EqualFold(words, o.Agent) {
			about[o.Agent] = words
		}
	}
	return about
}

// levelOf returns the name by which people know an agent of a game: Ringer.
func levelOf(g env.Game, agent string) string {
	for _, o := range opponents.Of(g) {
		if o.Agent == agent {
			return o.Name
		}
	}
	return agent
}

// hintBy returns hints of the default opponent of a game, nil where there is none.
func hintBy(o *open.Opener, g env.Game, seed uint64) func(context.Context, env.State, int) (*advice.Advice, error) {
	name := lookup.BestOpponent(g)
	if name == "" {
		return nil
	}
	var agent agents.Agent
	return func(ctx context.Context, s env.State, step int) (*advice.Advice, error) {
		if agent == nil {
			a, err := o.Agent(g, name)
			if err != nil {
				return nil, err
			}
			agent = a
		}
		return advice.Ask(ctx, advice.Config{Game: g, Agent: agent, Name: levelOf(g, name), Scenes: scenes.Of(g), Seed: seed + uint64(step)}, s)
	}
}

// entriesOf explains the things of a game, for those that its scenes do not explain.
func entriesOf(g env.Game) []scene.Entry {
	list, ok := things.Of(g)
	if !ok {
		return nil
	}
	entries := make([]scene.Entry, len(list.Things))
	for i, t := range list.Things {
		entries[i] = scene.Entry{ID: t.ID, Kind: t.Kind, Name: t.Name, Text: t.Text}
	}
	return entries
}
