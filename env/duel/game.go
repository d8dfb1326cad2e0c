package duel

import (
	"encoding/json"
	"errors"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/heroes"
	"ringer/env/duel/internal/observation"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// ErrNoBoard reports a configuration whose map has not been read.
var ErrNoBoard = errors.New("duel: the configuration has no board")

// Game is one configuration of DUEL. It implements env.Game.
type Game struct {
	t        *turn.Game // the engine's part
	spec     *env.Spec
	observer *observation.Observer
	pieces   []piece    // of the map, as they are drawn
	first    turn.State // the initial state of every episode
}

// New builds a game, or returns the faults of the configuration as env.Faults.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Board == nil {
		return nil, ErrNoBoard
	}
	settings := config.Config(c)
	if c.Rounds == 0 {
		settings.Rounds = settings.OwnRounds()
	}
	t, err := turn.New(settings, newBook(&settings))
	if err != nil {
		return nil, err
	}
	observer, fields := observation.New(t)
	g := &Game{t: t, observer: observer, pieces: newPieces(t)}
	g.spec = g.newSpec(fields)
	t.Begin(&g.first)
	return g, nil
}

// tasks holds the tasks of the engine and of all wings.
var tasks = turn.NewTasks(options.Tasks(), scenarios.Tasks(), heroes.Tasks())

// newBook returns the rules that a configuration plays with.
func newBook(c *config.Config) *turn.Book {
	b := &turn.Book{Scenario: scenarios.Of(c), AddOns: scenarios.AddOns(c), Skills: &heroes.Skills, Tasks: tasks, PerSeat: heroes.Slots(c), Rules: options.Rules(c)}
	b.Rules = append(b.Rules, scenarios.Counts(c)...)
	if c.Heroes {
		b.Rules = append(b.Rules, &heroes.Rule)
		b.InGame, b.Gifts = heroes.EverySkill(c), heroes.Gifts(c)
		b.MostShapes, b.GiftedShapes, b.GiftedFollowers = heroes.MostShapes(c), heroes.Given(c, turn.TraitShapeshifter), heroes.GiftedFollowers(c)
	}
	return b
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// usualLog is the capacity, in actions, of the log of a new episode.
const usualLog = 256

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.start(usualLog) }

// start returns a copy of the initial state whose log has room for this many
// actions.
func (g *Game) start(room int) *State {
	s := &State{game: g}
	s.t.Reserve(max(room, len(g.first.Log)))
	s.t.CopyFrom(&g.first)
	return s
}

// Config returns the configuration that the game was built with; it must not be
// written to.
func (g *Game) Config() Config { return Config(g.t.Config) }

// Scene returns the table that the game is played on.
func (g *Game) Scene() *space.Scene { return g.t.Scene }

// OptionalRules returns the names of the optional rules that are on, in the order in which
// they hook the turn.
func (g *Game) OptionalRules() (names []string) {
	for _, r := range g.t.Rules {
		names = append(names, r.Name)
	}
	return names
}

// newSpec returns the spec of the game, with these fields. Trained networks depend on the names and
// the order of the blocks (C-5).
func (g *Game) newSpec(fields []env.Field) *env.Spec {
	t := g.t
	c := &t.Config
	configuration, err := json.Marshal(c.Canonical())
	if err != nil {
		panic("duel: " + err.Error())
	}
	decisions, chances := t.Bounds()
	spec := &env.Spec{
		Name: "duel", Title: "DUEL", Version: versionOf(changes, g.has),
		Players: t.Players, MinPlayers: MinPlayers, MaxPlayers: MaxPlayers,
		Actions:           nameIDs(t),
		MaxChanceOutcomes: t.MaxChance(),
		MaxGameLength:     decisions,
		MaxChanceNodes:    chances,
		Observation:       fields,
		Hidden:            []string{"draft", "score", "bid"},
		Utility:           env.ZeroSum,
		MinUtility:        -1 / float64(max(1, t.Sides-1)),
		MaxUtility:        1,
		Parameters:        (*Config)(c).Parameters(),
		Configuration:     configuration,
	}
	if t.Scenario.Lost {
		spec.Utility, spec.MinUtility = env.GeneralSum, -1
	}
	if t.Teamed {
		spec.Utility = env.TeamSum
		for _, side := range t.Side[:t.Players] {
			spec.Teams = append(spec.Teams, int(side))
		}
	}
	if g.SeatsDiffer() == "" {
		spec.Frames = g.observer.Frames(t)
	}
	return spec.Seal()
}
