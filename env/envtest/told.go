package envtest

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
)

const (
	toldTried   = 4  // actions that are tried at one state
	toldSteps   = 12 // actions that a way is played on
	toldFutures = 2  // futures in which a difference may show
	toldAhead   = 12 // actions of a future
	toldRare    = 6  // rare scenes of a game that are probed besides
)

// A hearing is a point on one way on from a state.
type hearing struct {
	before *hearing // the point before; nil at the state itself
	state  env.State
	tail   []env.Action // from the state on

	// where the seat is to act
	sight uint64 // digest of what a network sees
	text  string

	told  string // all that the seat was told up to here
	heard bool   // told is known: few points need it
}

// toldAt returns all that a seat was told up to a point.
func (c *checker) toldAt(h *hearing, p env.Player) string {
	if !h.heard && h.before != nil {
		h.told = c.toldAt(h.before, p) + c.tell(h.before.state, p, h.tail[len(h.tail)-1], h.state)
	}
	h.heard = true
	return h.told
}

// probeTold plays several ways on from a state and compares what one seat was told on them.
// A difference is in its information state from then on. Wherever the seat is asked the same,
// the difference is in its observation and its text too, as long as it matters: as long as the
// same actions from there on lead to something that any seat observes otherwise.
func (c *checker) probeTold(s env.State, p env.Player, rng env.Rand) {
	if _, tells := env.UnwrapState(s).(env.Teller); !tells {
		return
	}
	legal := slices.Clone(s.LegalActions(nil))
	if len(legal) < 2 {
		return
	}
	rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	usual := map[env.Player][]env.Action{} // actions of each actor on the first way
	recalled := map[string]*hearing{}      // by information state
	var asked []*hearing
	for _, a := range legal[:min(len(legal), toldTried)] {
		asked = c.hear(s, p, a, usual, recalled, asked, rng)
	}
}

// probeRareTold goes back to actions of the game that was played whose scenes have hardly been
// probed, and probes for the seat that decides next.
func (c *checker) probeRareTold(rng env.Rand) {
	n := toldRare
	if c.index > 200 {
		n = 1
	}
	played, s := c.history, c.game.NewInitialState()
	defer func() { c.history = played }()
	next := 0
	for _, at := range c.scenes.rarest(n, rng) {
		for ; next < at; next++ {
			if s.Apply(played[next]) != nil {
				return // the law of replays tells
			}
		}
		after, p := s.Clone(), env.Chance
		for i := at; p < 0 && i < len(played) && after.Apply(played[i]) == nil; i++ {
			p = after.CurrentPlayer()
		}
		if p < 0 {
			continue // nobody decides any more
		}
		c.history = played[:at]
		c.probeTold(s, p, rng)
	}
}

// hear plays one way on, compares it with those before, and returns the points at which p is
// to act with the points of this way among them.
func (c *checker) hear(s env.State, p env.Player, first env.Action, usual map[env.Player][]env.Action, recalled map[string]*hearing, asked []*hearing, rng env.Rand) []*hearing {
	before := len(asked)
	now := &hearing{state: s}
	next := map[env.Player]int{}
	for a := first; ; {
		state := now.state.Clone()
		if state.Apply(a) != nil {
			return asked // other laws tell
		}
		now = &hearing{before: now, state: state, tail: append(slices.Clip(now.tail), a)}
		c.compareRecall(p, now, recalled)
		actor := state.CurrentPlayer()
		if actor == p {
			now.sight = c.sightOf(state, p)
			if len(asked) == before { // texts take long to make: the first tells what is forgotten at once
				now.text = c.textOf(state, p)
			}
			for _, other := range asked[:before] {
				c.compareHearings(p, other, now, rng)
			}
			asked = append(asked, now)
		}
		if actor == env.Terminal || len(now.tail) == toldSteps {
			return asked
		}
		i := next[actor]
		next[actor]++
		a = c.choose(state, actor, rng)
		switch {
		case i >= len(usual[actor]):
			usual[actor] = append(usual[actor], a)
		case slices.Contains(state.LegalActions(nil), usual[actor][i]):
			a = usual[actor][i]
		}
	}
}

// sightOf returns a digest of all that a network learns of a decision.
func (c *checker) sightOf(s env.State, p env.Player) uint64 {
	s.Observe(p, c.first)
	return digest(c.first, s.LegalActions(nil), "")
}

// textOf returns what a person reads of a decision.
func (c *checker) textOf(s env.State, p env.Player) string {
	t, ok := s.(env.Texter)
	if !ok {
		return ""
	}
	return t.Text(p) + "\x00" + nameAll(s)
}

