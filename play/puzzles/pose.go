package puzzles

import (
	"context"
	"errors"
	"fmt"

	"ringer/env"
	"ringer/env/drive"
	"ringer/play/advice"
)

// NotClearError says that a position has no action that is far enough ahead for a puzzle.
type NotClearError struct {
	Best, Second string // names of the actions
	Gap          advice.Chance
	Least        float64 // that was wanted
}

func (e *NotClearError) Error() string {
	if e.Second == "" {
		return fmt.Sprintf("%s is no better than any other action", e.Best)
	}
	return fmt.Sprintf("no action is far enough ahead: %s is better than %s by %s: want %.0f points or more, at least half of that for sure", e.Best, e.Second, e.Gap.Cost(advice.UnitWin), 100*e.Least)
}

// Pose makes a puzzle of the first decision of a game that begins at a position. It measures
// the actions there as Find does; its title and its task may be replaced. Errors are the
// adviser's, the context's, or a NotClearError.
func Pose(ctx context.Context, c Config) (*Puzzle, error) {
	if c.Least == 0 {
		c.Least = DefaultLeast
	}
	steps, s, err := c.firstDecision()
	if err != nil {
		return nil, err
	}
	a := c.Advice
	a.Worlds, a.Tried, a.Shown, a.Seed = posedLooking, len(s.LegalActions(nil)), posedShown, c.seedOf(0, 1)
	told, err := advice.Ask(ctx, a, s)
	if err != nil {
		return nil, err
	}
	p, err := c.measure(ctx, &found{steps, s, told}, 0)
	if err != nil {
		return nil, err
	}
	if !c.clear(p) {
		return nil, &NotClearError{p.Solution.Name, p.Solution.Second, p.Solution.Gap, c.Least}
	}
	p.ID = c.Name + "-1"
	return p, nil
}

// Of a position that a person set up, whose every action is tried: those that the first look
// measures, and its worlds.
const (
	posedShown   = 6
	posedLooking = 64
)

// firstDecision plays what chance does at the beginning of a position, and what has only
// one way to go on.
func (c *Config) firstDecision() (steps []env.Action, s env.State, err error) {
	var table drive.Table
	table.Note = func(a env.Action) { steps = append(steps, a) }
	table.Set(c.Advice.Game.NewInitialState())
	p, err := table.Advance(env.Stream(c.Seed, purposePuzzles, 0, 3))
	if err == nil && p == env.Terminal {
		err = errors.New("the game is over before anybody has a choice")
	}
	return steps, table.State(), err
}
