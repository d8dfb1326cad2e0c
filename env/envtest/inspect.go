package envtest

import (
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"ringer/env"
)

// tolerance is for sums of probabilities and of returns.
const tolerance = 1e-9

// inspect tests the laws that every single state must obey. It changes nothing.
func (c *checker) inspect(s env.State) {
	p := s.CurrentPlayer()
	c.tested(lawActors)
	if p != env.Chance && p != env.Terminal && (p < 0 || int(p) >= c.spec.Players) {
		c.broke(lawActors, "the current player is %d", p)
	}
	legal := c.inspectLegal(s, p)
	c.inspectChance(s, p, legal)
	c.inspectReturns(s, p)
	for seat := range env.Player(c.spec.Players) {
		c.inspectObservation(s, seat)
		if seat == p {
			text := textOf(s, seat)
			c.inspectInformation(s, seat, p, legal, text)
			c.inspectKind(legal)
			c.inspectSibling(s, seat, c.first, legal, text, nil)
		}
	}
	c.inspectStrings(s, legal)
	if k, ok := s.(env.Conserver); ok {
		c.tested(lawConservation)
		if err := k.Conservation(); err != nil {
			c.broke(lawConservation, "%v", err)
		}
	}
}

func (c *checker) inspectLegal(s env.State, p env.Player) []env.Action {
	c.tested(lawLegal)
	const mark = env.Action(-77)
	list := s.LegalActions([]env.Action{mark})
	if len(list) == 0 || list[0] != mark {
		c.broke(lawLegal, "LegalActions overwrites dst instead of appending")
		return slices.Clone(s.LegalActions(nil))
	}
	legal := slices.Clone(list[1:])
	limit := c.spec.NumActions()
	if p == env.Chance {
		limit = c.spec.MaxChanceOutcomes
	}
	for i, a := range legal {
		if a < 0 || int(a) >= limit {
			c.broke(lawLegal, "action %d of %s is outside [0, %d)", a, p, limit)
		}
		if i > 0 && legal[i-1] >= a {
			c.broke(lawLegal, "%v are not ascending without repeats", legal)
		}
	}
	if p == env.Terminal && len(legal) > 0 {
		c.broke(lawLegal, "legal actions %v after the end", legal)
	}
	if p != env.Terminal && len(legal) == 0 {
		c.broke(lawLegal, "no legal action for %s", p)
	}
	if again := s.LegalActions(nil); !slices.Equal(again, legal) {
		c.broke(lawLegal, "asked twice, the state lists %v and %v", legal, again)
	}
	return legal
}

func (c *checker) inspectChance(s env.State, p env.Player, legal []env.Action) {
	if p != env.Chance {
		return
	}
	c.tested(lawChance)
	ch, ok := s.(env.Chancer)
	if !ok || c.spec.MaxChanceOutcomes == 0 {
		c.broke(lawChance, "a chance node, but the state lists no outcomes or MaxChanceOutcomes is 0")
		return
	}
	mark := env.Outcome{Action: -77, Prob: 77}
	list := ch.ChanceOutcomes([]env.Outcome{mark})
	if len(list) == 0 || list[0] != mark {
		c.broke(lawChance, "ChanceOutcomes overwrites dst instead of appending")
		return
	}
	total := 0.0
	var actions []env.Action
	for _, o := range list[1:] {
		actions = append(actions, o.Action)
		total += o.Prob
		if !(o.Prob > 0 && o.Prob <= 1) {
			c.broke(lawChance, "outcome %d has probability %g", o.Action, o.Prob)
		}
	}
	if math.Abs(total-1) > tolerance {
		c.broke(lawChance, "probabilities sum to %.12g", total)
	}
	if !slices.Equal(actions, legal) {
		c.broke(lawChance, "outcomes %v are not the legal actions %v", actions, legal)
	}
}

func (c *checker) inspectReturns(s env.State, p env.Player) {
	c.tested(lawReturns)
	r := make([]float64, c.spec.Players)
	for i := range r {
		r[i] = math.NaN()
	}
	s.Returns(r)
	for i, x := range r {
		switch {
		case math.IsNaN(x):
			c.broke(lawReturns, "the return of seat %d is NaN or not written", i)
		case p != env.Terminal && x != 0:
			c.broke(lawReturns, "seat %d has return %g before the end", i, x)
		case p == env.Terminal && (x < c.spec.MinUtility-tolerance || x > c.spec.MaxUtility+tolerance):
			c.broke(lawReturns, "the return %g of seat %d is outside [%g, %g]", x, i, c.spec.MinUtility, c.spec.MaxUtility)
		}
	}
	if p != env.Terminal {
		return
	}
	if c.spec.Utility == env.ZeroSum && math.Abs(sum(r)) > tolerance {
		c.broke(lawReturns, "the game says zero-sum, but %v sum to %g", r, sum(r))
	}
	for i := range c.spec.Teams {
		for j := range i {
			if c.spec.Utility == env.TeamSum && c.spec.Teams[i] == c.spec.Teams[j] && r[i] != r[j] {
				c.broke(lawReturns, "seats %d and %d are one team but have returns %g and %g", j, i, r[j], r[i])
			}
		}
	}
	if len(c.returns) < 1000 && !slices.ContainsFunc(c.returns, func(o []float64) bool { return slices.Equal(o, r) }) {
		c.returns = append(c.returns, r)
	}
}

