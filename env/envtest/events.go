package envtest

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"ringer/env"
)

const (
	eventWorlds  = 2  // worlds that are dealt again at one state, beside the true one
	eventActions = 5  // actions that are tried at one state, beside the true one
	eventSteps   = 40 // actions that a game is played on, until the seat is asked again
)

// A tale is one way on from a state, and what a seat was told and sees after it.
type tale struct {
	world int        // 0: the true one
	first env.Action // of the way
	told  string     // all events
	look  uint64     // digest of all that the seat sees, but for the names of its actions
	names string     // of its legal actions, where it is to act
	state env.State  // at the end
	seen  []uint64   // what the seat saw on the way, where states do not remember it
	legal []bool     // by world: whether first is legal there
	loose bool       // some action is not the first way's, which was not legal
}

// probeEvents compares what one seat is told on several ways on from a state, of which
// one begins with the given action. Ways that end alike for the seat have told it
// the same: in the true world and in worlds dealt again, after one action and when
// the seat is asked again. Where it is asked, its actions have the same names.
func (c *checker) probeEvents(s env.State, next env.Action, rng env.Rand) {
	r, ok := s.(env.Resampler)
	if !ok {
		return
	}
	p := env.Player(rng.IntN(c.spec.Players))
	actor := s.CurrentPlayer()
	worlds := []env.State{s}
	for range eventWorlds {
		worlds = append(worlds, r.ResampleFromInfoState(p, rng))
	}
	for _, w := range worlds[1:] {
		if w.CurrentPlayer() == p && p == actor {
			c.compareNames(p, nameAll(s), nameAll(w), "dealt again")
		}
	}
	firsts := []env.Action{next}
	if actor != p { // another choice of one's own is told in other words
		firsts = c.someActions(worlds, actor, next, rng)
	}
	var steps, courses []tale
	for _, a := range firsts {
		legal := make([]bool, len(worlds))
		for i, w := range worlds {
			legal[i] = w.CurrentPlayer() == actor && slices.Contains(w.LegalActions(nil), a)
		}
		for i, w := range worlds {
			way := tale{world: i, first: a, state: w, legal: legal}
			if legal[i] && c.follow(&way, p, a) {
				steps = c.compareTale(steps, way, p, "after one action")
			}
		}
	}
	usual := map[env.Player][]env.Action{} // actions of each actor on the first way
	for _, way := range steps {
		if c.playUntilAsked(&way, p, usual, rng) {
			courses = c.compareTale(courses, way, p, "when it is asked again")
		}
	}
}

