package heat_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/heat"
)

// worlds visits random positions and resamples them for random seats.
func worlds(t *testing.T, name string, decisions int, use func(s, w *heat.State, p env.Player)) {
	p := newPlayer(game(t, name))
	rng := env.Stream(5, "worlds")
	n := p.s.(*heat.State).Game().Spec().Players
	for i := range decisions {
		p.decision()
		if i%3 != 0 {
			continue
		}
		seat := env.Player(rng.IntN(n))
		s := p.s.(*heat.State)
		use(s, s.ResampleFromInfoState(seat, rng).(*heat.State), seat)
	}
}

var everySize = []string{"heat(players=3)", "heat", "heat(players=5)", "heat(talk=claims)"}

// HEAT-26: a resampled world is a real one: its log, replayed action by action
// by the rules from the first state, leads to exactly this world. So a card
// passed to the seat was among its giver's cards, and a card it passed is somewhere.
func TestWorldsHaveAHistoryHEAT26(t *testing.T) {
	for _, name := range everySize {
		decisions := 600
		if long {
			decisions = 60_000
		}
		worlds(t, name, decisions, func(_, w *heat.State, _ env.Player) {
			again := w.Game().NewInitialState().(*heat.State)
			for _, id := range heat.ActionIDs(w) {
				require.NoError(t, again.Apply(env.Action(id)))
			}
			require.True(t, w.String() == again.String(), "the replay of a world differs")
			for q := range env.Player(w.Game().Spec().Players) {
				require.Equal(t, w.InformationState(q), again.InformationState(q), "the memory of every seat follows from the history")
			}
			require.NoError(t, w.Conservation())
		})
	}
}

// HEAT-26, C-8: the seat itself notices nothing.
func TestWorldsLookTheSameHEAT26(t *testing.T) {
	for _, name := range everySize {
		o1 := make([]float32, game(t, name).Spec().ObservationSize())
		o2 := make([]float32, len(o1))
		changed := 0
		decisions := 600
		if long {
			decisions = 1500
		}
		worlds(t, name, decisions, func(s, w *heat.State, p env.Player) {
			s.Observe(p, o1)
			w.Observe(p, o2)
			require.Equal(t, o1, o2)
			require.Equal(t, s.InformationState(p), w.InformationState(p))
			require.Equal(t, s.Text(p), w.Text(p))
			requireTrueKnowledge(t, s)
			requireTrueKnowledge(t, w)
			if s.String() != w.String() {
				changed++
			}
		})
		assert.Greater(t, changed, decisions*3/10, "nearly every world differs")
	}
}

// requireTrueKnowledge tests that every card which a seat knows of is there.
func requireTrueKnowledge(t *testing.T, s *heat.State) {
	n := s.Game().Spec().Players
	for p := range n {
		for q := range n {
			if p == q {
				continue
			}
			for card, known := range s.Known(p, q) {
				held := s.Hand(q)[card]
				if s.Committed(q) == card {
					held++
				}
				require.LessOrEqual(t, known, held, "seat %d knows a card of seat %d that is not there", p, q)
			}
		}
	}
}

// HEAT-26: a card that I passed is with the receiver, was passed on, or was
// played: in the worlds it turns up everywhere it can be, and nowhere else.
func TestPassedCardsTravelHEAT26(t *testing.T) {
	g := game(t, "heat")
	vault := env.Action(g.KindOf("vault"))
	s := g.NewInitialState().(*heat.State)
	rng := env.Stream(11, "passed")
	// Seat 0 is dealt the Vault and passes it first; everything else is random.
	require.NoError(t, s.Apply(vault))
	for s.Question() != heat.AskPlay {
		a := randomAction(s, rng)
		if s.Question() == heat.AskPick && s.Hand(int(s.CurrentPlayer()))[vault] > 0 && s.CurrentPlayer() == 0 {
			a = vault
		}
		require.NoError(t, s.Apply(a))
	}
	where := make([]int, 4)
	const worlds = 4000
	for range worlds {
		w := s.ResampleFromInfoState(0, rng).(*heat.State)
		for q := range 4 {
			where[q] += int(w.Hand(q)[vault])
		}
	}
	assert.Zero(t, where[0], "it cannot have come back")
	assert.Equal(t, worlds, where[1]+where[2]+where[3], "it is in some hand")
	// A seat that passes takes any card: seat 1 keeps it with 2/3 × 3/4, and seat 3
	// gets it with 1/3 × 1/4.
	assert.InDelta(t, .50, float64(where[1])/worlds, .12)
	assert.InDelta(t, .42, float64(where[2])/worlds, .12)
	assert.InDelta(t, .08, float64(where[3])/worlds, .06)
}

