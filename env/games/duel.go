package games

import (
	"fmt"

	"ringer/configs"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

// scatter names the maps that are made by chance.
const scatter = "scatter"

// maxBands is the largest number of warbands that a configuration may name; more
// than seats are never dealt.
const maxBands = 16

// gatherDuel reads what the configuration of DUEL names: the warbands, and the map, which is
// a shipped one, the path of a file, or scattered terrain. A board in the configuration
// itself comes first.
func gatherDuel(c *duel.Config, find finder) error {
	if err := enlist(c, find); err != nil {
		return err
	}
	if err := c.Validate(); err != nil {
		return err
	}
	if c.Board == nil {
		board, err := duelBoard(c, find)
		if err != nil {
			return err
		}
		c.Board = board
	}
	if c.Step != 0 {
		board := *c.Board
		board.Step = c.Step
		c.Board = &board
	}
	return nil
}

// enlist reads the warbands that the configuration names, in place of its own.
func enlist(c *duel.Config, find finder) error {
	var f env.Faults
	if len(c.Bands) > maxBands {
		f.Add("bands", len(c.Bands), "at most %d warbands", maxBands)
		return f.Err()
	}
	bands := make([]duel.Warband, len(c.Bands))
	for i, name := range c.Bands {
		if err := configs.ReadAll(&bands[i], find(kind("duel/warbands"), name)); err != nil {
			f.Add(fmt.Sprintf("bands[%d]", i), name, "a warband that can be read: %v", err)
		}
	}
	if len(bands) > 0 {
		c.Warbands = bands
	}
	return f.Err()
}

// duelBoard reads or makes the map.
func duelBoard(c *duel.Config, find finder) (*space.Map, error) {
	board := space.Plains()
	if c.Map == scatter {
		return scattered(c)
	}
	if err := configs.ReadAll(&board, configs.Shipped(kind("duel/terrain"), "book"), find(kind("duel/maps"), c.Map)); err != nil {
		var f env.Faults
		f.Add("map", c.Map, "%s, or a map that can be read: %v", scatter, err)
		return nil, f.Err()
	}
	return &board, nil
}

// scattered makes the map that belongs to the configuration's seed.
func scattered(c *duel.Config) (*space.Map, error) {
	book := space.Plains()
	if err := configs.ReadAll(&book, configs.Shipped(kind("duel/terrain"), "book")); err != nil {
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
