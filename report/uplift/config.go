package uplift

import (
	"encoding/json"
	"fmt"

	"ringer/env"
	"ringer/env/things"
	"ringer/eval"
)

// Config says which agents play, and how often.
type Config struct {
	Game   env.Game
	Things *things.List

	// Entries are the agents, each in every seat of its games. More than one, such as three
	// training seeds, share the games, and a thing is flagged only where they agree.
	Entries []eval.Entry

	// Enter returns the entries for a game in which one thing is in the place of another
	// (List.Swaps): the same agents, in the same order. Without it such games are not
	// played.
	Enter func(env.Game) ([]eval.Entry, error)

	Blocks  int // of games
	Seed    uint64
	Workers int         // goroutines; 0 means one a processor. Results do not depend on it.
	Place   *eval.Place // where the games are played; nil: in this process

	GamesPerBlock int // 0 means 64: part of the meaning of a block
	ForksPerGame  int // wanted of each game; 0 means 8

	// Settle ends the study before its last block where nothing is left to find out: both ends of
	// every ranking are clear, and what stands out was tried again with an answer.
	Settle bool

	// Margin is the worth up to which a thing counts as ordinary. 0 means 5
	// points of the win, or Part.Margin.
	Margin float64

	// Rate bounds the chance that the study raises a wrong flag. 0 means 0.01.
	Rate float64

	// Near is the share of the probability of an agent's best action from which on another
	// action is one that it hardly prefers less. 0 means 0.25.
	Near float64

	// Have holds the blocks of an earlier study of the same game, entries and seed, the
	// first of them in their order: they are not played again.
	Have []Block

	// Done, when not nil, receives every block that was played. An error ends the study.
	Done func(Block) error

	// Progress, when not nil, receives the blocks that are over.
	Progress func(done, total int)

	variants *variants
}

// Values of Config fields that are 0.
const (
	defaultGames = 64
	defaultForks = 8
	ordinary     = 0.05 // of the wins, whatever the number of seats
	defaultRate  = 0.01
	defaultNear  = 0.25
)

func (c *Config) setDefaults() error {
	var f env.Faults
	if c.Things == nil {
		f.Add("things", "none", "the things of the game")
	}
	if c.Blocks < 1 {
		f.Add("blocks", c.Blocks, "a positive number")
	}
	if len(c.Entries) == 0 {
		f.Add("agents", 0, "one or more")
	}
	for _, x := range []struct {
		name  string
		value float64
	}{{"margin", c.Margin}, {"rate", c.Rate}, {"near", c.Near}} {
		if x.value < 0 || x.value > 1 {
			f.Add(x.name, x.value, "a number from 0 to 1")
		}
	}
	if len(c.Have) > c.Blocks {
		f.Add("have", len(c.Have), "at most %d blocks", c.Blocks)
	}
	for i := range c.Have {
		if c.Have[i].Number != i {
			f.Add(fmt.Sprintf("have[%d]", i), c.Have[i].Number, "block %d", i)
		}
	}
	if err := f.Err(); err != nil {
		return err
	}
	c.variants = &variants{built: map[int]*variant{}}
	set(&c.GamesPerBlock, defaultGames)
	set(&c.ForksPerGame, defaultForks)
	set(&c.Margin, Margin(c.Things))
	set(&c.Rate, defaultRate)
	set(&c.Near, defaultNear)
	return nil
}

// Margin returns the worth up to which the things of a list count as ordinary: a share of the win, or a
// figure in the unit of their part of the game.
func Margin(l *things.List) float64 {
	if l.Part != nil && l.Part.Margin > 0 {
		return l.Part.Margin
	}
	return ordinary
}

func set[N int | float64](x *N, usual N) {
	if *x == 0 {
		*x = usual
	}
}

// An Experiment names the change that a fork makes.
type Experiment string

// The experiments.
const (
	Had    Experiment = "had"    // a seat gets one thing in place of another
	Played Experiment = "played" // a seat plays one thing in place of another
)

// sort says to what end the forks of a block are played.
type sort struct {
	experiment Experiment
	confirms   bool // they are about the few things that stand out
}

// cycle is the order of blocks. Having things is the first question of a designer.
var cycle = [...]sort{{Had, false}, {Played, false}, {Had, true}, {Had, false}, {Played, true}, {Had, true}}

// sortOf returns the sort of a block. Where a game has but one experiment, all blocks are
// of it.
func (c *Config) sortOf(block int) sort {
	switch {
	case c.Things.Swaps != nil && c.Enter == nil, c.Things.Swaps == nil && c.Things.Has == nil:
		return sort{Played, block%2 == 1}
	case c.Things.Plays == nil:
		return sort{Had, block%2 == 1}
	}
	return cycle[block%len(cycle)]
}

// Block is a piece of a study: some games, with their forks. It is whole or nothing.
type Block struct {
	Number     int        `json:"number"`
	Experiment Experiment `json:"experiment"`
	Confirms   bool       `json:"confirms,omitempty"`
	About      []int      `json:"about,omitempty"` // the things that its forks are about; none: all
	Asked      []int      `json:"asked,omitempty"` // how many of them were wanted about each thing; none: all alike
	Forks      []Fork     `json:"forks"`
	Forced     []Fork     `json:"forced,omitempty"` // about things that nobody plays: one way plays one, the other does as the agent does
	Examples   []Example  `json:"examples,omitempty"`
	Usual      *Usual     `json:"usual"`
}

// Fork is one experiment: two ways on from a moment of a game.
type Fork struct {
	Game   int     `json:"game"` // of the block
	Entry  int     `json:"entry"`
	Gained []Gain  `json:"gained"` // by the first way rather than the other
	Worth  float64 `json:"worth"`  // outcome of the seat on the first way, less that on the other
}

// Gain is a thing that a seat has more of on one way than on the other.
type Gain struct {
	Thing int     `json:"thing"` // an index into List.Things
	Count float64 `json:"count"` // negative where it has less
	Came  float64 `json:"came"`  // 1 where it came by its own probability, as the other way does
}

// Example is a fork that can be replayed: the actions before it, and both ways on, chance
// included. The outcomes are the seat's.
type Example struct {
	Block  int          `json:"block"`
	Thing  int          `json:"thing"`
	Seat   int          `json:"seat"`
	Agent  string       `json:"agent"`
	Before []env.Action `json:"before"`
	With   []env.Action `json:"with"`    // from there on, with the thing
	Not    []env.Action `json:"without"` // from there on, with another in its place
	Other  int          `json:"other"`   // the thing in its place; -1 for several
	Worth  float64      `json:"outcome_with"`
	Less   float64      `json:"outcome_without"`

	// Rules are the rules of the game without the thing, where that is another game.
	Rules json.RawMessage `json:"rules_without,omitempty"`
}
