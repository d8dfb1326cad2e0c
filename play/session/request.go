package session

import (
	"encoding/json"
	"maps"
	"slices"

	"ringer/env"
	"ringer/internal/input"
)

// asked is in every request.
type asked struct {
	Type string          `json:"type"`
	ID   json.RawMessage `json:"id"` // given back; any JSON value, or left out
}

// at names a table and a seat of it.
type at struct {
	Table string `json:"table"`
	Key   string `json:"key"`
}

type helloRequest struct {
	asked
	Protocol string `json:"protocol"`
}

type rulesRequest struct {
	asked
	Game string `json:"game"`
}

// seatRequest says who sits in a seat: a person or an agent.
type seatRequest struct {
	Person string `json:"person,omitempty"` // the name of a person, who has the seat; or else
	Agent  string `json:"agent,omitempty"`  // one of the opponents of the game

	// Invited leaves the seat of a person to whoever claims it first, by the invitation that
	// joined has in the place of a key.
	Invited bool `json:"invited,omitempty"`
}

type newRequest struct {
	asked
	Game     string        `json:"game"`
	Seats    []seatRequest `json:"seats"`
	Seed     *uint64       `json:"seed"`
	Daily    bool          `json:"daily"`
	Position string        `json:"position"` // text of a position file, or odds: "odds: 1:money=5"
	Practice bool          `json:"practice"`
	Puzzle   string        `json:"puzzle"` // in place of a game and a position
	Guided   bool          `json:"guided"` // the first game that teaches, with a deal of its own
	Every    bool          `json:"every"`  // as after pace, from the first action on
}

type joinRequest struct {
	asked
	at
	After int  `json:"after"` // the last event that the client has
	Every bool `json:"every"` // as after pace
}

// invited names a table and an invitation to one seat of it.
type invited struct {
	Table  string `json:"table"`
	Invite string `json:"invite"`
}

type invitationRequest struct {
	asked
	invited
}

type claimRequest struct {
	asked
	invited
	Person string `json:"person"` // the name of who sits down
	Every  bool   `json:"every"`  // as after pace
}

type agreeRequest struct {
	asked
	at
	Yes bool `json:"yes"`
}

type actRequest struct {
	asked
	at
	Step   *int        `json:"step"`
	Action *env.Action `json:"action"`
	Choice *Choice     `json:"choice"`
}

type undoRequest struct {
	asked
	at
	Step *int `json:"step"`
}

type stepRequest struct {
	asked
	at
	Count *int `json:"count"` // actions to play; 1 when left out
}

type paceRequest struct {
	asked
	at
	Every bool `json:"every"` // a view after each action that the seat is told of
}

type tableRequest struct {
	asked
	at
}

// handler meets one kind of request: it answers it, or returns an error.
type handler func(c *Client, id json.RawMessage, text []byte) error

// on makes a handler of requests of type Q, which are decoded strictly.
func on[Q any](meet func(c *Client, id json.RawMessage, q *Q) error) handler {
	return func(c *Client, id json.RawMessage, text []byte) error {
		var q Q
		if err := input.FullJSON(text, &q); err != nil {
			return err
		}
		return meet(c, id, &q)
	}
}

// handlers lists every request by its type.
var handlers = map[string]handler{
	"hello":    on((*Client).hello),
	"rules":    on((*Client).rules),
	"new":      on((*Client).newTable),
	"join":     on((*Client).join),
	"act":      on((*Client).act),
	"undo":     on((*Client).undo),
	"retry":    on((*Client).retry),
	"step":     on((*Client).step),
	"pace":     on((*Client).pace),
	"leave":    on((*Client).leave),
	"record":   on((*Client).record),
	"hint":     on((*Client).hint),
	"review":   on((*Client).review),
	"solution": on((*Client).solution),
	"stop":     on((*Client).stopJobs),
	"branch":   on((*Client).branch),
	"moment":   on((*Client).moment),

	"invitation": on((*Client).invitation),
	"claim":      on((*Client).claim),
	"again":      on((*Client).again),
	"resign":     on((*Client).resign),
	"takeback":   on((*Client).takeback),
	"agree":      on((*Client).agree),
}

// Types lists the types of requests, in the order of the alphabet.
func Types() []string { return slices.Sorted(maps.Keys(handlers)) }