// inspectObservation leaves the observation of the seat in c.first.
func (c *checker) inspectObservation(s env.State, seat env.Player) {
	c.tested(lawObservations)
	for i := range c.first {
		c.first[i], c.second[i] = float32(math.NaN()), -12345.5
	}
	s.Observe(seat, c.first)
	s.Observe(seat, c.second)
	at := 0
	for _, f := range c.spec.Observation {
		values := c.first[at : at+f.Size()]
		for i, x := range values {
			low, high := f.Bounds(i)
			switch {
			case x != x:
				c.broke(lawObservations, "%s, field %q, element %d is NaN or not written", seat, f.Name, i)
			case math.IsInf(float64(x), 0) || x < low || x > high:
				c.broke(lawObservations, "%s, field %q, element %d%s is %g, outside [%g, %g]", seat, f.Name, i, columnOf(&f, i), x, low, high)
			case math.Float32bits(x) != math.Float32bits(c.second[at+i]):
				c.broke(lawObservations, "%s, field %q, element %d depends on what dst held before: %g and %g", seat, f.Name, i, x, c.second[at+i])
			}
		}
		if f.Set || f.Sequence {
			c.inspectSet(seat, f, values)
		}
		at += f.Size()
	}
	c.inspectFrame(seat)
}

// inspectKind tests the kind of a decision. c.first must hold the observation of the
// seat that decides.
func (c *checker) inspectKind(legal []env.Action) {
	known := func(a env.Action) bool { return a >= 0 && int(a) < c.spec.NumActions() }
	kinds := c.spec.Kinds()
	if len(kinds) < 2 || len(legal) < 2 || slices.ContainsFunc(legal, func(a env.Action) bool { return !known(a) }) {
		return
	}
	c.tested(lawKinds)
	mask := make([]bool, c.spec.NumActions())
	for _, a := range legal {
		mask[a] = true
	}
	kind := c.spec.Kind(c.first, legal)
	if kinds[kind] == env.OtherKind {
		c.broke(lawKinds, "a decision among %d actions has no kind", len(legal))
	}
	if again := c.spec.KindOfMask(c.first, mask); again != kind {
		c.broke(lawKinds, "a decision is %s by its list and %s by its mask", kinds[kind], kinds[again])
	}
}

// columnOf names the column of an element, for messages.
func columnOf(f *env.Field, i int) string {
	if len(f.Columns) == 0 {
		return ""
	}
	return " (" + f.Columns[i%len(f.Columns)].Name + ")"
}

func (c *checker) inspectSet(seat env.Player, f env.Field, values []float32) {
	c.tested(lawSets)
	width, there := f.Shape[1], true
	for row := range f.Shape[0] {
		entity := values[row*width : (row+1)*width]
		if f.Sequence && !there && entity[0] != 0 {
			c.broke(lawSets, "%s, field %q, row %d is there behind one that is not", seat, f.Name, row)
		}
		there = entity[0] != 0
		if entity[0] != 0 && entity[0] != 1 {
			c.broke(lawSets, "%s, field %q, row %d: feature 0 is %g, neither 0 nor 1", seat, f.Name, row, entity[0])
		}
		if entity[0] == 0 && slices.ContainsFunc(entity, func(x float32) bool { return x != 0 }) {
			c.broke(lawSets, "%s, field %q, row %d is absent but holds %v", seat, f.Name, row, entity)
		}
	}
}

// inspectInformation compares what a seat is shown with what it was shown at
// the same information state before. c.first must hold its observation, text what
// textOf returns.
func (c *checker) inspectInformation(s env.State, seat, p env.Player, legal []env.Action, text string) {
	is, ok := s.(env.InfoStater)
	if !ok {
		return
	}
	info := is.InformationState(seat)
	key := c.key(seat, seat == p, info)
	if seat != p {
		legal = nil
	}
	c.tested(lawInformation)
	now := digest(c.first, legal, text)
	if before, known := c.shown[key]; known {
		if before != now {
			c.broke(lawInformation, "%s is shown two different observations, legal lists or texts at the information state %q", seat, info)
		}
	} else if len(c.shown) < maxRemembered {
		c.shown[key] = now
	}
	if c.hidden {
		return
	}
	world := maphash.String(digestSeed, s.String())
	if before, known := c.worlds[key]; known {
		c.hidden = before != world
	} else if len(c.worlds) < maxRemembered {
		c.worlds[key] = world
	}
}

// textOf returns what a seat reads; empty when states give no texts.
func textOf(s env.State, seat env.Player) string {
	if t, ok := s.(env.Texter); ok {
		return t.Text(seat)
	}
	return ""
}

func (c *checker) inspectStrings(s env.State, legal []env.Action) {
	seen := make(map[string]env.Action, len(legal))
	for _, a := range legal {
		c.tested(lawStrings)
		name := s.ActionString(a)
		if name == "" || strings.ContainsAny(name, "\n\r") || strings.TrimSpace(name) != name {
			c.broke(lawStrings, "action %d is named %q: want one trimmed, non-empty line", a, name)
		}
		if other, twice := seen[name]; twice {
			c.broke(lawStrings, "actions %d and %d are both named %q", other, a, name)
		}
		seen[name] = a
	}
	if len(legal) == 0 {
		return
	}
	// Parsing is linear in the legal list, so one action stands for all.
	a := legal[len(c.history)%len(legal)]
	if back, err := env.ParseAction(s, s.ActionString(a)); err != nil || back != a {
		c.broke(lawStrings, "action %d is named %q, which parses to %d (%v)", a, s.ActionString(a), back, err)
	}
}