// someActions lists the actions that are tried: the given one first, then some that are
// legal in any of the worlds.
func (c *checker) someActions(worlds []env.State, actor env.Player, next env.Action, rng env.Rand) []env.Action {
	list := []env.Action{next}
	for range eventActions {
		w := worlds[rng.IntN(len(worlds))]
		if w.CurrentPlayer() != actor {
			continue
		}
		legal := w.LegalActions(nil)
		if a := legal[rng.IntN(len(legal))]; !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// follow plays one action of a tale, and notes what p is told.
func (c *checker) follow(way *tale, p env.Player, a env.Action) bool {
	after := way.state.Clone()
	if after.Apply(a) != nil {
		return false // other laws tell
	}
	way.told += c.tell(way.state, p, a, after)
	way.state = after
	// Information states remember what was open to all. Without them a seat has seen it.
	if _, remembers := after.(env.InfoStater); !remembers {
		if look := c.lookOf(after, p); len(way.seen) == 0 || way.seen[len(way.seen)-1] != look {
			way.seen = append(slices.Clip(way.seen), look)
		}
	}
	return true
}

// tell returns what seat p is told of an action, an event a line, after it was looked at.
func (c *checker) tell(before env.State, p env.Player, a env.Action, after env.State) string {
	const mark = "mark"
	events := env.Tell(before, p, a, after, []env.Event{{Text: mark}})
	if len(events) == 0 || events[0].Text != mark {
		c.broke(lawEvents, "Tell overwrites dst instead of appending")
		return ""
	}
	var b strings.Builder
	for _, e := range events[1:] {
		if e.Player != env.Chance && (e.Player < 0 || int(e.Player) >= c.spec.Players) {
			c.broke(lawEvents, "action %d: an event is about %d, neither a seat nor chance", a, e.Player)
		}
		if e.Text == "" || strings.TrimSpace(e.Text) != e.Text || strings.ContainsFunc(e.Text, unicode.IsControl) {
			c.broke(lawEvents, "action %d: an event reads %q: want one trimmed, non-empty line", a, e.Text)
		}
		fmt.Fprintf(&b, "%s %s\n", e.Player, e.Text)
	}
	return b.String()
}

// playUntilAsked plays a tale on until seat p is asked or the game is over, and reports
// whether it came to that. Every actor repeats its usual actions, in their order, where
// they are legal; the first way sets them.
func (c *checker) playUntilAsked(way *tale, p env.Player, usual map[env.Player][]env.Action, rng env.Rand) bool {
	next := map[env.Player]int{}
	for range eventSteps {
		actor := way.state.CurrentPlayer()
		if actor == p || actor == env.Terminal {
			return true
		}
		i := next[actor]
		next[actor]++
		a := c.choose(way.state, actor, rng)
		switch {
		case i >= len(usual[actor]):
			usual[actor] = append(usual[actor], a)
		case slices.Contains(way.state.LegalActions(nil), usual[actor][i]):
			a = usual[actor][i]
		default:
			way.loose = true
		}
		if !c.follow(way, p, a) {
			return false
		}
	}
	return false
}

// compareTale compares a way with those before, and adds it to them.
func (c *checker) compareTale(before []tale, way tale, p env.Player, when string) []tale {
	way.look = c.lookOf(way.state, p)
	if way.state.CurrentPlayer() == p {
		way.names = nameAll(way.state)
	}
	for i := range before {
		other := &before[i]
		if other.look != way.look || other.state.CurrentPlayer() != way.state.CurrentPlayer() || apart(other, &way) ||
			!slices.Equal(other.seen, way.seen) {
			continue
		}
		c.tested(lawEvents)
		c.compareNames(p, other.names, way.names, "in another way")
		if other.told != way.told && c.cut(other.told) != c.cut(way.told) && !c.same(other.state, way.state) {
			c.broke(lawEvents, "%s, %s sees the same on two ways, but is told %q from action %d on in %s, and %q from action %d on in %s",
				when, p, other.told, other.first, nameWorld(other.world), way.told, way.first, nameWorld(way.world))
		}
	}
	return append(before, way)
}

// apart reports whether two ways cannot be compared. A seat may have seen an action of
// which it sees no trace afterwards, unless it has an information state of all that
// it has seen. Without one, ways go on with the same actions; with one, two worlds
// go on with the same actions or with those that only one of them allows.
func apart(a, b *tale) bool {
	if _, recalls := a.state.(env.InfoStater); !recalls {
		return a.first != b.first || a.loose || b.loose
	}
	return a.world != b.world && a.first != b.first && a.legal[b.world] && b.legal[a.world]
}

// same reports whether two states are one and the same.
func (c *checker) same(a, b env.State) bool {
	if a.String() != b.String() {
		return false
	}
	for p := range env.Player(c.spec.Players) {
		if c.lookOf(a, p) != c.lookOf(b, p) {
			return false
		}
	}
	return true
}

// cut returns a text without what TextExceptions() lists.
func (c *checker) cut(text string) string {
	for i := range c.exceptions {
		text = c.exceptions[i].cut(text)
	}
	return text
}

// lookOf returns a digest of all that a seat sees of a state, but for the names of its
// actions.
func (c *checker) lookOf(s env.State, p env.Player) uint64 {
	s.Observe(p, c.first)
	var legal []env.Action
	if s.CurrentPlayer() == p {
		legal = s.LegalActions(nil)
	}
	text := ""
	if t, ok := s.(env.Texter); ok {
		text = t.Text(p)
	}
	if i, ok := s.(env.InfoStater); ok {
		text += "\x00" + i.InformationState(p)
	}
	return digest(c.first, legal, text)
}

// nameAll lists the names of the legal actions.
func nameAll(s env.State) string {
	var b strings.Builder
	for _, a := range s.LegalActions(nil) {
		fmt.Fprintf(&b, "%d %s\n", a, s.ActionString(a))
	}
	return b.String()
}

func (c *checker) compareNames(p env.Player, names, others, why string) {
	c.tested(lawEvents)
	if names != others {
		one, other := firstLineThatDiffers(names, others)
		c.broke(lawEvents, "%s sees the same, but is offered %q and, %s, %q", p, one, why, other)
	}
}

func nameWorld(i int) string {
	if i == 0 {
		return "the true world"
	}
	return "a world dealt again"
}

// concludeEvents wants a game that may hide something to say what a seat is told.
func (c *checker) concludeEvents() {
	_, hides := c.game.NewInitialState().(env.Resampler)
	_, tells := env.UnwrapState(c.game.NewInitialState()).(env.Teller)
	switch {
	case !hides:
		c.note(lawEvents, "states do not resample")
	case !tells:
		c.broke(lawEvents, "states resample, but do not say what a seat is told (env.Teller)")
	}
}
