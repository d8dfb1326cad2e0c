package envtest

import (
	"fmt"
	"hash/maphash"
	"math"
	"slices"

	"ringer/env"
)

// A historic state is a clone or a copy that must still be the same at the end.
type historic struct {
	law   string
	state env.State
	was   snapshot
	step  int
}

// player returns what chooses the actions of a game, alike for the same number. A
// biased game has a gambler, who goes on from the counts of those before.
func (c *checker) player(index uint64) (func(s env.State, p env.Player) env.Action, *gambler) {
	if !c.biased {
		return c.uniformly(env.Stream(c.opts.Seed, PurposeCheck, index)), nil
	}
	rng := env.Stream(c.opts.Seed, purposeCheckBiased, index)
	g := newGambler(c.spec, rng, allStyles, slices.Clone(c.played), slices.Clone(c.offered))
	return func(s env.State, p env.Player) env.Action {
		if p == env.Chance {
			return c.choose(s, p, rng)
		}
		return g.choose(s, p, c.legal(s, p))
	}, g
}

// playGame plays one game and tests every law along the way.
func (c *checker) playGame(index uint64) {
	c.index, c.history, c.scenes.met = index, c.history[:0], c.scenes.met[:0]
	choose, player := c.player(index)
	probes := env.Stream(c.opts.Seed, purposeCheckProbes, index)
	s := c.game.NewInitialState()
	if index == 0 {
		c.tested(lawSpec)
		if d := c.snapshot(s).differs(c.snapshot(c.game.NewInitialState())); d != "" {
			c.broke(lawSpec, "two fresh states differ in %s", d)
		}
	}
	own := make([]uint64, c.spec.Players) // digest of each seat's own history
	var clones []historic
	twins := env.Stream(c.opts.Seed, PurposeCheckEvents, index)
	tellings := env.Stream(c.opts.Seed, purposeCheckTold, index)
	decisions, chances, probed, playedOn, compared, heard := 0, 0, 0, 0, 0, 0
	for {
		c.inspect(s)
		c.scenes.meet(s)
		p := s.CurrentPlayer()
		if p == env.Terminal {
			break
		}
		if probes.IntN(gap(c.probeGap, c.widening(probed))) == 0 {
			probed++
			was := c.probe(s, probes)
			clones = append(clones, historic{lawClones, s.Clone(), was, len(c.history)})
			if copied := c.used(); copied != nil {
				copied.CopyFrom(s)
				clones = append(clones, historic{lawCopies, copied.(env.State), was, len(c.history)})
			}
		}
		if probes.IntN(gap(c.probeGap, 4*playedOn)) == 0 {
			playedOn++
			c.probeSiblings(s, probes)
			c.probeChairs(s, probes)
		}
		a := choose(s, p)
		if twins.IntN(gap(c.probeGap, 4*compared)) == 0 {
			compared++
			c.probeEvents(s, a, twins)
		}
		if tellings.IntN(gap(c.probeGap, 4*heard)) == 0 {
			heard++
			c.probeTold(s, env.Player(tellings.IntN(c.spec.Players)), tellings)
		}
		c.remember(s, p, a, own)
		if err := s.Apply(a); err != nil {
			c.broke(lawMask, "legal action %d was refused: %v", a, err)
			return
		}
		c.history = append(c.history, a)
		if p == env.Chance {
			chances++
		} else {
			decisions++
		}
		c.tested(lawLength)
		if decisions > c.spec.MaxGameLength {
			c.broke(lawLength, "more than MaxGameLength = %d decisions", c.spec.MaxGameLength)
			return
		}
		if chances > c.spec.MaxChanceNodes {
			c.broke(lawLength, "more than MaxChanceNodes = %d chance actions", c.spec.MaxChanceNodes)
			return
		}
	}
	c.probeRareTold(tellings)
	c.probeEnd(s, probes)
	c.checkHistoric(s, clones, probes)
	c.checkReplay(s, clones)
	c.checkSeed(s, index)
	if player != nil {
		c.played, c.offered = player.played, player.offered
	}
	// About five probes a game, whatever its length; one in a long check, where
	// the many games make up for it.
	probesAGame := 5
	if index > 200 {
		probesAGame = 1
	}
	c.probeGap = max(1, len(c.history)/probesAGame)
}

// gap returns the number of states between two probes. In the first game, whose length
// nobody knows, it is 0 and widens with the probes that were made.
func gap(usual, widening int) int {
	if usual == 0 {
		return 1 + widening
	}
	return usual
}

// widening returns by how much the gap of the first game has grown after some probes.
func (c *checker) widening(probed int) int {
	if c.opts.Sparse {
		return 8 * probed
	}
	return probed / 8
}

