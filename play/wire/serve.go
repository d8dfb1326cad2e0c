package wire

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/env"
	"ringer/internal/input"
	"ringer/play/protocol"
)

// Bounds of what one program may ask for.
const (
	MaxTables       = 1 << 16 // single tables, and tables of one vector
	MaxVectors      = 64
	MaxVectorBytes  = 1 << 32
	mostMatchGames  = 100_000_000
	mostQuestions   = 1 << 14
	mostVectorProcs = 1 << 10
)

// Memory is shared with the program.
type Memory struct {
	Bytes []byte
	Close func() error
}

// Config names the game and gives what Serve takes from outside.
type Config struct {
	Game    env.Game
	Version string // of the program, for the hello

	// Agent builds an agent of the game by its name. It is nil where there are none.
	Agent func(name string) (agents.Agent, error)

	// Share maps the empty file at path, made size bytes long. It is nil where
	// nothing can be shared.
	Share func(path string, size int) (Memory, error)

	// Omniscient lets the program walk the tree of the game, with all that is hidden, and see
	// what every seat may know: for a researcher who owns the process, never for a player.
	Omniscient bool

	// Draw returns an SVG of what is public at a table, or nil where the game has no
	// picture. It may be nil.
	Draw func(env.State) []byte
}

// Serve writes a hello and then answers requests until the input ends, which is no error.
// It returns errors of reading and writing, and ctx's; a fault in a request is written as
// an answer. When ctx ends, Serve returns at once; a read of in that is under way then goes
// on until it ends by itself.
func Serve(ctx context.Context, in io.Reader, out io.Writer, config Config) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := newServer(ctx, in, out, config)
	defer s.close()
	if err := s.send(s.hello()); err != nil {
		return err
	}
	for {
		l, err := s.read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = s.send(s.answer(l))
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// server holds one program's tables.
type server struct {
	Config
	ctx    context.Context // of Serve
	spec   *env.Spec
	lines  *protocol.Lines
	line   int             // number of the last line read
	id     json.RawMessage // of the request that is being answered
	buffer *bufio.Writer
	out    *json.Encoder
	broken error // of reading or writing in the middle of a match

	tables  map[int]*episode
	vectors map[int]*vector
	agents  map[string]agents.Agent
	walk    *walk     // nil: the program is not omniscient
	numbers []float32 // scratch for one observation
}

func newServer(ctx context.Context, in io.Reader, out io.Writer, config Config) *server {
	buffer := bufio.NewWriterSize(out, 1<<16)
	s := &server{
		Config: config, ctx: ctx, spec: config.Game.Spec(), lines: protocol.NewLines(ctx, in), buffer: buffer, out: json.NewEncoder(buffer),
		tables: map[int]*episode{}, vectors: map[int]*vector{}, agents: map[string]agents.Agent{},
		numbers: make([]float32, config.Game.Spec().ObservationSize()),
	}
	s.out.SetEscapeHTML(false)
	if config.Omniscient {
		s.walk = newWalk(config.Game)
	}
	return s
}

func (s *server) close() {
	for _, v := range s.vectors {
		_ = v.close() // the process ends, or its input has
	}
	if s.walk != nil && s.walk.batch != nil {
		_ = s.walk.batch.memory.Close()
	}
}

// send writes one line.
func (s *server) send(v any) error {
	if s.broken != nil {
		return s.broken
	}
	if err := s.out.Encode(v); err != nil {
		return err
	}
	return s.buffer.Flush()
}

// read returns the next line; a line that is too long is one too. The error is the input's
// or ctx's.
func (s *server) read() (protocol.Line, error) {
	l, err := s.lines.Next(s.ctx)
	if err != nil {
		return l, err
	}
	s.line++
	if l.Err != nil && !errors.Is(l.Err, protocol.ErrLong) {
		return l, l.Err
	}
	return l, nil
}

func (s *server) hello() *Hello {
	spec := s.spec
	initial := s.Game.NewInitialState()
	_, resamples := initial.(env.Resampler)
	_, named := initial.(env.InfoStater)
	h := &Hello{
		Type: "hello", Protocol: Version, Ringer: s.Version, Game: spec.String(), Name: spec.Name, Title: spec.Title,
		SpecHash: spec.Hash, FactsHash: spec.FactsHash, Players: spec.Players, Teams: spec.Teams, Utility: spec.Utility,
		MinReturn: spec.MinUtility, MaxReturn: spec.MaxUtility, ObservationSize: spec.ObservationSize(), NumActions: spec.NumActions(),
		MaxGameLength: spec.MaxGameLength, Kinds: spec.Kinds(), Resamples: resamples, InformationState: named,
		MaxTables: MaxTables, MaxLine: protocol.MaxLine,
	}
	if s.walk != nil {
		h.Omniscient, h.MaxNodes, h.MaxChanceOutcomes = true, MaxNodes, spec.MaxChanceOutcomes
	}
	at := 0
	for _, f := range spec.Observation {
		h.Fields = append(h.Fields, Field{at, f.Size(), f})
		at += f.Size()
	}
	at = 0
	for _, b := range spec.Actions {
		h.Blocks = append(h.Blocks, Block{at, b.Size(), b})
		at += b.Size()
	}
	return h
}

// handler answers one kind of request.
type handler func(s *server, text []byte) (answer, error)

// on makes a handler of requests of type Q, which are decoded strictly.
func on[Q any](meet func(*server, *Q) (answer, error)) handler {
	return func(s *server, text []byte) (answer, error) {
		var q Q
		if err := input.FullJSON(text, &q); err != nil {
			return nil, err
		}
		return meet(s, &q)
	}
}

// handlers lists every request by its op.
var handlers = map[string]handler{
	"reset":        on((*server).reset),
	"look":         on((*server).look),
	"step":         on((*server).step),
	"observe":      on((*server).observe),
	"legal":        on((*server).legalNames),
	"turns":        on((*server).turns),
	"commit":       on((*server).commit),
	"clone":        on((*server).clone),
	"resample":     on((*server).resample),
	"drop":         on((*server).drop),
	"agents":       on((*server).checkAgents),
	"render":       on((*server).render),
	"decide":       on((*server).decide),
	"ask":          on((*server).ask),
	"vector":       on((*server).newVector),
	"vector_reset": on((*server).vectorReset),
	"vector_step":  on((*server).vectorStep),
	"vector_save":  on((*server).vectorSave),
	"vector_load":  on((*server).vectorLoad),
	"vector_close": on((*server).vectorClose),
	"match":        on((*server).match),

	"node":        on(walking((*server).node)),
	"nodes":       on(walking((*server).nodes)),
	"nodes_step":  on(walking((*server).nodesStep)),
	"nodes_names": on(walking((*server).nodesNames)),
	"nodes_close": on(walking((*server).nodesClose)),
}

// walking refuses a request that only an omniscient program may make.
func walking[Q any](meet func(*server, *Q) (answer, error)) func(*server, *Q) (answer, error) {
	return func(s *server, q *Q) (answer, error) {
		if s.walk == nil {
			return nil, errNotOmniscient
		}
		return meet(s, q)
	}
}

var errNotOmniscient = errors.New("op: it shows what no seat may know: want a process that is omniscient (ringer env GAME --omniscient)")

// Ops lists the ops of requests, in the order of the alphabet.
func Ops() []string {
	names := append(slices.Collect(maps.Keys(handlers)), opDecisions)
	slices.Sort(names)
	return names
}

// asked is in every request.
type asked struct {
	ID json.RawMessage `json:"id"` // given back; any JSON value, or left out
	Op string          `json:"op"`
}

// answer returns the answer to one line.
func (s *server) answer(l protocol.Line) answer {
	var a answer
	err := l.Err
	s.id = nil
	if err == nil {
		var op string
		if s.id, op, err = input.Head(l.Text, "op", `one JSON object {"op": …} a line`, Ops()); err == nil {
			a, err = s.meet(op, l.Text)
		}
	}
	if err != nil {
		a = &failure{head: head{Type: "error"}, Line: s.line, Error: err.Error()}
	}
	a.identify(s.id)
	return a
}

func (s *server) meet(op string, text []byte) (answer, error) {
	meet, ok := handlers[op]
	switch {
	case op == opDecisions:
		return nil, errors.New(`op: "decisions" without a match that asks for them`)
	case !ok:
		return nil, fmt.Errorf("op: %q: want %s", op, strings.Join(Ops(), ", "))
	}
	return meet(s, text)
}

// agent returns the agent of a name, which is built once.
func (s *server) agent(name string) (agents.Agent, error) {
	if a := s.agents[name]; a != nil {
		return a, nil
	}
	if name == "" {
		return nil, errors.New("agent: missing: want the name of an agent")
	}
	if s.Agent == nil {
		return nil, fmt.Errorf("agent %q: there are no agents here", name)
	}
	a, err := s.Config.Agent(name)
	if err != nil {
		return nil, fmt.Errorf("agent %q: %w", name, err)
	}
	s.agents[name] = a
	return a, nil
}
