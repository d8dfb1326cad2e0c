package games

import (
	"ringer/configs"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

// newDuel builds DUEL with the map that its configuration names: a shipped one,
// or the path of a file. A board in the configuration itself comes first.
func newDuel(c duel.Config) (*duel.Game, error) {
	if c.Board == nil {
		board, err := duelBoard(&c)
		if err != nil {
			return nil, err
		}
		c.Board = board
	}
	return duel.New(c)
}

func duelBoard(c *duel.Config) (*space.Map, error) {
	board := space.Plains()
	if err := configs.ReadAll(&board, configs.Named(kind("duel/terrain"), "book"), configs.Named(kind("duel/maps"), c.Map)); err != nil {
		var f env.Faults
		f.Add("map", c.Map, "a map that can be read: %v", err)
		return nil, f.Err()
	}
	return &board, nil
}
