package styles

import (
	"context"
	"errors"

	"ringer/env"
	"ringer/env/scene"
	"ringer/eval"
	"ringer/report/corpus"
	"ringer/report/flag"
	"ringer/report/ratio"
)

// Config says in which games styles are looked for.
type Config struct {
	// Corpus holds the games. Several agents, or one that mixes, show more styles than one
	// that always does the same.
	Corpus *corpus.Corpus

	// Base, when its agent is not nil, is tilted towards each style, so that styles meet on
	// deals that no style has chosen. ForcedGames is the number of games of each style in one
	// seat against another in all others; 0: DefaultForcedGames.
	Base        eval.Entry
	ForcedGames int

	Seed     uint64
	Workers  int
	Place    *eval.Place           // where the games are played; nil: in this process
	Progress func(done, total int) // forced games
}

// DefaultForcedGames stands for the number of games that a Config leaves out.
const DefaultForcedGames = 200

// Study holds the styles of a game.
type Study struct {
	Game   string   `json:"game"`
	Agents []string `json:"agents"`
	Seed   uint64   `json:"seed"`
	Games  int      `json:"games"`

	// Groups are the seats among which styles are looked for: all together, or each by
	// itself where the two seats of a game have different things to do.
	Groups []Group `json:"groups"`

	// Played holds what styles won in the games of the corpus: the lead of a seat of the
	// row's style over one of the column's in the same game, in wins. Games that go well may
	// be why a seat plays so. It is nil where a group has one style.
	Played *Payoffs `json:"played,omitempty"`

	// Forced holds the same of the tilted agents, on fresh deals. It is nil without a base.
	Forced *Payoffs `json:"forced,omitempty"`

	Flags []flag.Flag `json:"flags,omitempty"`
}

// Group holds the styles of some seats.
type Group struct {
	Name  string `json:"name"` // "all seats", "Criminal"
	Seats []int  `json:"seats"`
	Units int    `json:"units"` // seats in games

	Features int `json:"features"` // preferences that are compared

	// Directions is the number of ways in which seats differ by more than the luck of
	// single decisions; Silhouette says how well groups along them are told apart, and
	// Reference how well, at best, groups of seats that differ by degrees are.
	Directions int     `json:"directions"`
	Silhouette float64 `json:"silhouette"`
	Reference  float64 `json:"reference"`

	Words  string  `json:"words"` // what was found, in one sentence
	Styles []Style `json:"styles"`
}

// Style is a way to play.
type Style struct {
	Name    string         `json:"name"`   // what it does more and less than others
	Share   ratio.Figure   `json:"share"`  // of the units
	Agents  []float64      `json:"agents"` // share of the style in the units of each agent of the corpus
	Wins    ratio.Figure   `json:"wins"`   // share of the wins
	Habits  []Habit        `json:"habits"` // what tells it from the others, the clearest first
	Weight  float64        `json:"weight"` // in the equilibrium of Forced, else of Played; 0 with one style
	Example []flag.Example `json:"examples"`
}

// Habit is a preference of a style.
type Habit struct {
	Words  string  `json:"words"`
	Rate   float64 `json:"rate"`   // taken of the times that it is legal
	Others float64 `json:"others"` // the same of all other styles
	Effect float64 `json:"effect"` // difference of preferences, in deviations between units
}

// units is the largest number of seats of games that are looked at.
const units = 1500

// Play looks for styles. It returns the errors of eval.PlayFrom. Results do not depend on
// the workers.
func Play(ctx context.Context, c Config) (*Study, error) {
	if c.Corpus == nil || len(c.Corpus.Games) == 0 {
		return nil, errors.New("styles: want games")
	}
	if c.ForcedGames <= 0 {
		c.ForcedGames = DefaultForcedGames
	}
	spec := c.Corpus.Game.Spec()
	if most := max(1, units/spec.Players); len(c.Corpus.Games) > most {
		shorter := *c.Corpus
		shorter.Games = shorter.Games[:most]
		c.Corpus = &shorter
	}
	s := &Study{Game: spec.String(), Agents: c.Corpus.Agents, Seed: c.Seed, Games: len(c.Corpus.Games)}
	f := newFinder(&c)
	if err := f.look(ctx); err != nil {
		return nil, err
	}
	for g := range f.groups {
		s.Groups = append(s.Groups, f.describe(g))
	}
	if !f.several() {
		return s, nil
	}
	s.Played = f.played()
	if c.Base.Agent != nil {
		forced, err := f.force(ctx)
		if err != nil {
			return nil, err
		}
		s.Forced = forced
	}
	s.balance()
	return s, nil
}

// sides returns the seats of each group.
func sides(g env.Game) (names []string, seats [][]int) {
	n := g.Spec().Players
	if n != 2 || env.SeatsDiffer(g) == "" {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		return []string{"all seats"}, [][]int{all}
	}
	return []string{scene.SeatName(0), scene.SeatName(1)}, [][]int{{0}, {1}}
}
