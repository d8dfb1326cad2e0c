package session

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ringer/env"
	"ringer/internal/input"
	"ringer/play"
	"ringer/play/odds"
)

// watchKey returns the key of those who look on with the eyes of the seat of a key. It follows
// from the key, but not the other way round.
func watchKey(key string) string {
	if key == "" {
		return ""
	}
	sum := hmac.New(sha256.New, []byte(key))
	sum.Write([]byte("watch"))
	return fmt.Sprintf("w%x", sum.Sum(nil)[:16])
}

// joining returns the answer to who sits down at the table, without keys.
func (t *table) joining() *joined {
	return &joined{Table: t.id, Game: t.hall.game.Spec().String(), Keys: map[string]string{}, Invites: map[string]string{}, Watch: map[string]string{}}
}

// add adds the key of a seat, and of those who may look on with its eyes.
func (m *joined) add(seat env.Player, key string) {
	m.Keys[fmt.Sprint(int(seat))] = key
	if seat >= 0 {
		m.Watch[fmt.Sprint(int(seat))] = watchKey(key)
	}
}

// sitter says who sits in a seat now.
func (t *table) sitter(p env.Player) viewSeat {
	s := t.seats[p]
	v := viewSeat{Seat: p, Name: t.name(p), Agent: s.Agent, Person: s.Agent == "", Resigned: s.Agent != "" && s.Person != ""}
	if v.Person && t.invites() {
		v.Invited = s.Key == ""
		v.Away = !v.Invited && !slices.ContainsFunc(t.watches, func(w *watch) bool { return w.seat == p && !w.looks })
	}
	return v
}

// invites reports whether people came by invitations, or may.
func (t *table) invites() bool {
	return slices.ContainsFunc(t.seats, func(s headSeat) bool { return s.Invite != "" })
}

// others returns the seats of people beside one that somebody has claimed, in their order.
func (t *table) others(seat env.Player) []env.Player {
	var list []env.Player
	for p, s := range t.seats {
		if env.Player(p) != seat && s.Agent == "" && s.Key != "" {
			list = append(list, env.Player(p))
		}
	}
	return list
}

// invitationTold answers invitation: where one would sit down.
type invitationTold struct {
	head
	Table string     `json:"table"`
	Game  string     `json:"game"`
	Seat  env.Player `json:"seat"`
	Seats []viewSeat `json:"seats"`
	Taken bool       `json:"taken"` // somebody has claimed the seat already
	Over  bool       `json:"over"`
}

// calls returns the table and the seat of an invitation. The caller lets the table go.
func (c *Client) calls(of invited) (*table, env.Player, error) {
	t, err := c.host.find(of.Table)
	if err != nil {
		return nil, 0, err
	}
	for p, s := range t.head.Seats {
		if sameKey(of.Invite, s.Invite) {
			return t, env.Player(p), nil
		}
	}
	t.letGo()
	return nil, 0, errNoTable
}

// invitation says where an invitation leads. Nothing of the game is told.
func (c *Client) invitation(id json.RawMessage, q *invitationRequest) error {
	t, seat, err := c.calls(q.invited)
	if err != nil {
		return err
	}
	defer t.letGo()
	t.mu.Lock()
	defer t.mu.Unlock()
	m := &invitationTold{Table: t.id, Game: t.hall.game.Spec().String(), Seat: seat, Taken: t.seats[seat].Key != "", Over: t.isOver()}
	for p := range t.seats {
		m.Seats = append(m.Seats, t.sitter(env.Player(p)))
	}
	c.answer(id, m)
	return nil
}

var errTaken = errors.New("the seat is taken: somebody else has used this invitation")

// claim gives the seat of an invitation to the first who comes with it. From then on nobody
// else has its key, not even who made the table.
func (c *Client) claim(id json.RawMessage, q *claimRequest) error {
	t, seat, err := c.calls(q.invited)
	if err != nil {
		return err
	}
	defer t.letGo()
	name, named := nameOf(q.Person)
	if !named {
		return fmt.Errorf("person: %q: want a name of 1 to %d characters", input.Shown(name), mostName)
	}
	w, err := c.sit(t, seat, false)
	if err != nil {
		return err
	}
	key := c.host.Secret()
	if err := t.give(kept{Player: seat, Person: name, Key: key}); err != nil {
		delete(c.watches, place{t.id, seat, false})
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	m := t.joining()
	m.add(seat, key)
	c.answer(id, m)
	w.every = q.Every
	t.watch(w, 0)
	t.run()
	return nil
}

// give keeps that a person has claimed a seat.
func (t *table) give(line kept) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.seats[line.Player].Key != "":
		return errTaken
	case t.isOver():
		return errEnded
	}
	if err := t.keep(true, line); err != nil {
		return fmt.Errorf("the seat could not be kept: %w", err)
	}
	return t.repeatPeople(line)
}

