package heat

import (
	"ringer/env"
	"ringer/env/layout"
)

// The numbers of players that the rules allow.
const (
	MinPlayers = 3
	MaxPlayers = 5
)

// Settings of Config.Talk (HEAT-11).
const (
	TalkOff    = "off"
	TalkClaims = "claims"
)

// Config is everything that a designer can set. Defaults gives the numbers of
// the rule book; the cards come from configs/games/heat.
type Config struct {
	Players int    `json:"players" yaml:"players"`
	Talk    string `json:"talk" yaml:"talk"`

	Heists      int `json:"heists" yaml:"heists"`
	Stages      int `json:"stages" yaml:"stages"`
	Deal        int `json:"deal" yaml:"deal"`                 // cards each before the draft
	DraftRounds int `json:"draft_rounds" yaml:"draft_rounds"` // pass one, draw one

	RowValues []int `json:"row_values" yaml:"row_values"` // price of a Heat once that row is empty, mildest row first
	RowWidth  int   `json:"row_width" yaml:"row_width"`   // slots a row
	Tokens    int   `json:"tokens" yaml:"tokens"`         // Heat tokens: rows times width

	StartMoney   int `json:"start_money" yaml:"start_money"`
	ShortageFine int `json:"shortage_fine" yaml:"shortage_fine"` // for each Heat returned when the board runs out

	MinCards  []int `json:"min_cards" yaml:"min_cards"`   // at least this many cards with 3, 4 and 5 players
	MinTitles int   `json:"min_titles" yaml:"min_titles"` // at least this many different titles

	Cards []Card `json:"cards" yaml:"cards"`
}

// Card is one kind of card and its copies in the deck.
type Card struct {
	ID      string   `json:"id" yaml:"id,key"`
	Title   string   `json:"title" yaml:"title"`
	Phases  []string `json:"phases" yaml:"phases"` // subset of A, B, C: the letters of the effects
	Copies  [][]int  `json:"copies" yaml:"copies"` // one entry a copy: the player counts printed on it
	Tags    []string `json:"tags,omitempty" yaml:"tags"`
	Icons   []string `json:"icons,omitempty" yaml:"icons"` // empty: derived from the effects (HEAT-12)
	Text    string   `json:"text,omitempty" yaml:"text"`   // empty: put in words from the effects
	Effects []Effect `json:"effects" yaml:"effects,through"`
}

// Effect is one typed operation of a card, as a file writes it (HEAT-2). The
// tables operations, whoNames, conditionNames and perNames list its words; Clause
// is the same effect as the rules read it.
type Effect struct {
	Phase  string `json:"phase" yaml:"phase"`
	Op     string `json:"op" yaml:"op,key"`
	Amount Amount `json:"amount,omitzero" yaml:"amount,through"`
	Who    string `json:"who,omitempty" yaml:"who"`     // empty: self
	If     string `json:"if,omitempty" yaml:"if"`       // empty: always
	Where  string `json:"where,omitempty" yaml:"where"` // depends on the operation
}

// Amount is a number, base + each × per, held between 0 and max. In a file a
// plain number stands for its base.
type Amount struct {
	Base int    `json:"base,omitempty" yaml:"base,scalar"`
	Each int    `json:"each,omitempty" yaml:"each"`
	Per  string `json:"per,omitempty" yaml:"per"`
	Max  int    `json:"max,omitempty" yaml:"max"` // 0: no limit
}

// knobs lists the parameters, with the numbers of the rule book.
var knobs = layout.Knobs[Config]{
	layout.Count("players", func(c *Config) *int { return &c.Players }, 4, MinPlayers, MaxPlayers, "seats at the table"),
	layout.Choice("talk", func(c *Config) *string { return &c.Talk }, TalkOff,
		"claims: before each secret card everyone may claim a title", TalkOff, TalkClaims),
	layout.Int("heists", func(c *Config) *int { return &c.Heists }, 3, 1, maxHeists, "heists in a game"),
	layout.Int("stages", func(c *Config) *int { return &c.Stages }, 4, 1, maxStages, "stages in a heist, at most deal + draft_rounds"),
	layout.Int("deal", func(c *Config) *int { return &c.Deal }, 2, 1, 6, "cards each before the draft"),
	layout.Int("draft_rounds", func(c *Config) *int { return &c.DraftRounds }, 3, 0, maxRounds, "times that everyone passes one card and draws one"),
	layout.Ints("row_values", func(c *Config) *[]int { return &c.RowValues }, []int{1, 2, 3, 4, 5}, 0, 100,
		"dollars that a Heat costs once a row of the board is empty, mildest row first"),
	layout.Int("row_width", func(c *Config) *int { return &c.RowWidth }, 3, 1, 20, "slots in a row of the board"),
	layout.Int("tokens", func(c *Config) *int { return &c.Tokens }, 15, 1, maxHeatMoved, "Heat tokens: rows times row_width"),
	layout.Int("start_money", func(c *Config) *int { return &c.StartMoney }, 0, 0, maxMoneyPaid, "dollars each at the start"),
	layout.Int("shortage_fine", func(c *Config) *int { return &c.ShortageFine }, 3, 0, maxMoneyPaid,
		"dollars lost with each Heat returned when the board runs out"),
	layout.Int("min_titles", func(c *Config) *int { return &c.MinTitles }, 22, 1, maxTypes, "different titles that the deck must have"),
}

// Defaults returns the numbers of the rule book, and no cards.
func Defaults() Config {
	c := Config{MinCards: []int{21, 28, 34}}
	knobs.Reset(&c)
	return c
}

// Parameters returns the parameters of a game string, with their values here.
func (c *Config) Parameters() []env.Parameter { return knobs.Parameters(c) }

// Validate reports every fault as env.Faults, with paths such as
// cards[3].effects[0].op.
func (c Config) Validate() error {
	var faults env.Faults
	knobs.Validate(&c, &faults)
	c.validateTable(&faults)
	d := compile(c, &faults)
	c.validateDeck(d, &faults)
	return faults.Err()
}

// validateTable tests what the numbers must agree on.
func (c Config) validateTable(f *env.Faults) {
	if c.Stages > c.Deal+c.DraftRounds { // HEAT-25
		f.Add("stages", c.Stages, "at most deal + draft_rounds = %d: a card for every stage", c.Deal+c.DraftRounds)
	}
	for i, v := range c.RowValues {
		if i > 0 && v < c.RowValues[i-1] {
			f.Add(at("row_values", i), v, "no less than the row before")
		}
	}
	if len(c.RowValues)*c.RowWidth != c.Tokens { // HEAT-25
		f.Add("tokens", c.Tokens, "rows × width = %d × %d = %d: the board starts full", len(c.RowValues), c.RowWidth, len(c.RowValues)*c.RowWidth)
	}
	if len(c.MinCards) != MaxPlayers-MinPlayers+1 {
		f.Add("min_cards", len(c.MinCards), "three numbers, for 3, 4 and 5 players")
	}
}
