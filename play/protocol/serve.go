package protocol

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"

	"ringer/agents"
	"ringer/env"
	"ringer/internal/input"
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
	Wants []string  // optional keys of questions that the agent reads, for the hello
}

// Serve writes a hello and then answers questions until the input ends, which is
// no error. It returns errors of reading and writing, ctx's, and an error for a first line
// which is the hello of a side that means another game or version; a fault in a question,
// or an error of the agent, is written as an answer. When ctx ends, Serve returns at once;
// a read of in that is under way then goes on until it ends by itself.
func Serve(ctx context.Context, in io.Reader, out io.Writer, cfg Config) error {
	s := &server{Config: cfg, out: json.NewEncoder(out)}
	s.out.SetEscapeHTML(false)
	hello := HelloOf(cfg.Spec)
	hello.Bot, hello.Wants = cfg.Bot, cfg.Wants
	if err := s.out.Encode(hello); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	lines := NewLines(ctx, in)
	for number := 1; ; number++ {
		l, err := lines.Next(ctx)
		switch {
		case err != nil:
			return err
		case errors.Is(l.Err, io.EOF):
			return nil
		case l.Err != nil && !errors.Is(l.Err, ErrLong):
			return l.Err
		}
		if number == 1 && isHello(l.Text) {
			if _, err := ReadHello(l.Text, cfg.Spec); err != nil {
				return fmt.Errorf("the other side's hello: %w", err)
			}
			continue
		}
		a := s.answer(ctx, number, l.Text, l.Err)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := s.out.Encode(a); err != nil {
			return err
		}
	}
}

// Line is one line of the input, or the error that stands for it.
type Line struct {
	Text []byte
	Err  error
}

// Lines reads lines on a goroutine of its own, because a read cannot be interrupted. The
// goroutine reads a line only when Next asks for it: a read under way keeps a processor
// from the work on the line before.
type Lines struct {
	ask   chan struct{}
	lines chan Line
}

// NewLines returns the lines of in, without a byte order mark before the first one. The goroutine ends with ctx, or with the first error
// of in.
func NewLines(ctx context.Context, in io.Reader) *Lines {
	l := &Lines{ask: make(chan struct{}), lines: make(chan Line)}
	go func() {
		buffered := bufio.NewReaderSize(in, 1<<16)
		for first := true; ; first = false {
			select {
			case <-l.ask:
			case <-ctx.Done():
				return
			}
			text, err := readLine(buffered)
			if first {
				text = input.Unmarked(text)
			}
			select {
			case l.lines <- Line{text, err}:
			case <-ctx.Done():
				return
			}
			if err != nil && !errors.Is(err, ErrLong) {
				return
			}
		}
	}()
	return l
}

// Next returns the next line, or io.EOF in its place at the end of the input. The error is
// ctx's, which ended first. Nothing may be asked after an error other than ErrLong.
func (l *Lines) Next(ctx context.Context) (Line, error) {
	select {
	case l.ask <- struct{}{}:
	case <-ctx.Done():
		return Line{}, ctx.Err()
	}
	select {
	case line := <-l.lines:
		return line, ctx.Err()
	case <-ctx.Done():
		return Line{}, ctx.Err()
	}
}

// ErrLong stands for a line of more than MaxLine bytes, which is skipped.
var ErrLong = fmt.Errorf("the line is longer than %d bytes", MaxLine)

// readLine returns the next line without its end. A line of more than MaxLine
// bytes is skipped and gives ErrLong. The last line may lack its end.
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
				return nil, ErrLong
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
		a, err = s.Answer(ctx, line, &q)
	}
	if err != nil {
		return Failure{Type: "error", ID: q.ID, Line: line, Error: err.Error()}
	}
	return a
}

// wantQuestion begins the error for a line that is not a question.
const wantQuestion = "want one JSON object {id, seat, observation, legal, information_state, seed, spec_hash} a line: %w"

func (s *server) parse(text []byte, q *Question) error {
	if err := input.FullJSON(text, q); err != nil {
		// What could be read of the id helps the other side find its question.
		q.ID = idOf(text)
		return fmt.Errorf(wantQuestion, err)
	}
	return s.Check(q)
}

// idOf returns the id of a faulty question: the id of its object as far as it is JSON, or
// nil when there is none, or more than one.
func idOf(text []byte) (id json.RawMessage) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true))
	if t, err := dec.ReadToken(); err != nil || t.Kind() != jsontext.KindBeginObject {
		return nil
	}
	for {
		key, err := dec.ReadToken()
		if err != nil || key.Kind() != jsontext.KindString {
			return id
		}
		is := key.String() == "id"
		value, err := dec.ReadValue()
		switch {
		case err != nil && !is:
			return id
		case err != nil || is && (id != nil || !value.IsValid()):
			return nil
		case is:
			id = json.RawMessage(bytes.Clone(value))
		}
	}
}

// Check returns the fault of a question, or nil.
func (c *Config) Check(q *Question) error {
	spec := c.Spec
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
			if !(x >= f.Min && x <= f.Max) {
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

// Answer decides about a question that Check takes; line is its number, from which the
// drawing of the action follows unless the question has a seed.
func (c *Config) Answer(ctx context.Context, line int, q *Question) (Answer, error) {
	number := uint64(line)
	if q.Seed != nil {
		number = *q.Seed
	}
	views := []agents.View{{
		Game:         c.Spec,
		Seat:         *q.Seat,
		Observation:  q.Observation,
		Legal:        q.Legal,
		Text:         func() string { return fmt.Sprintf("%s, %s", c.Spec, *q.Seat) },
		ActionString: func(a env.Action) string { return fmt.Sprintf("action %d", a) },
		Rand:         env.Stream(c.Seed, purposeProtocolDecision, number),
	}}
	if q.InformationState != nil {
		views[0].InformationState = func() string { return *q.InformationState }
	}
	decisions, err := agents.Ask(ctx, c.Agent, views)
	if errors.Is(err, agents.ErrNoWorlds) {
		return Answer{}, fmt.Errorf("%s needs to see worlds to look ahead, and a question holds none: ask a bot that plays from its observation", c.Bot)
	}
	if err != nil {
		return Answer{}, err
	}
	return Answer{
		Type: "decision", ID: q.ID,
		Action: agents.Sample(decisions[0], q.Legal, env.Stream(c.Seed, PurposeProtocolAction, number)),
		Probs:  decisions[0].Probs,
		Value:  min(max(decisions[0].Value, float32(c.Spec.MinUtility)), float32(c.Spec.MaxUtility)),
	}, nil
}
