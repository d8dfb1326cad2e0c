package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"ringer/env"
	"ringer/internal/input"
	"ringer/play/odds"
)

// Client is one connection to a host.
type Client struct {
	host *Host
	send func(line []byte)

	mu      sync.Mutex // one request at a time
	watches map[place]*watch
	gone    bool
}

// place is a seat at a table.
type place struct {
	table string
	seat  env.Player
	looks bool // on, with a key that can do nothing else
}

// openSeat is the seat of those who watch an open table.
const openSeat env.Player = -1

// Connect adds a client. Messages to it go to send, one JSON object each without an
// end of line, from any goroutine but never two at a time for one table; send must not
// block and must not call the host.
func (h *Host) Connect(send func(line []byte)) *Client {
	return &Client{host: h, send: send, watches: map[place]*watch{}}
}

// Seats returns the number of seats that the client watches.
func (c *Client) Seats() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.watches)
}

// Close ends the connection; its tables stay.
func (c *Client) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gone = true
	for at, w := range c.watches {
		w.table.unwatch(w)
		delete(c.watches, at)
	}
}

// Handle meets one request, and answers it at once, or with an error.
func (c *Client) Handle(text []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone {
		return
	}
	id, err := c.meet(text)
	if err != nil {
		c.answer(id, &failure{Error: err.Error()})
	}
}

// Refuse answers what cannot be handed to Handle, such as a message that is too long to be
// read.
func (c *Client) Refuse(why error) { c.answer(nil, &failure{Error: why.Error()}) }

func (c *Client) meet(text []byte) (json.RawMessage, error) {
	if most := c.host.Limits.Message; len(text) > most {
		return nil, fmt.Errorf("a message of %d bytes: want at most %d", len(text), most)
	}
	id, kind, err := input.Head(text, "type", `one JSON object {"type": …}`, Types())
	if err != nil {
		return id, err
	}
	if len(id) > mostID {
		return nil, fmt.Errorf("id: %d bytes: want at most %d", len(id), mostID)
	}
	meet, ok := handlers[kind]
	if !ok {
		return id, fmt.Errorf("type: %q: want %s", kind, strings.Join(Types(), ", "))
	}
	return id, meet(c, id, text)
}

// mostID is the number of bytes of the longest id of a request.
const mostID = 200

// answer sends the answer to a request.
func (c *Client) answer(id json.RawMessage, m message) {
	m.identify(id)
	c.post(m)
}

// post sends a message.
func (c *Client) post(m message) {
	line, err := encode(m)
	if err != nil {
		line, _ = encode(&failure{Error: "a message cannot be written: " + err.Error()})
	}
	c.send(line)
}

func (c *Client) hello(id json.RawMessage, q *helloRequest) error {
	if q.Protocol != Protocol {
		return fmt.Errorf("protocol: %q: want %q", q.Protocol, Protocol)
	}
	w := c.host.welcome()
	if c.host.Today != nil {
		w.Daily = c.host.Today()
	}
	w.Reach = c.host.Reach
	c.answer(id, w)
	return nil
}

func (h *Host) welcome() *welcome {
	return &welcome{Protocol: Protocol, Ringer: h.Version, Games: h.offers(), Puzzles: h.Puzzles, Limits: h.Limits}
}

// Welcome returns the answer to hello as it is on every day, without the date of the daily
// deal: a page whose host takes a while to start shows its games from it at once.
func (h *Host) Welcome() ([]byte, error) { return encode(h.welcome()) }

func (c *Client) rules(id json.RawMessage, q *rulesRequest) error {
	r, err := c.host.hall(q.Game)
	if err != nil {
		return err
	}
	spec := r.game.Spec()
	c.answer(id, &rulesTold{
		Game: spec.String(), Name: spec.Name, Label: label(spec), Seats: spec.Players, Rules: r.builder.Rules(), Blocks: blocksOf(spec), Opponents: r.offers(c.host),
		Odds: odds.Starts(r.game),
	})
	return nil
}

