package cmd

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

type playFlags struct {
	vs, save, resume string
	position, puzzle string
	odds             string
	task             *puzzles.Puzzle // of --puzzle
	seat             int
	seed             uint64
	pace             time.Duration
	keep             bool // the finished game too
	web              bool
}

func newPlay(t *terminal) *cobra.Command {
	var f playFlags
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

` + agentHelp + `

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
		Args:    takes("[GAME]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !isGiven(cmd, &f.seed) {
				f.seed = freshSeed()
			}
			if !isGiven(cmd, &f.pace) && !isTerminal(t.out) {
				f.pace = 0
			}
			if f.pace < 0 {
				return badf("--pace %v: want a time from 0 up", f.pace)
			}
			if f.web {
				return playOnPage(cmd, t, &f, args)
			}
			f.keep = f.save != "" || f.resume != ""
			var table *play.Table
			var err error
			switch {
			case f.puzzle != "" && (len(args) > 0 || f.resume != "" || f.position != "" || f.odds != "" || isGiven(cmd, &f.seat)):
				return badf("--puzzle has a game and a table of its own: leave out GAME, --resume, --position, --odds and --seat")
			case f.puzzle != "":
				if f.task, err = puzzleNamed(f.puzzle); err == nil {
					table, err = puzzleTable(&f, f.task)
				}
			case f.resume == "":
				table, err = newTable(&f, args)
			case len(args) > 0:
				return badf("--resume continues the game of the file: leave out %q", args[0])
			case isGiven(cmd, &f.seat) || isGiven(cmd, &f.seed) || f.position != "" || f.odds != "":
				return badf("--resume continues the game of the file: leave out --seat, --seed, --position and --odds")
			default:
				table, err = resumeTable(&f)
			}
			if err != nil {
				return err
			}
			return sit(cmd.Context(), t, &f, table)
		},
	}
	addFlag(cmd, &f.vs, "vs", "", anAgent, "the agent in the other seats: beginner, level(2), ringer, greedy, …")
	addFlag(cmd, &f.seat, "seat", 1, aNumber, "your seat, from 1")
	addFlag(cmd, &f.seed, "seed", 0, aSeed, "seed of the deal and of the agents (default: a fresh one)")
	addFlag(cmd, &f.position, "position", "", aFile, "begin at the table of this file")
	addFlag(cmd, &f.odds, "odds", "", aText, "begin unequal: SEAT:NAME=NUMBER,…")
	addFlag(cmd, &f.puzzle, "puzzle", "", aText, "solve this puzzle: an id of ringer puzzles, or a file that it wrote")
	addFlag(cmd, &f.pace, "pace", 700*time.Millisecond, aTime, "pause after an action of another seat, on a screen")
	addFlag(cmd, &f.save, "save", "", aFile, "file to save the game in (default GAME-SEED.replay.jsonl, written on leaving or saving)")
	addFlag(cmd, &f.resume, "resume", "", aFile, "continue the game in this file")
	addFlag(cmd, &f.web, "web", false, aSwitch, "play on a page in the browser, as ringer serve --open does")
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
func chosenGame(f *playFlags, args []string) (env.Game, error) {
	if len(args) > 0 {
		return open.Game(args[0])
	}
	name, err := "", error(nil)
	if f.vs != "" {
		if name, err = open.BotOf(f.vs); err != nil {
			return nil, bad(open.ExplainRun(f.vs, err))
		}
	}
	if name == "" {
		return nil, badf("GAME is missing: ringer play GAME; ringer games lists them; or leave it to a bot with --vs 'bot(NAME or FILE)'")
	}
	bot, err := open.Bot(name)
	if err != nil {
		return nil, bad(err)
	}
	return open.GameOf(name, bot)
}

func newTable(f *playFlags, args []string) (*play.Table, error) {
	g, err := chosenGame(f, args)
	if err != nil {
		return nil, err
	}
	position := ""
	switch {
	case f.odds != "" && f.position != "":
		return nil, badf("--odds and --position: want one of them")
	case f.odds != "":
		position = odds.Position(f.odds)
		if g, err = gameAt(g, "--odds", position); err != nil {
			return nil, err
		}
	case f.position != "":
		text, err := disk.ReadText(f.position, configs.MaxSize)
		if err != nil {
			return nil, bad(err)
		}
		position = string(text)
		if g, err = gameAt(g, f.position, position); err != nil {
			return nil, err
		}
	}
	spec := g.Spec()
	if f.seat < 1 || f.seat > spec.Players {
		return nil, badf("--seat %d: want a number from 1 to %d", f.seat, spec.Players)
	}
	if f.save != "" {
		if _, err := os.Stat(f.save); err == nil {
			return nil, badf("--save %s: the file is there already; choose another, or take it up with --resume", f.save)
		}
	} else if f.save, err = freeName(fmt.Sprintf("%s-%d", spec.Name, f.seed)); err != nil {
		return nil, err
	}
	if f.vs == "" {
		f.vs = bestOpponent(g)
	}
	if f.vs, err = open.Level(g, f.vs); err != nil {
		return nil, err
	}
	other, err := seating(g)(f.vs)
	if err != nil {
		return nil, err
	}
	seats := slices.Repeat([]play.Seat{other}, spec.Players)
	seats[f.seat-1] = play.Seat{Name: replay.Human}
	table := play.NewTable(g, seats, f.seed)
	table.BeganAt(position)
	return table, nil
}

