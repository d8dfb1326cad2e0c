package heist

import (
	"strconv"

	"ringer/env"
	"ringer/env/layout"
)

// Version is the version of the rules.
const Version = 2

// The numbers of players that the rules allow.
const (
	MinPlayers = 2
	MaxPlayers = 6
)

// Settings of Config.ShortJobs (HEIST-12).
const (
	ShortScaled = "scaled" // one point less for every Security card that was missing
	ShortFull   = "full"
)

// Settings of Config.GiveUp (HEIST-25).
const (
	GiveUpUnable = "unable" // only without a tool against the next card, as in the book
	GiveUpAny    = "any"    // always
)

// Settings of Config.History.
const (
	HistoryOff = "off"
	HistoryOn  = "on" // states name information states, for tabular methods
)

// Config holds all that a designer can set. Defaults returns the numbers of the
// rule book; the cards come from configs/games/heist.
type Config struct {
	Players       int    `json:"players" yaml:"players"`
	Jobs          int    `json:"jobs" yaml:"jobs"`                         // in the game; the others of the Job deck are removed unseen
	MaxRounds     int    `json:"max_rounds" yaml:"max_rounds"`             // then points decide
	ContactOffers int    `json:"contact_offers" yaml:"contact_offers"`     // a turn
	TradeCards    int    `json:"trade_cards,omitempty" yaml:"trade_cards"` // of each side of an offer
	ShortJobs     string `json:"short_jobs" yaml:"short_jobs"`
	GiveUp        string `json:"give_up" yaml:"give_up"`

	Deal        int `json:"deal" yaml:"deal"`                 // cards each at the start
	Draw        int `json:"draw" yaml:"draw"`                 // cards in the Planning Phase
	HandLimit   int `json:"hand_limit" yaml:"hand_limit"`     // at the end of a turn
	CrewLimit   int `json:"crew_limit" yaml:"crew_limit"`     // Personnel in play
	LeaderLimit int `json:"leader_limit" yaml:"leader_limit"` // Leaders in play

	// Die is the number of sides of the die. The highest number calls the Thwarter and
	// takes Personnel away; a seat lies low for as many turns as the die shows.
	Die int `json:"die" yaml:"die"`

	History string `json:"history" yaml:"history"`

	JobDeck      []Job      `json:"job_deck" yaml:"job_deck"`
	SecurityDeck []Security `json:"security_deck" yaml:"security_deck"`
	HeistDeck    []Card     `json:"heist_deck" yaml:"heist_deck"`
}

// Job is a card of the Job deck.
type Job struct {
	ID       string `json:"id" yaml:"id,key"`
	Title    string `json:"title" yaml:"title"`
	Security int    `json:"security" yaml:"security"` // cards in its line
	Points   int    `json:"points" yaml:"points"`
	Copies   int    `json:"copies,omitempty" yaml:"copies,one"` // 0: one
}

// Security is a card of the Security deck; any one of its skills overcomes it.
type Security struct {
	ID     string   `json:"id" yaml:"id,key"`
	Title  string   `json:"title" yaml:"title"`
	Skills []string `json:"skills" yaml:"skills"`
	Copies int      `json:"copies,omitempty" yaml:"copies,one"` // 0: one
}

// Card is one kind of card of the Heist deck. Its words are the names of a CardType, Skills
// and an Operation.
type Card struct {
	ID      string   `json:"id" yaml:"id,key"`
	Title   string   `json:"title" yaml:"title"`
	Type    string   `json:"type" yaml:"type"`
	Skills  []string `json:"skills,omitempty" yaml:"skills"`
	Effects []Effect `json:"effects,omitempty" yaml:"effects,through"`
	Copies  int      `json:"copies,omitempty" yaml:"copies,one"` // 0: one
}

// Effect is one typed operation of a card.
type Effect struct {
	Op     string `json:"op" yaml:"op,key"`
	Amount int    `json:"amount,omitempty" yaml:"amount,through"`
}

