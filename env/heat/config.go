package heat

import (
	"ringer/env"
)

// Version of the rules.
const Version = 1

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

// Config is everything that a designer can set. Defaults gives the scalars of
// the rule book; the cards come from configs/games/heat.
type Config struct {
	Players int    `json:"players" yaml:"players"`
	Talk    string `json:"talk" yaml:"talk"`

	Heists      int `json:"heists" yaml:"heists"`
	Stages      int `json:"stages" yaml:"stages"`
	Deal        int `json:"deal" yaml:"deal"`                 // cards each before the draft
	DraftRounds int `json:"draft_rounds" yaml:"draft_rounds"` // pass one, draw one

	RowValues []int `json:"row_values" yaml:"row_values"` // what a Heat costs once that row is empty, mildest first
	RowWidth  int   `json:"row_width" yaml:"row_width"`   // slots a row
	Tokens    int   `json:"tokens" yaml:"tokens"`         // Heat tokens: rows times width

	StartMoney   int `json:"start_money" yaml:"start_money"`
	ShortageFine int `json:"shortage_fine" yaml:"shortage_fine"` // for each Heat returned when the board runs out

	MinCards  []int `json:"min_cards" yaml:"min_cards"`   // at least so many cards with 3, 4 and 5 players
	MinTitles int   `json:"min_titles" yaml:"min_titles"` // at least so many different titles

	Cards []Card `json:"cards" yaml:"cards"`
}

// Card is one kind of card and its copies in the deck.
type Card struct {
	ID      string   `json:"id" yaml:"id"`
	Title   string   `json:"title" yaml:"title"`
	Phases  []string `json:"phases" yaml:"phases"` // subset of A, B, C: those of the effects
	Copies  [][]int  `json:"copies" yaml:"copies"` // one entry a copy: the player counts printed on it
	Tags    []string `json:"tags,omitempty" yaml:"tags"`
	Icons   []string `json:"icons,omitempty" yaml:"icons"` // empty: derived from the effects (HEAT-12)
	Text    string   `json:"text,omitempty" yaml:"text"`   // empty: put in words from the effects
	Effects []Effect `json:"effects" yaml:"effects"`
}

// Effect is one typed operation of a card (HEAT-2). The words that its fields
// take are listed in operations, whoNames, conditionNames and perNames.
type Effect struct {
	Phase  string `json:"phase" yaml:"phase"`
	Op     string `json:"op" yaml:"op"`
	Amount Amount `json:"amount,omitzero" yaml:"amount"`
	Who    string `json:"who,omitempty" yaml:"who"`     // empty: self
	If     string `json:"if,omitempty" yaml:"if"`       // empty: always
	Where  string `json:"where,omitempty" yaml:"where"` // what it means depends on the operation
}

// Amount is a number, base + each × per, held between 0 and max. In a file a
// plain number stands for its base.
type Amount struct {
	Base int    `json:"base,omitempty" yaml:"base,scalar"`
	Each int    `json:"each,omitempty" yaml:"each"`
	Per  string `json:"per,omitempty" yaml:"per"`
	Max  int    `json:"max,omitempty" yaml:"max"` // 0: no limit
}

// Defaults holds the numbers of the rule book, and no cards.
func Defaults() Config {
	return Config{
		Players: 4, Talk: TalkOff,
		Heists: 3, Stages: 4, Deal: 2, DraftRounds: 3,
		RowValues: []int{1, 2, 3, 4, 5}, RowWidth: 3, Tokens: 15,
		StartMoney: 0, ShortageFine: 3,
		MinCards: []int{21, 28, 34}, MinTitles: 22,
	}
}

// Validate reports every fault as env.Faults, with paths such as
// cards[3].effects[0].op.
func (c Config) Validate() error {
	var faults env.Faults
	c.validateTable(&faults)
	d := compile(c, &faults)
	c.validateDeck(d, &faults)
	return faults.Err()
}