// HEAT-26: who sees that a chosen card is gone knows that no other copy was left
// in that hand.
func TestMissingCardsAreKnownHEAT26(t *testing.T) {
	swap := card("Swap", "", "A swap_card who=chosen where=chosen")
	prize := card("Prize", "", "C gain n=1 if=heat_value(99)")
	b := lay(t, [][]heat.Card{{swap, idle}, {swap, idle}, {idle, prize}, {idle, idle}}, []heat.Card{prize, idle, other})
	b.play(swap, swap, idle, idle)
	b.do("target seat 2", "target seat 2", "give Idle", "take Prize", "give Idle", "take Prize")
	assert.Equal(t, 1, b.Stage())
	assert.Contains(t, b.InformationState(3), "seat 1 finds no Prize left with seat 2")
	assert.Equal(t, []string{"Idle"}, b.hand(2))

	c := lay(t, [][]heat.Card{{swap, idle, idle}, {swap, idle, idle}, {idle, prize, idle}, {idle, idle, idle}}, []heat.Card{prize, other}, stages(2))
	c.play(swap, swap, idle, idle)
	c.do("target seat 2", "target seat 2", "give Idle", "take Prize", "give Idle", "take Prize")
	rng := env.Stream(4, "missing")
	for range 200 {
		w := c.ResampleFromInfoState(3, rng).(*heat.State)
		require.Zero(t, int(w.Hand(2)[c.Game().KindOf("prize")]))
	}
}

// Resampling finds a world soon: it hardly ever has to start a heist again.
func TestResamplingRarelyRetries(t *testing.T) {
	for _, name := range everySize {
		rng := env.Stream(6, "retries")
		samples, retries, worst := 0, 0, 0
		decisions := 3000
		if long {
			decisions = 300_000
		}
		worlds(t, name, decisions, func(s, _ *heat.State, p env.Player) {
			n := heat.Retries(s, int8(p), rng)
			samples, retries, worst = samples+1, retries+n, max(worst, n)
		})
		t.Logf("%s: %d worlds, %.2f retries a world, at most %d", name, samples, float64(retries)/float64(samples), worst)
		assert.Less(t, float64(retries)/float64(samples), 8.)
	}
}

// C-7: the fields agree with what is on the table.
func TestObservationC7(t *testing.T) {
	for _, name := range everySize {
		g := game(t, name)
		spec := g.Spec()
		n, types := spec.Players, len(g.Kinds())
		o := make([]float32, spec.ObservationSize())
		worlds(t, name, 600, func(s, _ *heat.State, p env.Player) {
			s.Observe(p, o)
			field := func(name string) []float32 {
				for _, f := range spec.Observation {
					if f.Name == name {
						return o[spec.FieldOffset(name):][:f.Size()]
					}
				}
				panic(name)
			}
			for k := range n {
				q := (int(p) + k) % n
				require.Equal(t, float32(s.Money(q))/20, field("money")[k])
				require.Equal(t, float32(s.Heat(q))/5, field("heat")[k])
				require.Equal(t, float32(s.HandSize(q))/5, field("hand_size")[k])
				order, weight := make([]float32, types), float32(1)
				record := s.Record(q)
				for i := len(record) - 1; i >= 0; i-- {
					order[record[i]] += weight
					weight /= 2
				}
				require.Equal(t, order, field("record_order")[k*types:][:types])
			}
			total := 0.
			for c, x := range field("hand") {
				require.Equal(t, float32(s.Hand(int(p))[c]), x)
			}
			for _, x := range field("unseen") {
				require.GreaterOrEqual(t, x, float32(0))
				total += float64(x)
			}
			hidden := s.DeckSize()
			for q := range n {
				if q != int(p) {
					hidden += s.HandSize(q)
					if s.Committed(q) >= 0 {
						hidden++
					}
				}
			}
			require.Equal(t, float64(hidden), total, "unseen cards are in the deck, in other hands, or face down")
			if p == s.CurrentPlayer() {
				require.Equal(t, float32(1), field("actor")[0])
			}
		})
	}
}

