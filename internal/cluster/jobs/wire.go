package jobs

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/klauspost/compress/s2"

	"ringer/env"
	"ringer/eval"
	"ringer/internal/input"
)

// Bounds of a message: of what it may hold once it is unpacked, and of its own bytes, which
// are a little more at worst.
const (
	mostBytes  = 256 << 20
	mostPacked = mostBytes + mostBytes/4
)

// pack writes a value as bytes.
func pack(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	return s2.Encode(nil, text), nil
}

// unpack reads what pack has written. It takes no more memory than mostBytes for it.
func unpack(data []byte, v any) error {
	size, err := s2.DecodedLen(data)
	if err != nil || size > mostBytes {
		return fmt.Errorf("jobs: a message of %d bytes that is not packed, or too large", len(data))
	}
	text, err := s2.Decode(nil, data)
	if err != nil {
		return fmt.Errorf("jobs: a message of %d bytes: %w", len(data), err)
	}
	if err := input.JSON(text, v); err != nil {
		return fmt.Errorf("jobs: a message: %w", err)
	}
	return nil
}

// played is eval.Played on the wire.
type played struct {
	Deal      int          `json:"d"`
	Rotation  int          `json:"o,omitempty"`
	Returns   []float64    `json:"r"`
	Decisions int          `json:"n"`
	History   []env.Action `json:"h,omitempty"`

	// Choices: the action of each, the number of its legal actions, and, as bytes of
	// float32, little end first, its value and its probabilities.
	Actions []env.Action `json:"a,omitempty"`
	Legal   []int        `json:"g,omitempty"`
	Values  []byte       `json:"v,omitempty"`
	Probs   []byte       `json:"p,omitempty"`
}

func toWire(list []eval.Played) []played {
	out := make([]played, len(list))
	for i := range list {
		p := &list[i]
		out[i] = played{Deal: p.Deal, Rotation: p.Rotation, Returns: p.Returns, Decisions: p.Decisions, History: p.History}
		for k := range p.Log {
			c := &p.Log[k]
			out[i].Actions = append(out[i].Actions, c.Action)
			out[i].Legal = append(out[i].Legal, len(c.Probs))
			out[i].Values = appendFloat(out[i].Values, c.Value)
			for _, x := range c.Probs {
				out[i].Probs = appendFloat(out[i].Probs, x)
			}
		}
	}
	return out
}

var errChoices = errors.New("jobs: the choices of a game do not fit together")

func fromWire(list []played) ([]eval.Played, error) {
	out := make([]eval.Played, len(list))
	for i := range list {
		p := &list[i]
		out[i] = eval.Played{Deal: p.Deal, Rotation: p.Rotation, Returns: p.Returns, Decisions: p.Decisions, History: p.History}
		if len(p.Legal) != len(p.Actions) || len(p.Values) != 4*len(p.Actions) {
			return nil, errChoices
		}
		probs := p.Probs
		for k, a := range p.Actions {
			n := p.Legal[k]
			if n < 1 || n > len(probs)/4 {
				return nil, errChoices
			}
			c := eval.Logged{Action: a, Value: floatAt(p.Values, k), Probs: make([]float32, n)}
			for j := range c.Probs {
				c.Probs[j] = floatAt(probs, j)
			}
			probs = probs[4*n:]
			out[i].Log = append(out[i].Log, c)
		}
		if len(probs) > 0 {
			return nil, errChoices
		}
	}
	return out, nil
}

func appendFloat(b []byte, x float32) []byte {
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
}

func floatAt(b []byte, i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
}