// checkHistoric tests that the game left its earlier clones alone, and that they
// leave the game, and each other, alone when they play on now.
func (c *checker) checkHistoric(end env.State, states []historic, rng env.Rand) {
	was := c.snapshot(end)
	for _, h := range states {
		c.tested(h.law)
		if d := h.was.differs(c.snapshot(h.state)); d != "" {
			c.broke(h.law, "playing on changed %s of a state cloned or copied after %d actions", d, h.step)
		}
	}
	for i, h := range states {
		c.playOut(h.state, c.uniformly(rng), nil)
		if d := was.differs(c.snapshot(end)); d != "" {
			c.broke(h.law, "a state cloned or copied after %d actions plays on and changes %s of the end of the game", h.step, d)
			was = c.snapshot(end)
		}
		if i+1 < len(states) {
			next := states[i+1]
			if d := next.was.differs(c.snapshot(next.state)); d != "" {
				c.broke(h.law, "a state cloned or copied after %d actions plays on and changes %s of another", h.step, d)
			}
		}
		if len(c.spares) < 16 {
			c.spares = append(c.spares, h.state)
		}
	}
}

// used returns a state that has been somewhere else, to copy into; nil when
// states do not copy or none is at hand.
func (c *checker) used() env.CopierFrom {
	if len(c.spares) == 0 {
		return nil
	}
	s, ok := c.spares[len(c.spares)-1].(env.CopierFrom)
	if ok {
		c.spares = c.spares[:len(c.spares)-1]
	}
	return s
}

// choose draws an action: among chance outcomes by their probability, else
// uniformly.
func (c *checker) choose(s env.State, p env.Player, rng env.Rand) env.Action {
	if _, ok := s.(env.Chancer); ok && p == env.Chance {
		c.table.Set(s)
		return c.table.Draw(rng)
	}
	legal := c.legal(s, p)
	return legal[rng.IntN(len(legal))]
}

// legal returns the legal actions of a state that waits for p. It ends the game when
// there are none, or when the check is cancelled.
func (c *checker) legal(s env.State, p env.Player) []env.Action {
	if c.ctx.Err() != nil {
		panic(stuck{})
	}
	if int(p) >= c.spec.Players {
		c.broke(lawActors, "the current player is %d", p)
		panic(stuck{})
	}
	legal := s.LegalActions(nil)
	if len(legal) == 0 {
		c.broke(lawLegal, "no legal action for %s", p)
		panic(stuck{})
	}
	return legal
}

// stuck ends a game that cannot go on, after the reason was noted or the check was
// cancelled.
type stuck struct{}

// checkReplay applies the history to a fresh state.
func (c *checker) checkReplay(end env.State, clones []historic) {
	c.tested(lawReplay)
	s := c.game.NewInitialState()
	for i, a := range c.history {
		for _, h := range clones {
			if h.step == i {
				if d := h.was.differs(c.snapshot(s)); d != "" {
					c.broke(lawReplay, "the replay differs in %s after %d actions", d, i)
					return
				}
			}
		}
		if err := s.Apply(a); err != nil {
			c.broke(lawReplay, "action %d of the history is refused in the replay: %v", i, err)
			return
		}
	}
	if d := c.snapshot(end).differs(c.snapshot(s)); d != "" {
		c.broke(lawReplay, "the replay ends differently in %s", d)
	}
}

// checkSeed plays the same seed again after another game was played between.
func (c *checker) checkSeed(end env.State, index uint64) {
	c.tested(lawSeed)
	between := env.Stream(c.opts.Seed, purposeCheckBetween, index)
	c.playOut(c.game.NewInitialState(), c.uniformly(between), nil)
	s := c.game.NewInitialState()
	var history []env.Action
	again, _ := c.player(index)
	if !c.playOut(s, again, func(a env.Action) { history = append(history, a) }) {
		c.broke(lawSeed, "the second game of the seed does not end")
		return
	}
	if !slices.Equal(history, c.history) {
		c.broke(lawSeed, "the same seed gave the actions %v", history)
	} else if d := c.snapshot(end).differs(c.snapshot(s)); d != "" {
		c.broke(lawSeed, "the same seed ended differently in %s", d)
	}
}

// uniformly returns what chooses among all legal actions alike.
func (c *checker) uniformly(rng env.Rand) func(env.State, env.Player) env.Action {
	return func(s env.State, p env.Player) env.Action { return c.choose(s, p, rng) }
}