// knobs is the table of the parameters.
var knobs = layout.Knobs[Config]{
	layout.Count("players", func(c *Config) *int { return &c.Players }, 2, MinPlayers, MaxPlayers, "seats at the table"),
	layout.Custom("jobs", "Jobs in the game, from the number of players to all; the game ends when all but one are gone", nil,
		func(c *Config) { c.Jobs = 9 }, func(c *Config) string { return strconv.Itoa(c.Jobs) },
		func(*Config, *env.Faults) {}), // validateDecks knows how many there are
	layout.Int("max_rounds", func(c *Config) *int { return &c.MaxRounds }, 200, 1, 1000, "rounds after which points decide"),
	layout.Int("contact_offers", func(c *Config) *int { return &c.ContactOffers }, 2, 0, 10, "trade offers a turn"),
	layout.Int("trade_cards", func(c *Config) *int { return &c.TradeCards }, 1, 1, maxTrade, "cards that each side of an offer may have"),
	layout.Choice("short_jobs", func(c *Config) *string { return &c.ShortJobs }, ShortScaled,
		"scaled: a Job is worth 1 point less for each Security card that was missing when it was dealt", ShortScaled, ShortFull),
	layout.Choice("give_up", func(c *Config) *string { return &c.GiveUp }, GiveUpUnable,
		"when an executor may give up; unable: only without a tool against the next card, as in the book; any: always", GiveUpUnable, GiveUpAny),
	layout.Int("deal", func(c *Config) *int { return &c.Deal }, 7, 0, 20, "cards each at the start"),
	layout.Int("draw", func(c *Config) *int { return &c.Draw }, 1, 0, 5, "cards drawn in the Planning Phase"),
	layout.Int("hand_limit", func(c *Config) *int { return &c.HandLimit }, 11, 0, 40, "cards in hand at the end of a turn, before Personnel add to it"),
	layout.Int("crew_limit", func(c *Config) *int { return &c.CrewLimit }, 11, 1, 30, "Personnel in play, before a Leader adds to it"),
	layout.Int("leader_limit", func(c *Config) *int { return &c.LeaderLimit }, 1, 0, 10, "Leaders in play"),
	layout.Int("die", func(c *Config) *int { return &c.Die }, 6, 2, 20, "sides of the die; its highest number calls the Thwarter and takes Personnel"),
	layout.Choice("history", func(c *Config) *string { return &c.History }, HistoryOff,
		"on: states keep their whole history and name information states, for exact and tabular methods on small decks", HistoryOff, HistoryOn),
}

// canonical returns the configuration without what is not played.
func (c *Config) canonical() *Config {
	d := *c
	if d.TradeCards == 1 {
		d.TradeCards = 0
	}
	return &d
}

// Parameters returns the parameters of a game string, with their values here.
func (c *Config) Parameters() []env.Parameter { return knobs.Parameters(c) }

// Defaults returns the numbers of the rule book, and no cards.
func Defaults() Config {
	var c Config
	knobs.Reset(&c)
	return c
}

// Limits of the fixed arrays and sets of a State.
const (
	maxSeats    = MaxPlayers
	maxCards    = 128 // of the Heist deck
	maxSecurity = 64  // cards of the Security deck
	maxJobs     = 16
	maxLine     = 96
	maxPeople   = 64 // kinds of Personnel
	maxEffects  = 4  // of one card
	maxTrade    = 3  // cards of a side of an offer
)

// Validate returns every fault as env.Faults, with paths such as
// heist_deck[3].effects[0].op.
func (c Config) Validate() error {
	var faults env.Faults
	knobs.Validate(&c, &faults)
	d := compile(c, &faults)
	c.validateDecks(d, &faults)
	return faults.Err()
}

// validateDecks adds the faults that only whole decks can show.
func (c Config) validateDecks(d *deck, f *env.Faults) {
	// HEIST-14; a game of one Job would be over before it began.
	if low, high := max(c.Players, 2), d.jobCards; high > maxJobs {
		f.Add("job_deck", high, "at most %d Jobs", maxJobs)
	} else if c.Jobs < low || c.Jobs > high {
		f.Add("jobs", c.Jobs, "a number from %d, a Job for each player, to %d, the size of job_deck", low, high)
	}
	if n := d.size; n > maxCards {
		f.Add("heist_deck", n, "at most %d cards", maxCards)
	} else if need := c.Players * c.Deal; n < need {
		f.Add("heist_deck", n, "at least players × deal = %d cards", need)
	}
	if n := d.securitySize; n > maxSecurity {
		f.Add("security_deck", n, "at most %d cards", maxSecurity)
	}
	if n := len(d.people); n > maxPeople {
		f.Add("heist_deck", n, "at most %d kinds of Personnel", maxPeople)
	}
	if n := d.longestLine(); n > maxLine {
		f.Add("heist_deck", n, "at most %d cards of Security, Complications and Crises with skills, which could all lie in one line", maxLine)
	}
}

// at returns the path of an element of a list.
func at(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
