package curio

import (
	"encoding/json"
	"ringer/env"
	"ringer/env/layout"
	"slices"
)

// suits names the suits, by their place in Config.Worth.
var suits = [maxSuits]string{"masks", "vases", "rugs", "clocks", "lamps"}

// Game is one configuration of Curio. It implements env.Game.
type Game struct {
	spec  *env.Spec
	c     Config
	at    spans
	start State
}

// spans says where the fields of the observation lie.
type spans struct{ taste, lot, left, won, coins layout.Span }

// New builds the game, or returns the faults of the configuration.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	configuration, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	g := &Game{c: c}
	n, most := float64(c.Players), float64(2*slices.Max(c.Worth)*c.Lots)
	g.spec = (&env.Spec{
		Name: "curio", Title: "Curio", Version: 1,
		Players: c.Players, MinPlayers: minPlayers, MaxPlayers: maxPlayers,
		Actions:           []env.Block{{Name: "bid", Shape: []int{c.Coins + 1}, Kind: "bid", Names: append([]string{"coin 0"}, layout.Numbered("coin", c.Coins)...), Doc: "[coins]: bid this number of coins in secret"}},
		MaxChanceOutcomes: len(c.Worth),
		MaxGameLength:     c.Players * c.Lots,
		MaxChanceNodes:    c.Players + c.Lots,
		Observation:       g.lay(),
		Utility:           env.ZeroSum, MinUtility: -most / n, MaxUtility: most * (n - 1) / n,
		Parameters: c.Parameters(), Configuration: configuration,
	}).Seal()
	g.start = State{game: g, actor: env.Chance, lot: none}
	for seat := range c.Players {
		g.start.coins[seat] = int8(c.Coins)
	}
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.start.Clone() }

// MeanWorth returns what a lot of a random suit is worth on average to a seat.
func (g *Game) MeanWorth() float64 {
	sum, most := 0, len(g.c.Worth)
	for _, worth := range g.c.Worth {
		sum += worth
	}
	return float64(sum) * float64(most+1) / float64(most*most) // one suit counts twice
}

// suits returns the names of the suits of this configuration.
func (g *Game) suits() []string { return suits[:len(g.c.Worth)] }

// lay lays the fields of the observation one after the other. Seats count from the one
// that observes, so that one policy serves every seat.
func (g *Game) lay() []env.Field {
	var b layout.Builder
	seats, lots := layout.Seats(g.c.Players).Names(), float32(g.c.Lots)
	g.at = spans{
		taste: b.Add(layout.Field{Name: "taste", Columns: layout.Flags(g.suits()...), Doc: "one-hot: the suit that is worth twice as much to the seat; zero before it is drawn"}),
		lot:   b.Add(layout.Field{Name: "lot", Columns: layout.Flags(g.suits()...), Doc: "one-hot: the suit of the lot to bid for"}),
		left:  b.Add(layout.Field{Name: "left", Columns: layout.One("lots", 0, lots, ""), Doc: "lots that are still to be sold, with the one to bid for"}),
		won:   b.Add(layout.Field{Name: "won", Rows: seats, Columns: layout.Counted(lots, g.suits()...), Doc: "lots that each seat has, by suit"}),
		coins: b.Add(layout.Field{Name: "coins", Columns: layout.Counted(float32(g.c.Coins), seats...), Doc: "coins that each seat has left"}),
	}
	return b.Fields()
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	clear(dst)
	g, at := s.game, &s.game.at
	if int(p) < int(s.drawn) {
		at.taste.In(dst)[s.taste[p]] = 1
	}
	if s.lot != none {
		at.lot.In(dst)[s.lot] = 1
	}
	at.left.In(dst)[0] = float32(g.c.Lots - int(s.round))
	for k := range g.c.Players {
		seat := layout.Seats(g.c.Players).Absolute(int(p), k)
		layout.Counts(at.won.Row(dst, k), s.won[seat][:])
		at.coins.In(dst)[k] = float32(s.coins[seat])
	}
}
