package session

import (
	"encoding/json"

	"ringer/env"
	"ringer/env/scene"
)

// Protocol names the version of the messages.
const Protocol = "ringer-table/1"

// head is in every message to a client.
type head struct {
	Type string          `json:"type"`
	ID   json.RawMessage `json:"id,omitempty"` // of the request that the message answers
}

func (h *head) identify(id json.RawMessage) { h.ID = id }

// message is a message to a client.
type message interface{ identify(id json.RawMessage) }

// welcome answers hello.
type welcome struct {
	head
	Protocol string   `json:"protocol"`
	Ringer   string   `json:"ringer"`
	Games    []Offer  `json:"games"`
	Puzzles  []Puzzle `json:"puzzles,omitempty"`
	Daily    string   `json:"daily,omitempty"` // the date of the daily deal; empty: there is none here
	Limits   Limits   `json:"limits"`

	// Reach lists addresses of the page for others, with what admits them. None: nobody else
	// reaches it.
	Reach []string `json:"reach,omitempty"`
}

// Offer is a game that a client may choose.
type Offer struct {
	Game      string     `json:"game"` // game string
	Name      string     `json:"name"`
	Title     string     `json:"title"`
	Seats     int        `json:"seats"`
	Label     string     `json:"label"` // which of the configurations it is: "4 players"
	Opponents []Opponent `json:"opponents"`

	// Odds lists what a seat can begin with besides what the rules give it.
	Odds []env.HeadStart `json:"odds,omitempty"`

	Words     string       `json:"words,omitempty"`     // a sentence for people who choose a game
	Decisions int          `json:"decisions,omitempty"` // that a seat takes in a game, where it was measured
	Guides    []guideOffer `json:"guides,omitempty"`    // first games that teach, one a seat
	Picture   *scene.Scene `json:"picture,omitempty"`   // a table under way, without words: of the first offer of each game
}

// Opponent is an agent that a game offers.
type Opponent struct {
	Agent   string   `json:"agent"` // as a seat of a new table names it
	Name    string   `json:"name"`  // for people
	Words   string   `json:"words,omitempty"`
	Rating  *float64 `json:"rating,omitempty"` // Elo, where it was measured, with a 95% interval
	Low     *float64 `json:"low,omitempty"`
	High    *float64 `json:"high,omitempty"`
	Games   int      `json:"games,omitempty"`  // behind the rating
	Stands  string   `json:"stands,omitempty"` // of a style, the ringer with a habit: "level" with the ringer as far as its games tell, or clearly "weaker" or "stronger"
	Default bool     `json:"default,omitempty"`
	First   bool     `json:"first,omitempty"` // good for a first game
}

// Limits are the bounds of what clients may ask for.
type Limits struct {
	Message int `json:"message"` // bytes of a message
	Tables  int `json:"tables"`  // tables in memory, of all clients
	Client  int `json:"client"`  // seats that one client may watch at a time
	Think   int `json:"think"`   // decisions of agents under way at a time
	Advise  int `json:"advise"`  // hints and reviews under way at a time
}

// DefaultLimits suit a server of one household.
func DefaultLimits() Limits {
	return Limits{Message: 1 << 20, Tables: 1000, Client: 64, Think: 4, Advise: 1}
}

// rulesTold answers rules.
type rulesTold struct {
	head
	Game      string       `json:"game"`
	Name      string       `json:"name"`  // without its settings
	Label     string       `json:"label"` // which of the configurations it is: "4 players"
	Seats     int          `json:"seats"`
	Rules     *scene.Rules `json:"rules"`
	Blocks    []Block      `json:"blocks"` // of the actions, in id order
	Opponents []Opponent   `json:"opponents"`

	// Odds lists what a seat can begin with besides what the rules give it.
	Odds []env.HeadStart `json:"odds,omitempty"`
}

// joined answers new, join, branch, claim and again.
type joined struct {
	head
	Table string            `json:"table"`
	Game  string            `json:"game"`
	Keys  map[string]string `json:"keys"` // by seat, counted from 0; "-1": an open table

	Invites map[string]string `json:"invites,omitempty"` // by seat: to those that wait for their person
	Watch   map[string]string `json:"watch,omitempty"`   // by seat: keys that see what it sees, and can do nothing
}

