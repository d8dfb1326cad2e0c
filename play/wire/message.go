package wire

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"

	"ringer/env"
	"ringer/eval"
	"ringer/play/protocol"
)

// Version names the protocol in the hello.
const Version = "ringer-env/1"

// Hello is the first line that Serve writes.
type Hello struct {
	Type             string          `json:"type"`     // "hello"
	Protocol         string          `json:"protocol"` // Version
	Ringer           string          `json:"ringer"`   // the program's version
	Game             string          `json:"game"`     // game string
	Name             string          `json:"name"`
	Title            string          `json:"title"`
	SpecHash         string          `json:"spec_hash"`
	FactsHash        string          `json:"facts_hash"` // of the game without observation wrappers
	Players          int             `json:"players"`
	Teams            []int           `json:"teams,omitempty"` // by seat; absent when everyone is alone
	Utility          env.UtilityKind `json:"utility"`
	MinReturn        float64         `json:"min_return"`
	MaxReturn        float64         `json:"max_return"`
	ObservationSize  int             `json:"observation_size"`
	NumActions       int             `json:"num_actions"`
	MaxGameLength    int             `json:"max_game_length"` // in decisions
	Kinds            []string        `json:"kinds"`           // of decisions
	Fields           []Field         `json:"fields"`          // of the observation, in order
	Blocks           []Block         `json:"blocks"`          // of the actions, in id order
	Resamples        bool            `json:"resamples"`
	InformationState bool            `json:"information_state"` // the game names information states
	MaxTables        int             `json:"max_tables"`
	MaxLine          int             `json:"max_line"` // bytes of a request

	// Of an omniscient process:
	Omniscient        bool `json:"omniscient,omitempty"`
	MaxNodes          int  `json:"max_nodes,omitempty"`
	MaxChanceOutcomes int  `json:"max_chance_outcomes,omitempty"` // chance ids are below; 0: the game has no chance
}

// Field is a field of the observation and its place in it.
type Field struct {
	Offset int `json:"offset"`
	Size   int `json:"size"`
	env.Field
}

// Block is a block of actions and its first id.
type Block struct {
	Offset int `json:"offset"`
	Size   int `json:"size"`
	env.Block
}

// head is in every answer.
type head struct {
	Type string          `json:"type"`
	ID   json.RawMessage `json:"id,omitempty"` // of the request
}

func (h *head) identify(id json.RawMessage) { h.ID = id }

// answer is a line for a request.
type answer interface{ identify(id json.RawMessage) }

// done answers a request that asks for nothing.
type done struct{ head }

// state answers reset, step, commit, clone, resample and look.
type state struct {
	head
	Table     int         `json:"table"`
	Episode   uint64      `json:"episode,omitempty"`   // of the seed, from 0
	Own       *int        `json:"own,omitempty"`       // the program's seat, where it is drawn
	Seat      *env.Player `json:"seat"`                // that is to act; null when the episode is over
	Over      bool        `json:"over"`                // by the rules
	Truncated bool        `json:"truncated,omitempty"` // by a limit
	Returns   []float64   `json:"returns"`             // [players], zeros before the end
	Decisions int         `json:"decisions"`           // taken in the episode, by agents too
	Kind      string      `json:"kind,omitempty"`      // of the decision
	Played    []choice    `json:"played,omitempty"`

	Observation any          `json:"observation,omitempty"` // of the seat to act
	Legal       []env.Action `json:"legal"`                 // of the seat to act, ascending

	Actions []env.Action `json:"actions,omitzero"` // of all seats, where they are asked for
}

// observed answers observe.
type observed struct {
	head
	Table        int   `json:"table"`
	Seats        []int `json:"seats"`
	Observations []any `json:"observations"` // one a seat

	InformationStates []string `json:"information_states,omitempty"` // one a seat
}

// legal answers legal.
type legal struct {
	head
	Table int          `json:"table"`
	Seat  *env.Player  `json:"seat"`
	Legal []env.Action `json:"legal"`
	Names []string     `json:"names"`
}

