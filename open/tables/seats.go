package tables

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/env"
	"ringer/env/scene"
	"ringer/env/things"
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

// New returns a table of a game with a person in one seat and an agent in all others, and the
// name of the agent; an empty one asks for the strongest that ships for the game.
func New(o *open.Opener, g env.Game, person env.Player, agent string, seed uint64) (*play.Table, string, error) {
	seats, agent, err := seatsOf(o, g, person, agent)
	if err != nil {
		return nil, "", err
	}
	return play.NewTable(g, seats, seed), agent, nil
}

func seatsOf(o *open.Opener, g env.Game, person env.Player, agent string) ([]play.Seat, string, error) {
	if agent == "" {
		agent = opponents.Default(g)
	}
	agent, err := open.Level(g, agent)
	if err != nil {
		return nil, "", err
	}
	other, err := seating(o, g)(agent)
	if err != nil {
		return nil, "", err
	}
	seats := slices.Repeat([]play.Seat{other}, g.Spec().Players)
	seats[person] = play.Seat{Name: replay.Human}
	return seats, agent, nil
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

// Resume returns the table of a saved game, which file has, with agents in all seats but the
// person's: other, or where that is empty the agents in the file, as far as they ship.
func Resume(o *open.Opener, file, other string) (*play.Table, error) {
	record, g, err := ReadGame(file)
	if err != nil {
		return nil, err
	}
	if record.Returns != nil {
		return nil, input.Badf("%s: this game is over", file)
	}
	seats, seat := make([]play.Seat, len(record.Agents)), seating(o, g)
	people := 0
	for p, name := range record.Agents {
		switch {
		case name == replay.Human:
			seats[p] = play.Seat{Name: name}
			people++
			continue
		case other != "":
			name = other
		default:
			if err := ShipsWithRinger(name); err != nil {
				return nil, input.Badf("%s: agents[%d]: %w", file, p, err)
			}
		}
		if seats[p], err = seat(name); err != nil {
			return nil, err
		}
	}
	if people != 1 {
		return nil, input.Badf("%s: %d seats are played by a person: want one", file, people)
	}
	if len(seats) != g.Spec().Players {
		return nil, input.Badf("%s: %d agents for the %d seats of %s", file, len(seats), g.Spec().Players, g.Spec())
	}
	table, err := play.ResumeTable(g, seats, record)
	if err != nil {
		return nil, input.Badf("%s: %w", file, err)
	}
	return table, nil
}

// ReadGame reads a saved game, which may be anybody's, with the game that it was played at.
func ReadGame(file string) (*replay.Replay, env.Game, error) {
	record, err := replay.ReadFile(file)
	if err != nil {
		return nil, nil, input.Bad(err)
	}
	g, err := open.Restore(file, record.Game, record.Rules)
	if err == nil && record.Position != "" {
		g, err = At(g, file, record.Position)
	}
	return record, g, err
}

// At returns a game that begins at the position of a text; file is its name in messages.
func At(g env.Game, file, text string) (env.Game, error) {
	_, handicap := odds.Of(text)
	if _, ok := g.(env.Positioner); !ok && !handicap {
		return nil, input.Badf("--position: %s has no position files", g.Spec().Name)
	}
	at, err := puzzles.At(g, file, text)
	return at, input.Bad(err)
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
	population, err4 := open.PopulationOf(agent)
	if err = errors.Join(err, err2, err3, err4); err != nil || open.IsBotFile(name) || network != "" || population != "" || strategy != "" && !open.IsStyle(strategy) {
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

// About says who the agents of the seats are, with their ratings.
func About(g env.Game, sitting []play.Seat) map[string]string {
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

// Hint returns hints of the default opponent of a game, nil where there is none.
func Hint(o *open.Opener, g env.Game, seed uint64) func(context.Context, env.State, int) (*advice.Advice, error) {
	name := opponents.Default(g)
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

// Entries explains the things of a game, for those that its scenes do not explain.
func Entries(g env.Game) []scene.Entry {
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