// Limits of the fixed arrays of a State.
const (
	maxSeats     = MaxPlayers
	maxTypes     = 34 // HEAT-13
	maxCards     = 200
	maxRecord    = 16
	maxHeists    = 12
	maxStages    = 8
	maxMoneyPaid = 1000 // largest amount of money of one effect
	maxHeatMoved = 60   // largest amount of Heat of one effect
)

func (c Config) validateTable(f *env.Faults) {
	within := func(path string, x, low, high int) {
		if x < low || x > high {
			f.Add(path, x, "a number from %d to %d", low, high)
		}
	}
	within("players", c.Players, MinPlayers, MaxPlayers)
	if c.Talk != TalkOff && c.Talk != TalkClaims {
		f.Add("talk", c.Talk, "%s or %s", TalkOff, TalkClaims)
	}
	within("heists", c.Heists, 1, maxHeists)
	within("stages", c.Stages, 1, maxStages)
	within("deal", c.Deal, 1, 6)
	within("draft_rounds", c.DraftRounds, 0, 6)
	within("row_width", c.RowWidth, 1, 20)
	within("tokens", c.Tokens, 1, maxHeatMoved)
	within("start_money", c.StartMoney, 0, maxMoneyPaid)
	within("shortage_fine", c.ShortageFine, 0, maxMoneyPaid)
	within("min_titles", c.MinTitles, 1, maxTypes)
	if c.Stages > c.Deal+c.DraftRounds { // HEAT-25
		f.Add("stages", c.Stages, "at most deal + draft_rounds = %d: a card for every stage", c.Deal+c.DraftRounds)
	}
	for i, v := range c.RowValues {
		if v < 0 || v > 100 || i > 0 && v < c.RowValues[i-1] {
			f.Add(at("row_values", i), v, "a number from 0 to 100, no less than the row before")
		}
	}
	if len(c.RowValues)*c.RowWidth != c.Tokens { // HEAT-25
		f.Add("tokens", c.Tokens, "rows × width = %d × %d = %d: the board starts full", len(c.RowValues), c.RowWidth, len(c.RowValues)*c.RowWidth)
	}
	if len(c.MinCards) != MaxPlayers-MinPlayers+1 {
		f.Add("min_cards", len(c.MinCards), "three numbers, for 3, 4 and 5 players")
	}
}

// validateDeck tests what only the whole deck can show.
func (c Config) validateDeck(d *deck, f *env.Faults) {
	titles := map[string]int{}
	used := 0
	for i := range c.Cards {
		if j, twice := titles[c.Cards[i].Title]; twice {
			f.Add(at("cards", i)+".title", c.Cards[i].Title, "a title of its own (%s has it: give that card one more entry under copies)", at("cards", j))
		} else {
			titles[c.Cards[i].Title] = i
		}
		if c.Cards[i].copiesWith(c.Players) > 0 {
			used++
		}
	}
	if len(titles) < c.MinTitles { // HEAT-1
		f.Add("cards", len(titles), "at least min_titles = %d different titles", c.MinTitles)
	}
	if used > maxTypes {
		f.Add("cards", used, "at most %d kinds of card with %d players", maxTypes, c.Players)
	}
	for n := MinPlayers; n <= MaxPlayers; n++ {
		size := 0
		for i := range c.Cards {
			size += c.Cards[i].copiesWith(n)
		}
		if size > maxCards {
			f.Add("cards", size, "at most %d cards with %d players", maxCards, n)
		}
		if i := n - MinPlayers; i < len(c.MinCards) && size < c.MinCards[i] { // HEAT-1
			f.Add("cards", size, "at least min_cards[%d] = %d cards with %d players", i, c.MinCards[i], n)
		}
		if need := n * (c.Deal + c.DraftRounds); n == c.Players && size < need { // HEAT-25
			f.Add("cards", size, "at least %d cards for %d players to draft %d each", need, n, c.Deal+c.DraftRounds)
		}
	}
	if d != nil {
		d.validateBounds(c, f)
	}
}

func (c *Card) copiesWith(players int) int {
	n := 0
	for _, counts := range c.Copies {
		for _, p := range counts {
			if p == players {
				n++
			}
		}
	}
	return n
}
