package turn

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// A Scenario sets the aim of a game (DUEL-16): a rule with its tokens, its winners
// and its teams.
type Scenario struct {
	Name    string
	Rule    *Rule
	Players []int // numbers of players that it is for
	Teams   bool  // the seats are two teams in turn, else everyone plays alone
	Lost    bool  // the players have no opponents but automata: they lose at the round cap
	// Automata returns how many seats nobody plays, and how many models each of them
	// has; nil: none. They come after the seats of the players.
	Automata func(c *config.Config) (seats, models int)
	// Idle is true of automata that have no turns in the order of Initiative.
	Idle bool
	// Sides sorts the seats into sides and counts them; nil: everyone is alone.
	Sides func(g *Game) int
	// Corners deals the corners; nil: as in the core.
	Corners func(s *State)
	// Answer leaves in the legal set only what an automaton may choose.
	Answer func(s *State)
	// Enlist sets up the automata, Arms holds their equipment, and Bases lists the
	// possible sizes of models; nil: as those of players.
	Enlist func(s *State)
	Arms   *config.Build
	Bases  []space.Base
	// Call names an automaton's model; nil: like a player's.
	Call func(g *Game, m int8) string
	// Doubles returns the first of as many automata as players have models, each of which
	// stands for one of theirs, in their order; 0 or nil: none do.
	Doubles func(g *Game) int8
	// Sorts names what automata can be, and Sort returns which of them a model is; nil:
	// they are alike.
	Sorts []string
	Sort  func(g *Game, m int8) int
	// Start pushes another task than rounds; nil: rounds.
	Start func(s *State)
	// Needs reports as faults what the scenario cannot be played with, or without.
	Needs func(c *config.Config, f *env.Faults)
}

// An AddOn is played on top of a scenario (DUEL-16).
type AddOn struct {
	Name string
	Rule Rule
	// Needs reports as faults what the add-on cannot be played with, or without.
	Needs func(c *config.Config, f *env.Faults)
	// Fits reports as a fault why the add-on has no room on the table.
	Fits func(g *Game, f *env.Faults)
}
