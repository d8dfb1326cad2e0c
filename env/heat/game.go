package heat

import (
	"encoding/json"
	"fmt"
	"strconv"

	"ringer/env"
)

// Game is one configuration of HEAT. It implements env.Game.
type Game struct {
	spec   *env.Spec
	config Config
	deck   *deck

	players int
	types   int // kinds of card in the deck
	talk    bool
	values  []uint8 // what a Heat costs, by tokens off the board

	// the first ids of the blocks of actions after the cards
	seatBase, decline, nothing, number, claimAt env.Action

	layout layout
	maxLog int
	first  State
}

// New builds a game, or returns the faults of the configuration as env.Faults.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	var faults env.Faults
	g := &Game{config: c, players: c.Players, talk: c.Talk == TalkClaims, deck: compile(c, &faults)}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	g.deck.validateBounds(c, &faults)
	g.types = len(g.deck.types)
	g.values = make([]uint8, c.Tokens+1)
	for held := range g.values {
		if row := held / c.RowWidth; row > 0 {
			g.values[held] = uint8(c.RowValues[row-1])
		}
	}
	g.seatBase = env.Action(g.types)
	g.decline = g.seatBase + env.Action(g.players)
	g.nothing = g.decline + 1
	g.number = g.nothing + 1
	g.claimAt = g.number + maxChoice + 1
	g.spec = g.newSpec()
	g.maxLog = g.spec.MaxGameLength + g.spec.MaxChanceNodes + c.Heists*c.Stages*g.players*2*(g.deck.tasks[phaseA]+g.deck.tasks[phaseB]+g.deck.tasks[phaseC])
	g.first = State{game: g, actor: env.Chance}
	for i := range g.players {
		g.first.now.money[i] = int32(c.StartMoney)
	}
	g.first.beginHeist()
	return g, nil
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State { return g.first.Clone() }

// GeneralSumWhen tells package envtest why random games all sum to zero.
func (g *Game) GeneralSumWhen() string { return "everyone is arrested (HEAT-8)" }

// Config is the configuration that the game was built with; it must not be
// written to.
func (g *Game) Config() Config { return g.config }

// newSpec describes the game. The block names and their order are part of what
// a trained network means: C-5.
func (g *Game) newSpec() *env.Spec {
	c := &g.config
	configuration, err := json.Marshal(c)
	if err != nil {
		panic("heat: " + err.Error())
	}
	blocks := []env.Block{
		{Name: "card", Shape: []int{g.types}, Doc: "a kind of card: to pass, play, discard, give, take, put in place or add"},
		{Name: "seat", Shape: []int{g.players}, Doc: "the seat that an effect is aimed at"},
		{Name: "option", Shape: []int{2 + maxChoice + 1}, Doc: "decline, play nothing, and the numbers 0 to 5"},
	}
	if g.talk {
		blocks = append(blocks, env.Block{Name: "claim", Shape: []int{g.types + 1}, Doc: "claim a title, or say nothing"})
	}
	decisions, chances := g.bounds()
	spec := &env.Spec{
		Name: "heat", Title: "HEAT", Version: Version,
		Players: g.players, MinPlayers: MinPlayers, MaxPlayers: MaxPlayers,
		Actions:           blocks,
		MaxChanceOutcomes: g.types,
		MaxGameLength:     decisions,
		MaxChanceNodes:    chances,
		Observation:       g.fields(),
		Utility:           env.GeneralSum, // an arrest is lost by everyone
		MinUtility:        -1 / float64(g.players-1),
		MaxUtility:        1,
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	return spec.Seal()
}

// bounds are the largest numbers of decisions and of chance nodes of a game.
func (g *Game) bounds() (decisions, chances int) {
	c, n := &g.config, g.players
	choices, draws := 0, 0
	for p := range phases {
		choices += g.deck.decisions[p]
		draws += g.deck.chances[p]
	}
	stage := n * (1 + choices)
	if g.talk {
		stage += n
	}
	decisions = c.Heists * (n*c.DraftRounds + c.Stages*stage)
	chances = c.Heists * (n*(c.Deal+c.DraftRounds) + c.Stages*n*draws)
	return decisions, chances
}

// Parameters lists the parameters of a game string, with their values here.
func (c *Config) Parameters() []env.Parameter {
	d := Defaults()
	number := func(name string, value, standard int, doc string, choices ...string) env.Parameter {
		return env.Parameter{Name: name, Value: strconv.Itoa(value), Default: strconv.Itoa(standard), Choices: choices, Doc: doc}
	}
	return []env.Parameter{
		number("players", c.Players, d.Players, "seats at the table", "3", "4", "5"),
		{
			Name: "talk", Value: c.Talk, Default: d.Talk, Choices: []string{TalkOff, TalkClaims},
			Doc: "claims: before each secret card everyone may claim a title",
		},
		number("heists", c.Heists, d.Heists, "heists in a game, 1 to 12"),
		number("stages", c.Stages, d.Stages, "stages in a heist, at most deal + draft_rounds"),
		number("deal", c.Deal, d.Deal, "cards each before the draft, 1 to 6"),
		number("draft_rounds", c.DraftRounds, d.DraftRounds, "times that everyone passes one card and draws one, 0 to 6"),
		{
			Name: "row_values", Value: list(c.RowValues), Default: list(d.RowValues),
			Doc: "what a Heat costs once a row of the board is empty, mildest row first",
		},
		number("row_width", c.RowWidth, d.RowWidth, "slots in a row of the board"),
		number("tokens", c.Tokens, d.Tokens, "Heat tokens: rows times row_width"),
		number("start_money", c.StartMoney, d.StartMoney, "dollars each at the start"),
		number("shortage_fine", c.ShortageFine, d.ShortageFine, "dollars lost with each Heat returned when the board runs out"),
		number("min_titles", c.MinTitles, d.MinTitles, "different titles that the deck must have"),
	}
}

func list(xs []int) string {
	s := "["
	for i, x := range xs {
		if i > 0 {
			s += ","
		}
		s += strconv.Itoa(x)
	}
	return s + "]"
}

// Conservation implements env.Conserver: every copy of every card is in exactly
// one place, and no seat holds Heat that the board does not lack.
func (s *State) Conservation() error {
	g := s.game
	for t := range g.types {
		n := int(s.mem.deck[t]) + int(s.mem.discards[t])
		for i := range g.players {
			n += int(s.mem.hand[i][t])
			if s.mem.commit[i] == uint8(t) {
				n++
			}
			for _, card := range s.now.of(i) {
				if card == uint8(t) {
					n++
				}
			}
		}
		if n != int(g.deck.types[t].copies) {
			return fmt.Errorf("heat: %d copies of %s instead of %d", n, g.deck.types[t].title, g.deck.types[t].copies)
		}
	}
	for i := range g.players {
		size := 0
		for _, n := range s.mem.hand[i] {
			size += int(n)
		}
		if size != int(s.mem.size[i]) {
			return fmt.Errorf("heat: seat %d holds %d cards but counts %d", i, size, s.mem.size[i])
		}
		if s.now.heat[i] < 0 || s.now.money[i] < 0 && s.node != nodeOver {
			return fmt.Errorf("heat: seat %d has $%d and %d Heat", i, s.now.money[i], s.now.heat[i])
		}
	}
	if held := s.now.held(); held > g.config.Tokens {
		return fmt.Errorf("heat: %d Heat held, only %d tokens exist", held, g.config.Tokens)
	}
	return nil
}