// gameAt returns a game that begins at the position of a text; file is its name in
// messages.
func gameAt(g env.Game, file, text string) (env.Game, error) {
	_, handicap := odds.Of(text)
	if _, ok := g.(env.Positioner); !ok && !handicap {
		return nil, badf("--position: %s has no position files", g.Spec().Name)
	}
	at, err := puzzles.At(g, file, text)
	return at, bad(err)
}

// seating returns a function that seats agents at a table of a game, and builds each once,
// in however many seats it sits.
func seating(g env.Game) func(name string) (play.Seat, error) {
	built := map[string]play.Seat{}
	return func(name string) (play.Seat, error) {
		if _, ok := built[name]; !ok {
			agent, err := opener.Agent(g, name)
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

func resumeTable(f *playFlags) (*play.Table, error) {
	record, err := replay.ReadFile(f.resume)
	if err != nil {
		return nil, bad(err)
	}
	if record.Returns != nil {
		return nil, badf("%s: this game is over", f.resume)
	}
	g, err := gameOfRecord(f.resume, record)
	if err != nil {
		return nil, err
	}
	seats, seat := make([]play.Seat, len(record.Agents)), seating(g)
	people := 0
	for p, name := range record.Agents {
		switch {
		case name == replay.Human:
			seats[p] = play.Seat{Name: name}
			people++
			continue
		case f.vs != "":
			name = f.vs
		default:
			if err := shipsWithRinger(name); err != nil {
				return nil, badf("%s: agents[%d]: %w", f.resume, p, err)
			}
		}
		if seats[p], err = seat(name); err != nil {
			return nil, err
		}
	}
	if people != 1 {
		return nil, badf("%s: %d seats are played by a person: want one", f.resume, people)
	}
	if len(seats) != g.Spec().Players {
		return nil, badf("%s: %d agents for the %d seats of %s", f.resume, len(seats), g.Spec().Players, g.Spec())
	}
	if f.save == "" {
		f.save = f.resume
	}
	table, err := play.ResumeTable(g, seats, record)
	if err != nil {
		return nil, badf("%s: %w", f.resume, err)
	}
	return table, nil
}

// shipsWithRinger refuses an agent that is a file or a program, or plays by one: its name comes
// from a file, which may be anybody's.
func shipsWithRinger(agent string) error {
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
		if err := shipsWithRinger(a.Value); err != nil {
			return err
		}
	}
	return nil
}

// resumeCommand returns what a person types to take up a saved game.
func resumeCommand(f *playFlags, where string) string {
	command := "ringer play --resume " + input.ShellWord(where)
	if f.vs != "" && shipsWithRinger(f.vs) != nil {
		command += " --vs " + input.ShellWord(f.vs)
	}
	return command
}

// sit plays. A finished game is kept when a file was named for it.
func sit(ctx context.Context, t *terminal, f *playFlags, table *play.Table) error {
	g := table.Game()
	cfg := play.TerminalConfig{
		In: t.in, Out: t.out, Size: t.size, Color: t.color(), Echo: !isTerminal(t.in), Pace: f.pace,
		About: aboutSeats(g, table.Seats()), Hint: hintBy(g, table.Record().Seed),
		Scenes: scenes.Of(g), Entries: func() []scene.Entry { return entriesOf(g) },
		KeepFinished: f.keep, AskToKeep: isTerminal(t.in) && isTerminal(t.out), Puzzle: f.task,
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
func hintBy(g env.Game, seed uint64) func(context.Context, env.State, int) (*advice.Advice, error) {
	name := bestOpponent(g)
	if name == "" {
		return nil
	}
	var agent agents.Agent
	return func(ctx context.Context, s env.State, step int) (*advice.Advice, error) {
		if agent == nil {
			a, err := opener.Agent(g, name)
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
