package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ringer/env"
	"ringer/internal/input"
	"ringer/play/lessons"
	"ringer/play/odds"
	"ringer/play/replay"
)

// mostName is the number of characters of the longest name of a person.
const mostName = 40

func (c *Client) newTable(id json.RawMessage, q *newRequest) error {
	h := c.host
	var (
		r     *hall
		steps []replay.Step
		err   error
	)
	if q.Puzzle != "" {
		r, steps, err = h.pose(q)
	} else {
		r, err = h.hall(q.Game)
	}
	if err != nil {
		return err
	}
	head := tableHead{Position: q.Position, Practice: q.Practice, Puzzle: q.Puzzle}
	switch {
	case q.Guided:
		if err := guided(&head, r.game.Spec(), q); err != nil {
			return err
		}
	case q.Daily && q.Seed != nil:
		return errors.New("want either a seed or the daily deal")
	case q.Daily && (q.Position != "" || q.Practice):
		return errors.New("daily: the daily deal begins at the beginning, and takes nothing back")
	case q.Daily && h.Today == nil:
		return errors.New("daily: there is no daily deal here")
	case q.Daily:
		head.Daily = h.Today()
		head.Seed = dailySeed(head.Daily, r.game)
	case q.Seed != nil:
		head.Seed = *q.Seed
	default:
		head.Seed = h.Seed()
	}
	if err := c.room(len(q.Seats)); err != nil {
		return err
	}
	t, err := h.begin(r, head, q.Seats, steps...)
	if err != nil {
		return err
	}
	defer t.letGo()
	return c.takeUp(id, t, q.Every)
}

// begin makes a table for people and agents, at which some actions were played.
func (h *Host) begin(r *hall, head tableHead, seats []seatRequest, steps ...replay.Step) (*table, error) {
	spec := r.game.Spec()
	head.Format, head.Game, head.Rules, head.SpecHash = tableFormat, spec.String(), spec.Configuration, spec.Hash
	if len(seats) != spec.Players {
		return nil, fmt.Errorf("seats: %d: want %d for %s", len(seats), spec.Players, spec)
	}
	people := 0
	for p, s := range seats {
		name, named := nameOf(s.Person)
		switch {
		case s.Invited && s.Agent != "":
			return nil, fmt.Errorf("seats[%d].invited: only people come by an invitation", p)
		case (s.Person == "") == (s.Agent == ""):
			return nil, fmt.Errorf("seats[%d]: want either a person or an agent", p)
		case s.Agent != "":
			head.Seats = append(head.Seats, headSeat{Agent: s.Agent})
			continue
		case !named:
			return nil, fmt.Errorf("seats[%d].person: %q: want a name of 1 to %d characters", p, input.Shown(name), mostName)
		}
		people++
		if s.Invited {
			head.Seats = append(head.Seats, headSeat{Person: name, Invite: h.Secret()})
		} else {
			head.Seats = append(head.Seats, headSeat{Person: name, Key: h.Secret()})
		}
	}
	if people == 0 {
		head.Open = h.Secret()
	}
	return h.set(r, head, steps...)
}

// set makes the table of a head, at which some actions were played.
func (h *Host) set(r *hall, head tableHead, steps ...replay.Step) (*table, error) {
	t, err := h.build(h.Secret(), r, head)
	if err != nil {
		return nil, err
	}
	for _, step := range steps {
		e, err := t.play.Repeat(step.Action)
		if err != nil {
			return nil, fmt.Errorf("step %d of the record: %w", step.Step, err)
		}
		t.note(e)
		t.lines = append(t.lines, stepLine(e.Step))
	}
	if err := h.add(t); err != nil {
		return nil, err
	}
	if err := t.begun(); err != nil {
		h.drop(t)
		return nil, fmt.Errorf("the table could not be kept: %w", err)
	}
	return t, nil
}

// nameOf returns the name of a person as a client wrote it, and whether it is one.
func nameOf(written string) (string, bool) {
	name := strings.TrimSpace(written)
	return name, name != "" && utf8.RuneCountInString(name) <= mostName && name == input.Shown(name)
}

// takeUp seats a client in all places of a fresh table that are people's. With every it
// gets a view after each action that its seats are told of.
func (c *Client) takeUp(id json.RawMessage, t *table, every bool) error {
	m := t.joining()
	var watches []*watch
	take := func(seat env.Player, key string) error {
		w, err := c.sit(t, seat, false)
		if err == nil {
			watches = append(watches, w)
			m.add(seat, key)
		}
		return err
	}
	for p, s := range t.head.Seats {
		if s.Invite != "" {
			m.Invites[fmt.Sprint(p)] = s.Invite
		}
		if s.Key != "" {
			if err := take(env.Player(p), s.Key); err != nil {
				return err
			}
		}
	}
	if t.head.Open != "" {
		if err := take(openSeat, t.head.Open); err != nil {
			return err
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	c.answer(id, m)
	for _, w := range watches {
		w.every = every
		t.watch(w, 0)
	}
	t.run()
	return nil
}

// Prepare builds the games of the welcome, which then is there at once.
func (h *Host) Prepare() { h.offers() }

// Offers returns the games of the welcome with their opponents. The caller does not change them.
func (h *Host) Offers() []Offer { return h.offers() }

// offers returns the games of the welcome with their opponents.
func (h *Host) offers() []Offer {
	h.mu.Lock()
	offered := h.offered
	h.mu.Unlock()
	if offered != nil {
		return offered
	}
	offered = []Offer{}
	for _, text := range h.Games {
		r, err := h.hall(text)
		if err != nil {
			continue // the list is the program's own, and its test builds them all
		}
		spec := r.game.Spec()
		o := Offer{
			Game: spec.String(), Name: spec.Name, Title: spec.Title, Seats: spec.Players, Label: label(spec), Opponents: r.offers(h),
			Odds: odds.Starts(r.game), Words: r.builder.Rules().Goal, Guides: r.guides(h),
		}
		if g := lessons.Of(spec.Name); len(g) > 0 {
			o.Words, o.Decisions = g[0].Invites, g[0].Decisions
		}
		if !slices.ContainsFunc(offered, func(of Offer) bool { return of.Name == spec.Name }) {
			o.Picture = r.sample()
		}
		offered = append(offered, o)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.offered = offered
	return offered
}

// label says which configuration of its game a spec is.
func label(spec *env.Spec) string {
	parts := []string{fmt.Sprintf("%d players", spec.Players)}
	if spec.Players == 1 {
		parts[0] = "1 player"
	}
	for _, p := range spec.Parameters {
		value := strings.Trim(p.Value, `"`)
		switch {
		case p.Value == p.Default || p.Name == "players":
		case p.Name == "file":
			return parts[0] + ", " + value
		case value != "true" && value != "false" && strings.ContainsFunc(value, unicode.IsLetter):
			parts = append(parts, strings.ReplaceAll(value, "_", " "))
		}
	}
	return strings.Join(parts, ", ")
}

// dailySeed returns the seed of a day's deal of a game, the same everywhere.
func dailySeed(date string, g env.Game) uint64 {
	text := date + " " + g.Spec().FactsHash
	var indices []uint64
	for _, b := range []byte(text) {
		indices = append(indices, uint64(b))
	}
	return env.Stream(0, purposePlayDaily, indices...).Uint64() >> 11 // exact in JSON of every language
}
