package games

import (
	"ringer/configs"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

// scatter is the name of maps that are made by chance.
const scatter = "scatter"

// newDuel builds DUEL with the map that its configuration names: a shipped one,
// the path of a file, or scattered terrain. A board in the configuration itself
// comes first.
func newDuel(c duel.Config) (*duel.Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Board == nil {
		board, err := duelBoard(&c)
		if err != nil {
			return nil, err
		}
		c.Board = board
	}
	if c.Step != 0 {
		board := *c.Board
		board.Step = c.Step
		c.Board = &board
	}
	return duel.New(c)
}

// duelBoard reads or makes the map.
func duelBoard(c *duel.Config) (*space.Map, error) {
	board := space.Plains()
	if c.Map == scatter {
		return scattered(c)
	}
	if err := configs.ReadAll(&board, configs.Named(kind("duel/terrain"), "book"), configs.Named(kind("duel/maps"), c.Map)); err != nil {
		var f env.Faults
		f.Add("map", c.Map, "%s, or a map that can be read: %v", scatter, err)
		return nil, f.Err()
	}
	return &board, nil
}

// scattered makes the map that belongs to the configuration's seed.
func scattered(c *duel.Config) (*space.Map, error) {
	book := space.Plains()
	if err := configs.ReadAll(&book, configs.Named(kind("duel/terrain"), "book")); err != nil {
		return nil, err
	}
	step := c.Step
	if step == 0 {
		step = book.Step
	}
	board, err := space.Scatter{Width: c.Width, Depth: c.Depth, Step: step, Players: c.Players, Types: book.Types}.Draw(uint64(c.MapSeed))
	if err != nil {
		return nil, err
	}
	return &board, nil
}