// view is a table as one seat sees it.
type view struct {
	head
	Table    string         `json:"table"`
	Game     string         `json:"game"`
	Step     int            `json:"step"` // questions that the seat was asked so far; of an open table: actions played
	Seats    []viewSeat     `json:"seats"`
	You      env.Player     `json:"you"` // -1: an open table
	Scene    *scene.Scene   `json:"scene"`
	Legal    []blockActions `json:"legal,omitempty"` // the choices of the scene in their structured form, in the same order
	Over     bool           `json:"over"`
	Returns  []float64      `json:"returns,omitempty"`
	Verdict  string         `json:"verdict,omitempty"`
	Can      can            `json:"can"`
	Values   []seatValue    `json:"values,omitempty"`   // of an open table: how the agents see it
	Practice bool           `json:"practice,omitempty"` // anything may be taken back here
	Daily    string         `json:"daily,omitempty"`    // the date of a daily deal
	Puzzle   string         `json:"puzzle,omitempty"`
	Odds     *viewOdds      `json:"odds,omitempty"`   // of seats that began unequal
	Task     *task          `json:"task,omitempty"`   // of the seat whose puzzle it is
	Branch   bool           `json:"branch,omitempty"` // the table plays on from a record
	Guided   bool           `json:"guided,omitempty"` // it is a first game that teaches
	Lesson   *lesson        `json:"lesson,omitempty"` // what is new at the question

	Eyes     *env.Player `json:"eyes,omitempty"`     // of somebody who looks on: the seat whose view it is
	Takeback *takeback   `json:"takeback,omitempty"` // a decision that somebody would like to take back
	Resigned *env.Player `json:"resigned,omitempty"` // the seat that ended the game, by the rules not over
	Next     string      `json:"next,omitempty"`     // the table of the next game, which opens with the same keys
}

// takeback is the wish of a seat to take its last decision back.
type takeback struct {
	Seat  env.Player   `json:"seat"`
	Waits []env.Player `json:"waits"` // people who have not agreed yet
}

// viewOdds says what seats began with besides what the rules give them.
type viewOdds struct {
	Given string `json:"given"` // as a new table takes it, behind "odds:"
	Words string `json:"words"` // in a sentence
}

// viewSeat says who sits where.
type viewSeat struct {
	Seat   env.Player `json:"seat"`
	Name   string     `json:"name"`
	Agent  string     `json:"agent,omitempty"`
	Person bool       `json:"person"`
	Team   *int       `json:"team,omitempty"`

	Invited  bool `json:"invited,omitempty"`  // nobody has claimed the seat yet
	Away     bool `json:"away,omitempty"`     // its person came by an invitation, or plays with such people, and is not connected
	Resigned bool `json:"resigned,omitempty"` // its person gave up: the agent plays on
}

// can says what a seat may ask for.
type can struct {
	Undo   bool `json:"undo"`
	Retry  bool `json:"retry"`
	Hint   bool `json:"hint"`
	Record bool `json:"record"`
	Review bool `json:"review"`
	Step   bool `json:"step"` // an open table that waits for its client

	Resign   bool `json:"resign,omitempty"`
	Takeback bool `json:"takeback,omitempty"` // ask the other people whether a decision may be taken back
}

// seatValue is the return that the agent of a seat expected when it decided last.
type seatValue struct {
	Seat   env.Player `json:"seat"`
	Value  float64    `json:"value"`
	Least  float64    `json:"least"` // bounds of a return of the game
	Most   float64    `json:"most"`
	Source string     `json:"source"` // the agent
}

// Event is one thing that a seat was told.
type Event struct {
	N    int        `json:"n"`             // from 1, by seat
	Step int        `json:"step"`          // as in the view
	Seat env.Player `json:"seat"`          // whom it is about; -1: the table itself
	Who  string     `json:"who,omitempty"` // the seat as the reader reads it: "You", "Ada", or "Ada:" where the text has a subject of its own
	Text string     `json:"text"`
	Idle bool       `json:"idle,omitempty"` // nothing came of it: a list may leave it out

	of env.Event // as the game told it
}

// events tells what happened.
type events struct {
	head
	Table  string     `json:"table"`
	You    env.Player `json:"you"`
	Events []Event    `json:"events"`
}

// recordTold answers record.
type recordTold struct {
	head
	Table  string `json:"table"`
	Record string `json:"record"` // a replay, as play/replay writes it
}

// done answers a request that asks for nothing back.
type done struct{ head }

// failure answers a message that cannot be met.
type failure struct {
	head
	Error string `json:"error"`
	Table string `json:"table,omitempty"` // of a table that cannot go on
}