// compareRecall wants one information state to come of one telling.
func (c *checker) compareRecall(p env.Player, now *hearing, recalled map[string]*hearing) {
	i, ok := now.state.(env.InfoStater)
	if !ok {
		return
	}
	c.tested(lawTold)
	info := fmt.Sprintf("%d %s", now.state.CurrentPlayer(), i.InformationState(p))
	before, known := recalled[info]
	if !known {
		recalled[info] = now
		return
	}
	if told, others := c.cut(c.toldAt(before, p)), c.cut(c.toldAt(now, p)); told != others {
		one, other := firstLineThatDiffers(told, others)
		c.broke(lawTold, "%s was told %q after %v and %q after %v, and has one information state", p, one, before.tail, other, now.tail)
	}
}

// compareHearings compares two points at which p is to act. Ways of which anything but the
// first action differs may differ in what nobody was told.
func (c *checker) compareHearings(p env.Player, a, b *hearing, rng env.Rand) {
	c.tested(lawTold)
	if a.sight != b.sight && (a.text != b.text || a.text == "") || !slices.Equal(a.tail[1:], b.tail[1:]) || c.forget(c.toldAt(a, p)) == c.forget(c.toldAt(b, p)) {
		return
	}
	if a.sight == b.sight {
		c.wantAlike(p, a, b, "observation", c.observesOtherwise, rng)
	}
	if a.text == b.text && a.text != "" {
		c.wantAlike(p, a, b, "text", c.readsOtherwise, rng)
	}
}

// wantAlike plays two points on with the same actions and wants no seat's situation to come
// to differ: one of them was told otherwise, and the observation or text of p forgets it.
func (c *checker) wantAlike(p env.Player, a, b *hearing, what string, apart func(x, y env.State, seat env.Player) string, rng env.Rand) {
	for range toldFutures {
		x, y := a.state.Clone(), b.state.Clone()
		for step := range toldAhead {
			for seat := range env.Player(c.spec.Players) {
				if d := apart(x, y, seat); d != "" {
					c.forgets(p, a, b, what, step, fmt.Sprintf("%s %s", seat, d))
					return
				}
			}
			actor := x.CurrentPlayer()
			if d := c.endsOtherwise(x, y); d != "" {
				c.forgets(p, a, b, what, step, d)
				return
			}
			if actor == env.Terminal || actor != y.CurrentPlayer() {
				break
			}
			action := c.choose(x, actor, rng)
			if !slices.Contains(y.LegalActions(nil), action) || x.Apply(action) != nil || y.Apply(action) != nil {
				break
			}
		}
	}
}

// forgets notes that the observation or text of a seat forgets what it was told.
func (c *checker) forgets(p env.Player, a, b *hearing, what string, step int, differs string) {
	one, other := firstLineThatDiffers(c.forget(c.toldAt(a, p)), c.forget(c.toldAt(b, p)))
	c.broke(lawTold, "%s was told %q after %v and %q after %v; its %s forgets it, and after %d more actions %s",
		p, one, a.tail, other, b.tail, what, step, differs)
}

// endsOtherwise says in what two states differ that have both come to the end.
func (c *checker) endsOtherwise(x, y env.State) string {
	if x.CurrentPlayer() != env.Terminal || y.CurrentPlayer() != env.Terminal {
		return ""
	}
	one, other := make([]float64, c.spec.Players), make([]float64, c.spec.Players)
	x.Returns(one)
	y.Returns(other)
	if slices.Equal(one, other) {
		return ""
	}
	return fmt.Sprintf("the returns are %v or %v", one, other)
}

// observesOtherwise says in what two states differ for the network of a seat.
func (c *checker) observesOtherwise(x, y env.State, seat env.Player) string {
	x.Observe(seat, c.first)
	y.Observe(seat, c.second)
	for i := range c.first {
		if c.first[i] != c.second[i] {
			return "observes otherwise in " + fieldOf(c.spec, i)
		}
	}
	return ""
}

// readsOtherwise says in what two states differ for a person on a seat.
func (c *checker) readsOtherwise(x, y env.State, seat env.Player) string {
	if c.observesOtherwise(x, y, seat) == "" {
		return "" // what texts tell is in observations, which take less time to compare: the law of siblings
	}
	one, other := firstLineThatDiffers(c.cut(x.(env.Texter).Text(seat)), c.cut(y.(env.Texter).Text(seat)))
	if one == other {
		return ""
	}
	return fmt.Sprintf("reads %q or %q", one, other)
}

// fieldOf names the field of an element of the observation.
func fieldOf(spec *env.Spec, at int) string {
	for _, f := range spec.Observation {
		if at < f.Size() {
			return f.Name
		}
		at -= f.Size()
	}
	return "nothing"
}

// forget returns what a seat was told without what its game may forget, and without what
// only texts tell.
func (c *checker) forget(told string) string {
	told = c.cut(told)
	for i := range c.forgotten {
		left := c.forgotten[i].cut(told)
		if left != told {
			c.forgotten[i].applied++
		}
		told = left
	}
	return strings.TrimSpace(told)
}