// C-1, C-7: a look at a hand is remembered until the hand has lost the cards.
func TestLooksAreRemembered(t *testing.T) {
	spy := card("Spy", "", "A look who=left")
	b := lay(t, [][]heat.Card{{spy, idle, idle}, {idle, other, idle}, {idle, idle, idle}}, nil)
	b.play(spy, idle, idle)
	kind := b.Game().KindOf("other")
	assert.Equal(t, 1, int(b.Known(0, 1)[kind]))
	b.play(idle, other, idle)
	assert.Zero(t, int(b.Known(0, 1)[kind]))
	assert.Equal(t, 1, int(b.Known(0, 1)[b.Game().KindOf("idle")]))
}

// HEAT-26: a card that a seat chose aloud to give, and kept as the swap found
// nothing to take, was in its hand before the next draw. A seat that had looked at
// the hand earlier finds a world, and the card was drawn before the swap in each.
func TestChosenCardsStayKnownHEAT26(t *testing.T) {
	spy := card("Spy", "", "A look who=left")
	fetch := card("Fetch", "", "A draw n=1")
	swap := card("Swap", "", "A swap_card who=left where=chosen")
	adds := card("Adds", "", "A extra where=start")
	prize := card("Prize", "", "A look who=chosen") // asks for a target, so the heist goes on
	last := card("Last", "", "C gain n=1 if=heat_value(99)")
	b := lay(t, [][]heat.Card{
		{spy, idle, idle, idle, idle, idle},
		{fetch, fetch, swap, idle, idle, idle},
		{adds, other, idle, idle, idle, idle},
	}, []heat.Card{prize, last, idle}, stages(5))
	b.play(spy, idle, idle)
	b.play(idle, fetch, idle)
	b.do("draw Prize")
	require.Equal(t, 2, b.StartPlayer())
	b.play(idle, swap, adds)
	b.do("add Other", "give Prize", "take Other")
	b.play(idle, fetch, idle)
	b.do("draw Last")
	b.play(idle, prize, idle)
	require.Contains(t, b.InformationState(0), "finds no Other left")
	rng := env.Stream(9, "chosen")
	lasts := 0
	for range 200 {
		w := b.ResampleFromInfoState(0, rng).(*heat.State)
		require.Equal(t, b.InformationState(0), w.InformationState(0))
		require.NoError(t, w.Conservation())
		lasts += int(w.Hand(1)[b.Game().KindOf("last")])
	}
	assert.Positive(t, lasts)
	assert.Less(t, lasts, 200)
}

// HEAT-26: the true world always fits, so a world is always found: for every seat
// at every decision, with three, four and five seats, in decks where nearly every
// card looks, draws or moves cards.
func TestEverySeatFindsAWorldHEAT26(t *testing.T) {
	games := 6
	if long {
		games = 300
	}
	for players := 3; players <= 5; players++ {
		c := heat.Defaults()
		c.Players, c.MinCards, c.MinTitles, c.Heists = players, []int{0, 0, 0}, 1, 1
		for i, x := range []heat.Card{
			card("Spy", "", "A look who=chosen", "A draw n=1"), card("Fetch", "", "A draw n=1", "A extra where=end"),
			card("Plans", "", "A replace"), card("Two", "", "A draw n=2", "A extra where=start"),
			card("Swap", "", "A swap_card who=chosen where=chosen"), card("Dip", "", "A swap_card who=chosen where=random"),
			card("Toss", "", "A discard n=1 who=left"), card("Late", "", "C draw n=1"), idle, other,
		} {
			x.Copies = nil
			for range 3 + i%3 {
				x.Copies = append(x.Copies, []int{3, 4, 5})
			}
			if i%2 == 0 { // and titles with one copy
				one := x
				one.ID, one.Title, one.Copies = x.ID+"-one", x.Title+" One", [][]int{{3, 4, 5}}
				c.Cards = append(c.Cards, one)
			}
			c.Cards = append(c.Cards, x)
		}
		g, err := heat.New(c)
		require.NoError(t, err)
		p := newPlayer(g)
		rng := env.Stream(7, "every seat")
		worlds, retries, worst := 0, 0, 0
		for played := 0; played < games; {
			p.decision()
			if p.s.CurrentPlayer() == env.Terminal {
				played++
				continue
			}
			for seat := range int8(players) {
				n := heat.Retries(p.s.(*heat.State), seat, rng)
				require.Less(t, n, 200_000, "no world fits what a seat knows")
				worlds, retries, worst = worlds+1, retries+n, max(worst, n)
			}
		}
		t.Logf("%d seats: %d worlds, %.2f retries a world, at most %d", players, worlds, float64(retries)/float64(worlds), worst)
	}
}