// playOut plays s to the end; false when it does not end in time.
func (c *checker) playOut(s env.State, choose func(env.State, env.Player) env.Action, each func(env.Action)) bool {
	for range c.spec.MaxGameLength + c.spec.MaxChanceNodes + 1 {
		p := s.CurrentPlayer()
		if p == env.Terminal {
			return true
		}
		a := choose(s, p)
		if s.Apply(a) != nil {
			return false
		}
		if each != nil {
			each(a)
		}
	}
	return false
}

// remember tests perfect recall at a decision and extends the seat's history.
func (c *checker) remember(s env.State, p env.Player, a env.Action, own []uint64) {
	is, ok := s.(env.InfoStater)
	if !ok || p < 0 {
		return
	}
	info := is.InformationState(p)
	key := c.key(p, true, info)
	c.tested(lawRecall)
	if before, known := c.past[key]; known {
		if before != own[p] {
			c.broke(lawRecall, "%s reached the information state %q with two different histories of its own", p, info)
		}
	} else if len(c.past) < maxRemembered {
		c.past[key] = own[p]
	}
	own[p] = maphash.String(digestSeed, fmt.Sprintf("%x %x %d", own[p], key.hash, a))
}

func (c *checker) key(p env.Player, acting bool, info string) infoKey {
	return infoKey{p, acting, maphash.String(digestSeed, info)}
}

// conclude judges the laws that only many games can test.
func (c *checker) conclude(played int) {
	c.tested(lawVary)
	switch constant := len(c.returns) == 1; {
	case played < 20:
		c.note(lawVary, fmt.Sprintf("%d games are too few to tell", played))
	case constant && sumOfSquares(c.returns[0]) == 0 && c.rareWin() != "":
		c.note(lawVary, fmt.Sprintf("nobody won any of %d games; that takes more than random play: %s", played, c.rareWin()))
	case constant:
		c.broke(lawVary, "all %d games returned %v", played, c.returns[0])
	case c.spec.Utility == env.GeneralSum && c.constantSum() && c.rareSum() != "":
		c.note(lawVary, fmt.Sprintf("the sum was constant in %d games; it is not when %s", played, c.rareSum()))
	case c.spec.Utility == env.GeneralSum && c.constantSum():
		c.broke(lawVary, "the game says general-sum, but the returns of all %d games sum to %g", played, sum(c.returns[0]))
	}
	c.concludeHidden()
	c.concludeSiblings()
	c.concludeChairs()
	c.concludeEvents()
	c.noteExceptions(lawTold, c.forgotten)
	c.concludeOdds()
	for law, missing := range map[string]string{
		lawChance:       "no chance node met",
		lawSets:         "no field is a set",
		lawKinds:        "the spec states no kinds of decisions",
		lawConservation: "states do not count their pieces",
		lawCopies:       "states do not copy",
		lawRecall:       "states give no information states",
		lawInformation:  "states give no information states",
		lawLeak:         "states do not resample",
		lawResampled:    "states do not resample",
		lawTold:         "states do not say what a seat is told",
	} {
		if c.verdicts[law].tested == 0 {
			c.note(law, missing)
		}
	}
}

func (c *checker) concludeHidden() {
	switch {
	case c.resampled == 0 && c.hidden:
		c.broke(lawResample, "seats cannot know everything, but states do not resample")
	case c.resampled == 0:
		c.note(lawResample, "states do not resample, and nothing hidden was met")
	case c.hidden && c.changed == 0:
		c.broke(lawResample, "none of %d resampled worlds differs from the true one, though seats cannot know everything", c.resampled)
	case !c.hidden && c.changed == 0:
		c.note(lawResample, fmt.Sprintf("%d worlds, nothing hidden was met", c.resampled))
	default:
		c.note(lawResample, fmt.Sprintf("%d worlds, %d of them differ from the true one", c.resampled, c.changed))
	}
}

// rareSum returns the rare event that a general-sum game names, or empty.
func (c *checker) rareSum() string {
	if g, ok := c.game.(GeneralSummer); ok {
		return g.GeneralSumWhen()
	}
	return ""
}

// rareWin returns the event that wins, where a game names it, or empty.
func (c *checker) rareWin() string {
	if g, ok := c.game.(RareWinner); ok {
		return g.WonWhen()
	}
	return ""
}

func sumOfSquares(xs []float64) float64 {
	t := 0.0
	for _, x := range xs {
		t += x * x
	}
	return t
}

func (c *checker) constantSum() bool {
	for _, r := range c.returns {
		if math.Abs(sum(r)-sum(c.returns[0])) > tolerance {
			return false
		}
	}
	return true
}

func sum(xs []float64) float64 {
	t := 0.0
	for _, x := range xs {
		t += x
	}
	return t
}
