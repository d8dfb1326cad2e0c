package envtest

import (
	"errors"
	"math"
	"slices"

	"ringer/env"
	"ringer/env/layout"
)

// probe tests the laws that need clones. It is expensive and runs at some states
// only. It returns what the state is.
func (c *checker) probe(s env.State, rng env.Rand) snapshot {
	was := c.snapshot(s)
	c.probeActions(s, was, rng)
	c.probeClone(s, was, rng)
	c.probeCopy(s, was, rng)
	names := namesOf(s, was)
	plays := env.Player(rng.IntN(c.spec.Players)) // at chance nodes one world is enough to play on
	for seat := range env.Player(c.spec.Players) {
		if seat != was.player {
			c.inspectObservation(s, seat)
			c.inspectInformation(s, seat, was.player, nil, textOf(s, seat))
		}
		world := c.probeResample(s, was, names, seat, rng)
		if world != nil && (was.player >= 0 || seat == plays) {
			c.playWorld(world, seat, rng)
		}
	}
	if d := was.differs(c.snapshot(s)); d != "" {
		c.broke(lawResample, "resampling changed %s of the receiver", d)
	}
	return was
}

// probeActions tries legal and illegal ids on clones.
func (c *checker) probeActions(s env.State, was snapshot, rng env.Rand) {
	limit := c.spec.NumActions()
	if was.player == env.Chance {
		limit = c.spec.MaxChanceOutcomes
	}
	thorough := true // one refusal is looked at in every detail, the others at a glance
	for _, a := range c.sampleIDs(was.legal, limit, rng) {
		clone := s.Clone()
		err := clone.Apply(a)
		c.tested(lawMask)
		if slices.Contains(was.legal, a) {
			if err != nil {
				c.broke(lawMask, "legal action %d was refused: %v", a, err)
			}
			continue
		}
		if err == nil {
			c.broke(lawMask, "action %d of %s is not in the list %v but was accepted", a, was.player, was.legal)
			continue
		}
		c.refused(clone, was, a, err, thorough)
		thorough = false
	}
}

// refused tests that a refusal has the right type and left the state alone.
func (c *checker) refused(s env.State, was snapshot, a env.Action, err error, thorough bool) {
	c.tested(lawIllegal)
	var illegal *env.IllegalActionError
	if !errors.As(err, &illegal) {
		c.broke(lawIllegal, "illegal action %d gave %T (%v), want *env.IllegalActionError", a, err, err)
	} else if illegal.Action != a || illegal.Player != was.player {
		c.broke(lawIllegal, "refusing action %d of %s, the error names action %d of %s", a, was.player, illegal.Action, illegal.Player)
	}
	if thorough {
		if d := was.differs(c.snapshot(s)); d != "" {
			c.broke(lawIllegal, "refusing action %d changed %s", a, d)
		}
	} else if s.String() != was.all || s.CurrentPlayer() != was.player || !slices.Equal(s.LegalActions(nil), was.legal) {
		c.broke(lawIllegal, "refusing action %d changed the state", a)
	}
}

// sampleIDs returns every id of a small action space, some of a large one, and
// always ids beyond both ends.
func (c *checker) sampleIDs(legal []env.Action, limit int, rng env.Rand) []env.Action {
	ids := []env.Action{-1, -4, env.Action(limit), env.Action(limit + 1000), 1<<31 - 1, -1 << 31}
	const enough = 24
	if limit <= enough {
		for a := range env.Action(limit) {
			ids = append(ids, a)
		}
		return ids
	}
	for range enough {
		ids = append(ids, env.Action(rng.IntN(limit)))
	}
	for range min(len(legal), 6) {
		ids = append(ids, legal[rng.IntN(len(legal))])
	}
	return ids
}

// probeClone plays a clone to the end and looks at the original.
func (c *checker) probeClone(s env.State, was snapshot, rng env.Rand) {
	c.tested(lawClones)
	clone := s.Clone()
	if d := was.differs(c.snapshot(clone)); d != "" {
		c.broke(lawClones, "a clone differs in %s", d)
	}
	c.playOut(clone, c.uniformly(rng), nil)
	if d := was.differs(c.snapshot(s)); d != "" {
		c.broke(lawClones, "playing a clone to the end changed %s of the original", d)
	}
}

// probeCopy copies into a state that has been somewhere else.
func (c *checker) probeCopy(s env.State, was snapshot, rng env.Rand) {
	if _, ok := s.(env.CopierFrom); !ok {
		return
	}
	c.tested(lawCopies)
	if c.spare == nil {
		c.spare = c.game.NewInitialState()
	}
	c.spare.(env.CopierFrom).CopyFrom(s)
	if d := was.differs(c.snapshot(c.spare)); d != "" {
		c.broke(lawCopies, "a copy differs in %s", d)
	}
	// The spare ends anywhere, so that the next copy goes over a used state.
	for range 1 + rng.IntN(1+c.spec.MaxGameLength) {
		p := c.spare.CurrentPlayer()
		if p == env.Terminal || c.spare.Apply(c.choose(c.spare, p, rng)) != nil {
			break
		}
	}
	if d := was.differs(c.snapshot(s)); d != "" {
		c.broke(lawCopies, "playing a copy changed %s of the original", d)
	}
}

