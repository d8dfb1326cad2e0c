package heist

import (
	"strconv"

	"ringer/env"
)

// Version of the rules.
const Version = 1

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

// Settings of Config.History.
const (
	HistoryOff = "off"
	HistoryOn  = "on" // states name information states, for tabular methods
)

// Config is everything that a designer can set. Defaults gives the scalars of
// the rule book; the cards come from configs/games/heist.
type Config struct {
	Players       int    `json:"players" yaml:"players"`
	Jobs          int    `json:"jobs" yaml:"jobs"`                     // in the game; others of the Job deck are removed unseen
	MaxRounds     int    `json:"max_rounds" yaml:"max_rounds"`         // then points decide
	ContactOffers int    `json:"contact_offers" yaml:"contact_offers"` // a turn
	ShortJobs     string `json:"short_jobs" yaml:"short_jobs"`

	Deal        int `json:"deal" yaml:"deal"`                 // cards each at the start
	Draw        int `json:"draw" yaml:"draw"`                 // cards in the Planning Phase
	HandLimit   int `json:"hand_limit" yaml:"hand_limit"`     // at the end of a turn
	CrewLimit   int `json:"crew_limit" yaml:"crew_limit"`     // Personnel in play
	LeaderLimit int `json:"leader_limit" yaml:"leader_limit"` // Leaders in play

	// Die is the number of its sides. The highest calls the Thwarter and takes
	// Personnel away; lying low takes as many turns as it shows.
	Die int `json:"die" yaml:"die"`

	History string `json:"history" yaml:"history"`

	JobDeck      []Job      `json:"job_deck" yaml:"job_deck"`
	SecurityDeck []Security `json:"security_deck" yaml:"security_deck"`
	HeistDeck    []Card     `json:"heist_deck" yaml:"heist_deck"`
}

// Job is a card of the Job deck.
type Job struct {
	ID       string `json:"id" yaml:"id"`
	Title    string `json:"title" yaml:"title"`
	Security int    `json:"security" yaml:"security"` // cards in its line
	Points   int    `json:"points" yaml:"points"`
	Copies   int    `json:"copies,omitempty" yaml:"copies"` // 0: one
}

// Security is a card of the Security deck; any one of its skills overcomes it.
type Security struct {
	ID     string   `json:"id" yaml:"id"`
	Title  string   `json:"title" yaml:"title"`
	Skills []string `json:"skills" yaml:"skills"`
	Copies int      `json:"copies,omitempty" yaml:"copies"` // 0: one
}

// Card is one kind of card of the Heist deck. Types, skills and operations are
// the words of typeNames, skillNames and operations.
type Card struct {
	ID      string   `json:"id" yaml:"id"`
	Title   string   `json:"title" yaml:"title"`
	Type    string   `json:"type" yaml:"type"`
	Skills  []string `json:"skills,omitempty" yaml:"skills"`
	Effects []Effect `json:"effects,omitempty" yaml:"effects"`
	Copies  int      `json:"copies,omitempty" yaml:"copies"` // 0: one
}

// Effect is one typed operation of a card.
type Effect struct {
	Op     string `json:"op" yaml:"op"`
	Amount int    `json:"amount,omitempty" yaml:"amount"`
}

// Defaults holds the numbers of the rule book, and no cards.
func Defaults() Config {
	return Config{
		Players: 2, Jobs: 9, MaxRounds: 200, ContactOffers: 2, ShortJobs: ShortScaled,
		Deal: 7, Draw: 1, HandLimit: 11, CrewLimit: 11, LeaderLimit: 1, Die: 6, History: HistoryOff,
	}
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
)

// Validate reports every fault as env.Faults, with paths such as
// heist_deck[3].effects[0].op.
func (c Config) Validate() error {
	var faults env.Faults
	c.validateTable(&faults)
	d := compile(c, &faults)
	c.validateDecks(d, &faults)
	return faults.Err()
}

func (c Config) validateTable(f *env.Faults) {
	within := func(path string, x, low, high int) {
		if x < low || x > high {
			f.Add(path, x, "a number from %d to %d", low, high)
		}
	}
	oneOf := func(path, x string, words ...string) {
		for _, w := range words {
			if x == w {
				return
			}
		}
		f.Add(path, x, "%s", joinOr(words))
	}
	within("players", c.Players, MinPlayers, MaxPlayers)
	// HEIST-14; a game of one Job would be over before it began.
	within("max_rounds", c.MaxRounds, 1, 1000)
	within("contact_offers", c.ContactOffers, 0, 10)
	oneOf("short_jobs", c.ShortJobs, ShortScaled, ShortFull)
	within("deal", c.Deal, 0, 20)
	within("draw", c.Draw, 0, 5)
	within("hand_limit", c.HandLimit, 0, 40)
	within("crew_limit", c.CrewLimit, 1, 30)
	within("leader_limit", c.LeaderLimit, 0, 10)
	within("die", c.Die, 2, 20)
	oneOf("history", c.History, HistoryOff, HistoryOn)
}

// validateDecks tests what only whole decks can show.
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

// at is the path of an element of a list.
func at(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// joinOr lists words: "a, b or c".
func joinOr(words []string) string {
	s := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			s += " or "
		default:
			s += ", "
		}
		s += w
	}
	return s
}
