package protocol

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ringer/agents"
	"ringer/env"
)

// MaxLine is the longest line that Serve reads, in bytes. A longer one is
// answered by an error and skipped.
const MaxLine = 4 << 20

// Config names the bot that answers.
type Config struct {
	Bot   string // name, for the hello
	Agent agents.Agent
	Spec  *env.Spec // of the game that the bot plays
	Seed  uint64    // of the drawing of actions; the n-th question draws from its own stream
}

// Serve writes a hello and then answers questions until the input ends, which is
// no error. Errors are those of reading and writing, and ctx's; a fault in a question,
// or an error of the agent, is written as an answer.
func Serve(ctx context.Context, in io.Reader, out io.Writer, cfg Config) error {
	spec := cfg.Spec
	s := &server{Config: cfg, out: json.NewEncoder(out)}
	s.out.SetEscapeHTML(false)
	if err := s.out.Encode(Hello{
		Type: "hello", Protocol: Version, Bot: cfg.Bot, Game: spec.String(), SpecHash: spec.Hash,
		Players: spec.Players, ObservationSize: spec.ObservationSize(), NumActions: spec.NumActions(),
		Fields: spec.Observation, Blocks: spec.Actions,
	}); err != nil {
		return err
	}
	lines := bufio.NewReaderSize(in, 1<<16)
	for line := 1; ; line++ {
		text, err := readLine(lines)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.Is(err, errLong):
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
		if err := s.out.Encode(s.answer(ctx, line, text, err)); err != nil {
			return err
		}
	}
}

var errLong = fmt.Errorf("the line is longer than %d bytes", MaxLine)

// readLine returns the next line without its end. A line of more than MaxLine
// bytes is skipped and gives errLong. The last line may lack its end.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if !long {
			line = append(line, part...)
		}
		if len(line) > MaxLine {
			line, long = nil, true
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (len(line) > 0 || long), err == nil:
			if long {
				return nil, errLong
			}
			return bytes.TrimRight(line, "\r\n"), nil
		default:
			return nil, err
		}
	}
}

type server struct {
	Config
	out *json.Encoder
}

// answer returns the Answer or the Failure for one line.
func (s *server) answer(ctx context.Context, line int, text []byte, err error) any {
	var q Question
	if err == nil {
		err = s.parse(text, &q)
	}
	var a Answer
	if err == nil {
		a, err = s.decide(ctx, line, &q)
	}
	if err != nil {
		return Failure{Type: "error", ID: q.ID, Line: line, Error: err.Error()}
	}
	return a
}

func (s *server) parse(text []byte, q *Question) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(q); err != nil {
		// What could be read of the id helps the other side find its question.
		var id struct {
			ID json.RawMessage `json:"id"`
		}
		if json.Unmarshal(text, &id) == nil {
			q.ID = id.ID
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the line ends before the object does")
		}
		return fmt.Errorf("want one JSON object {id, seat, observation, legal, information_state, spec_hash} a line: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("want one JSON object a line: there is text after it")
	}
	return s.check(q)
}

// check returns the fault of a question, or nil.
func (s *server) check(q *Question) error {
	spec := s.Spec
	if q.SpecHash != "" && q.SpecHash != spec.Hash {
		return fmt.Errorf("spec_hash: %s: want %s, of %s", q.SpecHash, spec.Hash, spec)
	}
	if q.Seat == nil || *q.Seat < 0 || int(*q.Seat) >= spec.Players {
		return fmt.Errorf("seat: want a number from 0 to %d", spec.Players-1)
	}
	if len(q.Observation) != spec.ObservationSize() {
		return fmt.Errorf("observation: %d numbers: want %d", len(q.Observation), spec.ObservationSize())
	}
	at := 0
	for _, f := range spec.Observation {
		for i, x := range q.Observation[at : at+f.Size()] {
			if x < f.Min || x > f.Max {
				return fmt.Errorf("observation[%d]: %v: want a number from %v to %v (field %s, element %d)", at+i, x, f.Min, f.Max, f.Name, i)
			}
		}
		at += f.Size()
	}
	if len(q.Legal) == 0 {
		return errors.New("legal: want at least one action")
	}
	for i, a := range q.Legal {
		if a < 0 || int(a) >= spec.NumActions() {
			return fmt.Errorf("legal[%d]: %d: want an action from 0 to %d", i, a, spec.NumActions()-1)
		}
		if i > 0 && a <= q.Legal[i-1] {
			return fmt.Errorf("legal[%d]: %d after %d: want actions in ascending order, each once", i, a, q.Legal[i-1])
		}
	}
	return nil
}

func (s *server) decide(ctx context.Context, line int, q *Question) (Answer, error) {
	views := []agents.View{{
		Game:         s.Spec,
		Seat:         *q.Seat,
		Observation:  q.Observation,
		Legal:        q.Legal,
		Text:         func() string { return fmt.Sprintf("%s, %s", s.Spec, *q.Seat) },
		ActionString: func(a env.Action) string { return fmt.Sprintf("action %d", a) },
		Rand:         env.Stream(s.Seed, env.PurposeProtocolDecision, uint64(line)),
	}}
	if q.InformationState != nil {
		views[0].InformationState = func() string { return *q.InformationState }
	}
	decisions, err := s.Agent.Decide(ctx, views)
	if errors.Is(err, agents.ErrNoWorlds) {
		return Answer{}, fmt.Errorf("%s needs to see worlds to look ahead, and a question holds none: ask a bot that plays from its observation", s.Bot)
	}
	if err == nil {
		err = agents.Check(decisions, views)
	}
	if err != nil {
		return Answer{}, err
	}
	return Answer{
		Type: "decision", ID: q.ID,
		Action: agents.Sample(decisions[0], q.Legal, env.Stream(s.Seed, env.PurposeProtocolAction, uint64(line))),
		Probs:  decisions[0].Probs,
		Value:  decisions[0].Value,
	}, nil
}