// repeatPeople does what a line says that changes who sits at the table, and no more.
func (t *table) repeatPeople(k kept) error {
	p := k.Player
	switch {
	case p < 0 || int(p) >= len(t.seats) || t.head.Seats[p].Agent != "":
		return fmt.Errorf("player: %d: want the seat of a person", int(p))
	case k.Key != "":
		t.seats[p].Person, t.seats[p].Key = k.Person, k.Key
		t.tellPeople(env.Event{Player: p, Text: env.Does(p, "sits") + " down"})
	case k.Resign && k.Agent != "":
		a, err := t.hall.agent(t.host, k.Agent)
		if err != nil {
			return fmt.Errorf("agent: %w", err)
		}
		t.tellPeople(env.Event{Player: p, Text: env.Does(p, "gives") + " up: " + t.hall.title(t.host, k.Agent) + " plays on in that seat"})
		t.seats[p].Agent, t.back = k.Agent, nil
		t.play.Hand(p, play.Seat{Name: k.Agent, Agent: a})
	case k.Resign:
		t.ended, t.back = p, nil
		t.over.Store(true)
		t.tellPeople(env.Event{Player: p, Text: env.Does(p, "gives") + " up"})
	case k.Next != "":
		t.next = k.Next
	default:
		return errors.New("want an action, a decision taken back, or what a person does")
	}
	return nil
}

// tellPeople tells all people of what one of them does beside the game.
func (t *table) tellPeople(e env.Event) {
	for p, s := range t.seats {
		if s.Agent == "" || s.Key != "" {
			t.tell(env.Player(p), e)
		}
	}
}

// mayResign returns why a seat may not give up; nil when it may.
func (t *table) mayResign(seat env.Player) error {
	switch {
	case t.isOver():
		return errEnded
	case seat < 0 || t.seats[seat].Agent != "":
		return errors.New("no person sits here")
	case t.head.Puzzle != "" || t.head.Guided:
		return errors.New("there is nothing to give up here: leave the table")
	}
	return nil
}

// ends reports whether the game is over when a seat gives up: where two play, and
// where no person is left.
func (t *table) ends(seat env.Player) bool {
	return len(t.others(seat)) == 0 || len(t.seats) == 2
}

// resign gives up for a seat. Where others play on, an agent takes the seat, and the person
// sees what it does.
func (c *Client) resign(id json.RawMessage, q *tableRequest) error {
	t, seat, err := c.seated(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	name, _, err := t.hall.adviser(c.host)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.mayResign(seat); err != nil {
		return err
	}
	line := kept{Player: seat, Resign: true}
	if !t.ends(seat) {
		line.Agent = name
	}
	if err := t.keep(true, line); err != nil {
		return fmt.Errorf("that could not be kept: %w", err)
	}
	c.answer(id, &done{})
	t.dropJobs(seat)
	if t.cancel != nil && line.Agent == "" {
		t.cancel()
	}
	if err := t.repeatPeople(line); err != nil {
		return err
	}
	t.run()
	return nil
}

// resignation says in a sentence how a game ended that a seat gave up.
func (t *table) resignation(reader env.Player) string {
	switch {
	case reader == t.ended:
		return "You gave up: the game is lost."
	case reader >= 0 && len(t.seats) == 2:
		return t.name(t.ended) + " gave up: you won."
	}
	return t.name(t.ended) + " gave up."
}

// again opens the table of the next game, with the same people and agents in the same seats,
// whom the same keys admit. The first who asks makes it.
func (c *Client) again(id json.RawMessage, q *tableRequest) error {
	t, seat, err := c.seated(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	next, err := t.follow(seat)
	if err != nil {
		return err
	}
	n, err := c.host.find(next)
	if err != nil {
		return err
	}
	defer n.letGo()
	w, err := c.sit(n, seat, false)
	if err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	m := n.joining()
	m.add(seat, q.Key)
	c.answer(id, m)
	n.watch(w, 0)
	n.run()
	return nil
}

// follow returns the table of the next game, and makes it where need be.
func (t *table) follow(seat env.Player) (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case !t.isOver():
		return "", errors.New("the next game comes when this one is over")
	case seat < 0:
		return "", errors.New("only people play again with their keys: make a new table")
	case t.next != "":
		return t.next, nil
	}
	head := tableHead{
		Format: t.head.Format, Game: t.head.Game, Rules: t.head.Rules, SpecHash: t.head.SpecHash, Seed: t.host.Seed(),
		Practice: t.head.Practice && t.head.Puzzle == "" && !t.head.Guided, Seats: slices.Clone(t.seats),
	}
	if _, given := odds.Of(t.head.Position); given {
		head.Position = t.head.Position
	}
	for p, s := range head.Seats {
		if s.Person != "" {
			head.Seats[p].Agent = ""
		}
	}
	n, err := t.host.set(t.hall, head)
	if err != nil {
		return "", err
	}
	defer n.letGo()
	if err := t.keep(true, kept{Player: seat, Next: n.id}); err != nil {
		return "", fmt.Errorf("the next game could not be kept: %w", err)
	}
	t.next = n.id
	t.show()
	return n.id, nil
}