// sit lets the client watch a seat, which has the key.
func (c *Client) sit(t *table, seat env.Player, looks bool) (*watch, error) {
	at := place{t.id, seat, looks}
	if w := c.watches[at]; w != nil {
		return w, nil
	}
	if err := c.room(1); err != nil {
		return nil, err
	}
	w := &watch{client: c, table: t, seat: seat, looks: looks}
	c.watches[at] = w
	return w, nil
}

// room returns an error when the client watches too many seats to take more.
func (c *Client) room(seats int) error {
	if len(c.watches)+seats > c.host.Limits.Client {
		return fmt.Errorf("this client watches %d seats, and %d more are too many: want at most %d; leave some", len(c.watches), seats, c.host.Limits.Client)
	}
	return nil
}

// placed returns the table that a key opens, and the place at it. The caller lets the table go.
func (c *Client) placed(at at) (*table, place, error) {
	t, err := c.host.find(at.Table)
	if err != nil {
		return nil, place{}, err
	}
	seat, looks, ok := t.opens(at.Key)
	if !ok {
		t.letGo()
		return nil, place{}, errNoTable
	}
	return t, place{t.id, seat, looks}, nil
}

var errLooksOn = errors.New("this key looks on, and can do nothing else")

// seated returns the table and the seat of a key that may act there. The caller lets the
// table go.
func (c *Client) seated(at at) (*table, env.Player, error) {
	t, place, err := c.placed(at)
	if err == nil && place.looks {
		t.letGo()
		return nil, 0, errLooksOn
	}
	return t, place.seat, err
}

func (c *Client) join(id json.RawMessage, q *joinRequest) error {
	t, at, err := c.placed(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	w, err := c.sit(t, at.seat, at.looks)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.joining()
	if m.add(at.seat, q.Key); at.looks {
		m.Keys, m.Watch = map[string]string{fmt.Sprint(int(openSeat)): q.Key}, nil
	}
	c.answer(id, m)
	w.every = w.every || q.Every
	t.watch(w, q.After)
	t.run()
	return nil
}

func (c *Client) leave(id json.RawMessage, q *tableRequest) error {
	t, at, err := c.placed(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	if w := c.watches[at]; w != nil {
		t.unwatch(w)
		delete(c.watches, at)
	}
	c.answer(id, &done{})
	return nil
}

func (c *Client) pace(id json.RawMessage, q *paceRequest) error {
	t, at, err := c.placed(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	w := c.watches[at]
	if w == nil {
		return errNotJoined
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	w.every = q.Every
	c.answer(id, &done{})
	return nil
}

func (c *Client) act(id json.RawMessage, q *actRequest) error {
	t, seat, err := c.seated(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	var a env.Action
	switch spec := t.hall.game.Spec(); {
	case q.Step == nil:
		return errNoStep
	case (q.Action == nil) == (q.Choice == nil):
		return errOneAction
	case q.Choice != nil:
		if a, err = ActionOf(spec, *q.Choice); err != nil {
			return err
		}
	default:
		a = *q.Action
	}
	return t.act(seat, *q.Step, a, func() { c.answer(id, &done{}) })
}

func (c *Client) undo(id json.RawMessage, q *undoRequest) error {
	t, seat, err := c.seated(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	return t.undo(seat, q.Step, false, func() { c.answer(id, &done{}) })
}

func (c *Client) retry(id json.RawMessage, q *undoRequest) error {
	t, seat, err := c.seated(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	return t.undo(seat, q.Step, true, func() { c.answer(id, &done{}) })
}

func (c *Client) step(id json.RawMessage, q *stepRequest) error {
	t, seat, err := c.seated(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	count := 1
	if q.Count != nil {
		count = *q.Count
	}
	return t.stepOpen(seat, count, func() { c.answer(id, &done{}) })
}

func (c *Client) record(id json.RawMessage, q *tableRequest) error {
	t, _, err := c.seated(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	text, err := t.replay()
	if err != nil {
		return err
	}
	c.answer(id, &recordTold{Table: t.id, Record: text})
	return nil
}