func talk(c *heat.Config) { c.Talk = heat.TalkClaims }

// HEAT-11: with talk, everyone in seat order may claim a title or stay silent
// before each stage's secret choices; claims are public and bind nobody.
func TestClaimsHEAT11(t *testing.T) {
	b := lay(t, [][]heat.Card{{idle, idle}, {idle, other}, {idle, idle}}, nil, talk)
	assert.Equal(t, heat.AskClaim, b.Question())
	assert.Equal(t, env.Player(0), b.CurrentPlayer())
	assert.Equal(t, []string{"claim Idle", "claim Other", "say nothing"}, b.legal())
	b.do("claim Other")
	assert.Equal(t, env.Player(1), b.CurrentPlayer())
	b.do("say nothing", "claim Idle")
	spec := b.Game().Spec()
	o := make([]float32, spec.ObservationSize())
	b.Observe(1, o)
	claims, spoken := spec.FieldOffset("claims"), spec.FieldOffset("claimed")
	assert.Equal(t, []float32{0, 0, 1, 0, 0, 1}, o[claims:claims+6], "rows: seats 1, 2, 0; columns: Idle, Other")
	assert.Equal(t, []float32{1, 1, 1}, o[spoken:spoken+3])
	assert.Contains(t, b.InformationState(2), "seat 0 claims Other; seat 1 says nothing; seat 2 claims Idle")
	require.Equal(t, heat.AskPlay, b.Question())
	assert.Equal(t, []string{"play Idle"}, b.legal(), "seat 0 lied and plays what it likes")
	b.do("play Idle", "play Other", "play Idle")
	require.Equal(t, heat.AskClaim, b.Question(), "again before the next stage")
	assert.Equal(t, env.Player(1), b.CurrentPlayer(), "from the start player")
	b.Observe(0, o)
	kept := spec.FieldOffset("claims_kept")
	assert.Equal(t, []float32{0, 1. / 12, 0, 0, 1. / 12, 0}, o[kept:kept+6], "kept and broken claims of seats 0, 1, 2")
}

// HEAT-23: no claims before draft picks; legal are the titles used at this
// player count, and silence. Without the option there are none at all.
func TestClaimsOnlyBeforeStagesHEAT23(t *testing.T) {
	g := game(t, "heat(players=3,talk=claims)")
	rng := env.Stream(1, "claims")
	s := g.NewInitialState().(*heat.State)
	before := heat.AskChance
	for s.CurrentPlayer() != env.Terminal {
		q := s.Question()
		if q == heat.AskPick {
			assert.NotEqual(t, heat.AskClaim, before)
		}
		if q == heat.AskClaim {
			assert.Len(t, s.LegalActions(nil), len(g.Kinds())+1)
		}
		require.NoError(t, s.Apply(randomAction(s, rng)))
		before = q
	}
	for _, k := range g.Kinds() {
		assert.NotEqual(t, "Crime Spree", k.Title, "a card for 4 and 5 players")
	}
	p := newPlayer(game(t, "heat"))
	for range 2000 {
		p.decision()
		require.NotEqual(t, heat.AskClaim, p.s.(*heat.State).Question())
	}
}
