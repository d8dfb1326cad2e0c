package protocol

import (
	"encoding/json"

	"ringer/env"
)

// Version names the protocol in the hello.
const Version = "ringer-bot/2"

// Hello is the first line of either side: of the one that answers, and of Ringer where it
// asks a program. A program may leave out all keys but Type, Protocol and Bot.
type Hello struct {
	Type            string      `json:"type"`          // "hello"
	Protocol        string      `json:"protocol"`      // Version
	Bot             string      `json:"bot,omitempty"` // the side that answers
	Game            string      `json:"game"`          // game string
	SpecHash        string      `json:"spec_hash"`
	Players         int         `json:"players"`
	ObservationSize int         `json:"observation_size"`
	NumActions      int         `json:"num_actions"`
	MinReturn       float64     `json:"min_return"` // no return, and no value of an answer, is below
	MaxReturn       float64     `json:"max_return"`
	Fields          []env.Field `json:"fields"` // of the observation, in order
	Blocks          []env.Block `json:"blocks"` // of the actions, in id order

	Wants   []string `json:"wants,omitempty"`   // optional keys that the side that answers reads in questions: WantInformationState
	Seconds float64  `json:"seconds,omitempty"` // time for each answer, of the side that asks
}

// WantInformationState stands in Hello.Wants for Question.InformationState.
const WantInformationState = "information_state"

// HelloOf returns a hello that describes a game, without a bot.
func HelloOf(spec *env.Spec) Hello {
	return Hello{
		Type: "hello", Protocol: Version, Game: spec.String(), SpecHash: spec.Hash,
		Players: spec.Players, ObservationSize: spec.ObservationSize(), NumActions: spec.NumActions(),
		MinReturn: spec.MinUtility, MaxReturn: spec.MaxUtility, Fields: spec.Observation, Blocks: spec.Actions,
	}
}

// Question is one line that Serve reads, and that Ringer writes where it asks a program.
type Question struct {
	ID          json.RawMessage `json:"id,omitempty"` // given back; any JSON value, or left out
	Seat        *env.Player     `json:"seat"`
	Observation []float32       `json:"observation"`         // [observation_size]
	Legal       []env.Action    `json:"legal"`               // ascending
	SpecHash    string          `json:"spec_hash,omitempty"` // optional; refused unless it is the hello's

	// InformationState names all that the seat has seen and done (env.InfoStater).
	// Bots that are tables look it up; others do not read it.
	InformationState *string `json:"information_state,omitempty"`

	// Seed is the seed of everything random in the answer, from 0 to 2⁵³−1. Without one it is
	// the number of the line.
	Seed *uint64 `json:"seed,omitempty"`
}

// Answer is the line for a question.
type Answer struct {
	Type   string          `json:"type"` // "decision"
	ID     json.RawMessage `json:"id,omitempty"`
	Action env.Action      `json:"action"` // drawn from probs
	Probs  []float32       `json:"probs"`  // over legal, sums to 1
	Value  float32         `json:"value"`  // the bot's estimate of the seat's expected return, kept within the hello's
}

// Failure is the line for a question that could not be answered.
type Failure struct {
	Type  string          `json:"type"` // "error"
	ID    json.RawMessage `json:"id,omitempty"`
	Line  int             `json:"line"` // of the input, from 1
	Error string          `json:"error"`
}
