package protocol

import (
	"bytes"
	"encoding/json"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"math"
	"slices"

	"ringer/agents"
	"ringer/env"
	"ringer/internal/input"
)

// MaxAnswer is the longest line that is read of a program that answers, in bytes.
const MaxAnswer = 1 << 20

// isHello reports whether a line is a JSON object whose first key is type, with the value
// "hello".
func isHello(text []byte) bool {
	dec := jsontext.NewDecoder(bytes.NewBuffer(text))
	for _, want := range []string{"{", "type", "hello"} {
		if t, err := dec.ReadToken(); err != nil || t.String() != want {
			return false
		}
	}
	return true
}

// ReadHello returns the hello of the other side, which must speak this version of the
// protocol and, where it names one, mean this game.
func ReadHello(text []byte, spec *env.Spec) (Hello, error) {
	var h Hello
	if err := input.FullJSON(text, &h); err != nil {
		return h, fmt.Errorf(`want a hello, such as {"type":"hello","protocol":"%s","bot":"NAME"}: %w`, Version, err)
	}
	switch {
	case h.Type != "hello":
		return h, fmt.Errorf(`type: %q: want "hello"`, h.Type)
	case h.Protocol != Version:
		return h, fmt.Errorf("protocol: %q: want %q", h.Protocol, Version)
	case h.SpecHash != "" && h.SpecHash != spec.Hash:
		return h, fmt.Errorf("spec_hash: %s, of %s: want %s, of %s", h.SpecHash, h.Game, spec.Hash, spec)
	}
	for i, w := range h.Wants {
		if w != WantInformationState {
			return h, fmt.Errorf("wants[%d]: %q: want %q", i, w, WantInformationState)
		}
	}
	return h, nil
}

// reply is a line that a program answers: an Answer of which parts may be missing, or a
// Failure.
type reply struct {
	Type   string          `json:"type"`
	ID     json.RawMessage `json:"id"`
	Action *env.Action     `json:"action"`
	Probs  []float32       `json:"probs"`
	Value  float32         `json:"value"`
	Line   int             `json:"line"`
	Error  *string         `json:"error"`
}

// ReadAnswer returns the decision in the line that answers a question: its probabilities,
// or all of them on its action where it has none. It refuses another question's answer, an
// action that is not legal, probabilities that are none, and a value out of the game's
// bounds.
func ReadAnswer(text []byte, q *Question, spec *env.Spec) (agents.Decision, error) {
	var r reply
	var d agents.Decision
	if err := input.FullJSON(text, &r); err != nil {
		return d, fmt.Errorf("want one JSON object {type, id, action, probs, value}: %w", err)
	}
	if r.Error != nil {
		return d, fmt.Errorf("it reports an error: %s", input.Shown(*r.Error))
	}
	switch {
	case r.Type != "decision":
		return d, fmt.Errorf(`type: %q: want "decision"`, r.Type)
	case !bytes.Equal(r.ID, q.ID):
		return d, fmt.Errorf("id: %s: want %s, the question's", orNothing(r.ID), q.ID)
	case r.Action == nil && r.Probs == nil:
		return d, errors.New("neither action nor probs: want one of them")
	case r.Action != nil && !slices.Contains(q.Legal, *r.Action):
		return d, fmt.Errorf("action: %d: want one of the legal actions %v", *r.Action, q.Legal)
	case !(float64(r.Value) >= spec.MinUtility && float64(r.Value) <= spec.MaxUtility):
		return d, fmt.Errorf("value: %v: want a return of the game, from %v to %v", r.Value, spec.MinUtility, spec.MaxUtility)
	}
	d = agents.Decision{Probs: r.Probs, Value: r.Value}
	if r.Probs == nil {
		d.Probs = make([]float32, len(q.Legal))
		d.Probs[slices.Index(q.Legal, *r.Action)] = 1
		return d, nil
	}
	if len(r.Probs) != len(q.Legal) {
		return d, fmt.Errorf("probs: %d numbers: want %d, one for each legal action", len(r.Probs), len(q.Legal))
	}
	return d, checkProbs(d.Probs)
}

// checkProbs refuses numbers that are no probabilities, or do not sum to 1 but for rounding.
func checkProbs(probs []float32) error {
	const rounding = 1e-3
	sum := 0.0
	for i, p := range probs {
		if !(p >= 0 && p <= 1+rounding) {
			return fmt.Errorf("probs[%d]: %v: want a probability", i, p)
		}
		sum += float64(p)
	}
	if math.Abs(sum-1) > rounding {
		return fmt.Errorf("probs: they sum to %v: want 1", sum)
	}
	return nil
}

func orNothing(id json.RawMessage) string {
	if id == nil {
		return "missing"
	}
	return string(id)
}