// turns answers turns.
type turns struct {
	head
	Table int    `json:"table"`
	Turns []turn `json:"turns"`
}

// turn is a decision that a seat is to take.
type turn struct {
	Seat        env.Player   `json:"seat"`
	Observation any          `json:"observation"`
	Legal       []env.Action `json:"legal"`

	numbers []float32
}

// choice is the action of one seat.
type choice struct {
	Seat   env.Player `json:"seat"`
	Action env.Action `json:"action"`
}

// pictured answers render.
type pictured struct {
	head
	Table   int        `json:"table"`
	Seat    env.Player `json:"seat"`
	Format  string     `json:"format"`
	Width   int        `json:"width,omitempty"` // in pixels, of png and rgb
	Height  int        `json:"height,omitempty"`
	Picture string     `json:"picture"`
}

// decision answers decide.
type decision struct {
	head
	Table  int          `json:"table"`
	Seat   env.Player   `json:"seat"`
	Legal  []env.Action `json:"legal"`
	Probs  []float32    `json:"probs"` // over legal
	Value  float32      `json:"value"`
	Action env.Action   `json:"action"` // drawn from probs
}

// answers answers ask.
type answers struct {
	head
	Wants     []string          `json:"wants,omitempty"` // keys of questions that the agent needs
	Decisions []protocol.Answer `json:"decisions"`
}

// vectorMade answers vector: where the arrays lie in the shared memory.
type vectorMade struct {
	head
	Vector int              `json:"vector"`
	Tables int              `json:"tables"`
	Bytes  int              `json:"bytes"`
	Arrays map[string]array `json:"arrays"`
}

// vectorSaved answers vector_save: where each table stands.
type vectorSaved struct {
	head
	Vector int     `json:"vector"`
	Tables []saved `json:"tables"`
}

// saved says where a table of a vector stands.
type saved struct {
	Seed    uint64       `json:"seed"`
	Table   uint64       `json:"table"` // whose episodes it plays
	Episode uint64       `json:"episode"`
	Actions []env.Action `json:"actions"` // of all seats in the episode
	Over    bool         `json:"over"`    // it waits for its reset
	Last    env.Player   `json:"last"`    // seat that acted last there, the program's beside agents
	Length  int          `json:"length"`  // decisions of the episode that has ended last
	Steps   int          `json:"steps"`   // decisions of the program in the episode, beside agents
}

// array is one array in shared memory, in C order and little-endian.
type array struct {
	Type   string `json:"type"` // float32, int64, int32, int8 or bool
	Shape  []int  `json:"shape"`
	Offset int    `json:"offset"` // in bytes
}

// views asks for the decisions of the program during a match.
type views struct {
	head
	Batch        int            `json:"batch"`
	Seats        []env.Player   `json:"seats"`
	Observations any            `json:"observations"` // a list for each view, or packed [views, observation_size]
	Legal        [][]env.Action `json:"legal"`

	InformationStates []string `json:"information_states,omitempty"` // one a view
}

// matched answers match.
type matched struct {
	head
	Match *eval.Match `json:"match"`
}

// failure answers a line that is no request, or a request that cannot be met.
type failure struct {
	head
	Line  int    `json:"line"` // of the input, from 1
	Error string `json:"error"`
}

// numbers returns a copy of floats as they stand in a message: as a list, or packed into
// base64 of little-endian 32-bit floats.
func numbers(floats []float32, packed bool) any {
	if !packed {
		return append([]float32{}, floats...)
	}
	b := make([]byte, 0, 4*len(floats))
	for _, x := range floats {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(b)
}

// unpack reads floats that are packed.
func unpack(text string) ([]float32, bool) {
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(b)%4 != 0 {
		return nil, false
	}
	floats := make([]float32, len(b)/4)
	for i := range floats {
		floats[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return floats, true
}