// namesOf returns the names of the legal actions of a seat that is to act.
func namesOf(s env.State, was snapshot) []string {
	if was.player < 0 {
		return nil
	}
	names := make([]string, len(was.legal))
	for i, a := range was.legal {
		names[i] = s.ActionString(a)
	}
	return names
}

// probeResample draws a world for a seat and compares what the seat is shown. It
// returns the world, or nil when states do not resample.
func (c *checker) probeResample(s env.State, was snapshot, names []string, seat env.Player, rng env.Rand) env.State {
	r, ok := s.(env.Resampler)
	if !ok {
		return nil
	}
	world := r.ResampleFromInfoState(seat, rng)
	c.resampled++
	c.tested(lawResample)
	if s.String() != was.all {
		c.broke(lawResample, "resampling for %s changed the receiver", seat)
	}
	if world.String() != was.all {
		c.changed++
	}
	c.compareViews(was, names, world, seat)
	return world
}

// playWorld plays a resampled world to its end and inspects it on the way.
func (c *checker) playWorld(world env.State, seat env.Player, rng env.Rand) {
	c.tested(lawResampled)
	before := c.broken()
	length, next := 0, 0
	for ; length <= c.spec.MaxGameLength+c.spec.MaxChanceNodes; length++ {
		p := world.CurrentPlayer()
		if length == next || p == env.Terminal {
			next += max(4, c.probeGap, length/4)
			c.inspect(world)
		}
		if p == env.Terminal {
			break
		}
		a := c.choose(world, p, rng)
		if err := world.Apply(a); err != nil {
			c.broke(lawResampled, "a world resampled for %s refuses its legal action %d: %v", seat, a, err)
			return
		}
	}
	if length > c.spec.MaxGameLength+c.spec.MaxChanceNodes {
		c.broke(lawResampled, "a world resampled for %s does not end", seat)
	}
	if c.broken() > before {
		c.broke(lawResampled, "a world resampled for %s breaks a law", seat)
	}
}

// compareViews tests that a seat cannot tell a resampled world from the true one.
func (c *checker) compareViews(was snapshot, names []string, world env.State, seat env.Player) {
	c.tested(lawLeak)
	p := world.CurrentPlayer()
	if (was.player == seat) != (p == seat) || (was.player == env.Terminal) != (p == env.Terminal) {
		c.broke(lawLeak, "resampled for %s, the actor turns from %s to %s", seat, was.player, p)
	}
	for i := range c.first {
		c.first[i] = float32(math.NaN())
	}
	world.Observe(seat, c.first)
	if i := firstDifference(was.observations[seat], c.first); i >= 0 {
		c.broke(lawLeak, "resampled for %s, element %d of its observation (%s) turns from %g to %g",
			seat, i, c.elementAt(i), was.observations[seat][i], c.first[i])
	}
	if legal := world.LegalActions(nil); was.player == seat && !slices.Equal(was.legal, legal) {
		c.broke(lawLeak, "resampled for %s, its legal actions turn from %v to %v", seat, was.legal, legal)
	} else if was.player == seat {
		for i, a := range legal {
			if now := world.ActionString(a); now != names[i] {
				c.broke(lawLeak, "resampled for %s, the name of its action %d turns from %q to %q", seat, a, names[i], now)
				break
			}
		}
	}
	if i, ok := world.(env.InfoStater); ok {
		if now := i.InformationState(seat); was.information[seat] != now {
			c.broke(lawLeak, "resampled for %s, its information state turns from %q to %q", seat, was.information[seat], now)
		}
	}
	if t, ok := world.(env.Texter); ok {
		if now := t.Text(seat); was.texts[seat] != now {
			c.broke(lawLeak, "resampled for %s, its text turns from\n%s\nto\n%s", seat, was.texts[seat], now)
		}
	}
}

// elementAt names an element of the observation.
func (c *checker) elementAt(i int) string { return layout.NameElement(c.spec, i) }

// broken returns the number of findings, but for those that compare a world with
// other games.
func (c *checker) broken() int {
	n := 0
	for law, v := range c.verdicts {
		if law != lawSiblings {
			n += v.count
		}
	}
	return n
}

// probeEnd tests that a finished game stays finished, and that a seat cannot tell its end
// from the end of another world.
func (c *checker) probeEnd(s env.State, rng env.Rand) {
	was := c.snapshot(s)
	for seat := range env.Player(c.spec.Players) {
		world := c.probeResample(s, was, nil, seat, rng)
		if world == nil {
			break
		}
		returns := make([]float64, c.spec.Players)
		world.Returns(returns)
		if world.CurrentPlayer() == env.Terminal && returns[seat] != was.returns[seat] {
			c.broke(lawLeak, "resampled for %s at the end, its return turns from %g to %g", seat, was.returns[seat], returns[seat])
		}
	}
	for _, a := range []env.Action{0, -1, env.Action(c.spec.NumActions())} {
		err := s.Apply(a)
		if err == nil {
			c.broke(lawActors, "action %d was accepted after the end", a)
			return
		}
		c.refused(s, was, a, err, true)
	}
	if s.CurrentPlayer() != env.Terminal {
		c.broke(lawActors, "a finished game goes on")
	}
}
