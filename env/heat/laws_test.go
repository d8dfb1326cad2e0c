package heat_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/env/heat"
)

// long is set for runs that may take minutes.
var long = os.Getenv("RINGER_LONG") == "1"

func TestLaws(t *testing.T) {
	for _, name := range []string{
		"heat", "heat(players=3)", "heat(players=5)", "heat(talk=claims)", "heat(file=mini)",
		"heat(players=3,talk=claims,heists=2,stages=5)", "heat(deal=4,draft_rounds=0,stages=3,tokens=4,row_values=[1,9],row_width=2)",
		"heat(file=draws,players=3)", "heat(file=draws,players=5,talk=claims)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := envtest.Options{Games: 1, Sparse: !long}
			if long {
				opts.Games = 100
			}
			envtest.Run(t, games.MustNew(name), opts)
		})
	}
}

// A deck of cards that no shipped deck has: every operation, several choices of
// one card in one phase, discards at another seat's word, and copiers of each
// other.
func TestLawsOfAnyDeck(t *testing.T) {
	t.Parallel()
	c := heat.Defaults()
	c.Players, c.MinCards, c.MinTitles, c.Heists, c.Deal, c.DraftRounds = 4, []int{0, 0, 0}, 1, 2, 3, 2
	for _, x := range []heat.Card{
		card("Swaps", "crew", "A swap_card who=chosen where=chosen", "A swap_card who=chosen where=random", "B gain n=2"),
		card("Grab", "crew", "A swap_card who=left where=random", "A replace", "B swap_heat who=chosen"),
		card("Tosses", "law", "A discard n=1 who=others", "A discard n=1 who=right", "B take_heat n=2 who=all"),
		card("Loses", "law", "A discard n=2 who=left where=random", "A draw n=2", "C pay n=2 who=poorest"),
		card("Adds", "bank", "A extra where=start", "A extra where=end", "A draw n=3", "B split_pot n=7 where=bank"),
		card("Lefty", "bank", "A copy who=left", "A replace", "B gain n=1"),
		card("Righty", "crew", "A copy who=right", "A extra where=end", "C gain n=1"),
		card("Blocks", "law", "A cancel who=others where=B if=target_uses(bank)", "A look who=neighbours", "C steal n=3 who=most_heat"),
		card("Pays", "bank", "B lose each=1 per=choice max=5", "B return_heat each=1 per=choice max=5", "C give_heat n=2 who=chosen(richer)"),
		card("Heats", "bank", "B take_heat each=1 per=record_tag(bank) max=4", "B gain each=3 per=record_size max=12"),
	} {
		x.Copies = [][]int{{4}, {4}, {4}}
		c.Cards = append(c.Cards, x)
	}
	g, err := heat.New(c)
	require.NoError(t, err)
	envtest.Run(t, g, envtest.Options{Games: 2, Sparse: !long})
}

// The mini variant is small enough to be counted, and solved, exactly. Its deals
// can be counted by hand: with 3 + 2 + 2 cards of three kinds, six of the seven
// are dealt one by one, in 7!/(3!2!2!) = 210 orders, the last card following from
// the others.
func TestMiniIsSmall(t *testing.T) {
	counts, err := envtest.Count(game(t, "heat(file=mini)"), 200_000)
	require.NoError(t, err)
	assert.Equal(t, envtest.Counts{Nodes: 15378, DecisionNodes: 11140, ChanceNodes: 230, TerminalNodes: 4008, InformationStates: 1383}, counts)

	deals, prefixes := 0, 0
	var walk func(s env.State)
	walk = func(s env.State) {
		if s.CurrentPlayer() != env.Chance {
			deals++
			return
		}
		prefixes++
		for _, a := range s.LegalActions(nil) {
			next := s.Clone()
			require.NoError(t, next.Apply(a))
			walk(next)
		}
	}
	walk(game(t, "heat(file=mini)").NewInitialState())
	assert.Equal(t, 210, deals)
	assert.Equal(t, counts.ChanceNodes, prefixes, "there is no other chance in it")
}

// HEAT-13: an id of the block "seat" counts from the left neighbour of the actor,
// so it means the same from every chair; names stay with the seats.
func TestTargetsAreRelativeHEAT13(t *testing.T) {
	thief := card("Thief", "", "A steal n=1 who=chosen")
	b := lay(t, hands(2, thief, thief, thief, thief), nil).with([]int{5, 5, 5, 5}, nil)
	b.play(thief, thief, thief, thief)
	for seat := range 4 {
		require.Equal(t, env.Player(seat), b.CurrentPlayer())
		legal := b.LegalActions(nil)
		require.Len(t, legal, 3)
		for k, a := range legal {
			c := b.Game().Decode(a)
			assert.Equal(t, heat.ChooseSeat, c.Kind)
			assert.Equal(t, k+1, c.Left)
			assert.Equal(t, (seat+k+1)%4, b.Target(c))
			assert.Equal(t, "target seat "+itoa((seat+k+1)%4), b.ActionString(a))
		}
		require.NoError(t, b.Apply(legal[0]))
	}
	assert.Equal(t, []int{5, 5, 5, 5}, b.money(), "everybody robbed the left neighbour")

	// With one seat out of reach its id is missing, not moved to another seat.
	heated := card("Heated", "", "A steal n=1 who=chosen(heat)")
	b = one(t, idle, heated, idle).with([]int{5, 5, 5}, []int{1, 0, 0})
	b.play(idle, heated, idle)
	legal := b.LegalActions(nil)
	require.Len(t, legal, 1)
	assert.Equal(t, 2, b.Game().Decode(legal[0]).Left, "seat 0 is two to the left of seat 1")
}

// The same scene from another chair: equal observations, equal ids, and equal
// returns after the same actions.
func TestRotated(t *testing.T) {
	games := append([]string{"heat(file=draws,players=3)", "heat(file=draws)", "heat(file=draws,players=5,talk=claims)"}, everySize...)
	for _, name := range games {
		g := game(t, name)
		n := g.Spec().Players
		rng := env.Stream(8, "rotated")
		o1, o2 := make([]float32, g.Spec().ObservationSize()), make([]float32, g.Spec().ObservationSize())
		r1, r2 := make([]float64, n), make([]float64, n)
		for round := range 3 {
			s := g.NewInitialState().(*heat.State)
			by := 1 + round%(n-1)
			w := s.Rotated(by).(*heat.State)
			for step := 0; s.CurrentPlayer() != env.Terminal; step++ {
				if step%7 == 0 { // a fresh one, and one that was played on
					require.Equal(t, s.Rotated(by).String(), w.String())
					require.Equal(t, s.String(), w.Rotated(n-by).String())
				}
				for p := range n {
					s.Observe(env.Player(p), o1)
					w.Observe(env.Player((p+by)%n), o2)
					require.Equal(t, o1, o2)
				}
				require.Equal(t, s.LegalActions(nil), w.LegalActions(nil))
				if s.CurrentPlayer() >= 0 {
					require.Equal(t, (int(s.CurrentPlayer())+by)%n, int(w.CurrentPlayer()))
				} else {
					require.Equal(t, s.ChanceOutcomes(nil), w.ChanceOutcomes(nil))
				}
				a := randomAction(s, rng)
				require.NoError(t, s.Apply(a))
				require.NoError(t, w.Apply(a))
			}
			s.Returns(r1)
			w.Returns(r2)
			for p := range n {
				require.Equal(t, r1[p], r2[(p+by)%n])
			}
		}
	}
}

// rows returns the named row of a field as seat p sees it, by the ids of cards.
func (b *tabletop) cards(field string, p, row int) map[string]float32 {
	spec := b.Game().Spec()
	o := make([]float32, spec.ObservationSize())
	b.Observe(env.Player(p), o)
	types := len(b.Game().Kinds())
	out := map[string]float32{}
	for i, x := range o[spec.FieldOffset(field)+row*types:][:types] {
		if x != 0 {
			out[b.Game().Kinds()[i].Title] = x
		}
	}
	return out
}

// HEAT-5: a seat sees in which order it passed and received cards.
func TestPassesAreInOrderHEAT5(t *testing.T) {
	g := game(t, "heat(players=3)")
	see := func(first, second string) *tabletop {
		b := &tabletop{t, g.NewInitialState().(*heat.State)}
		b.do("draw The Vault", "draw Crackdown", "draw Informant", "draw Bribe", "draw Lookout", "draw Heavy")
		b.do("pass "+first, "pass Lookout", "pass Heavy")
		b.do("draw Specialist", "draw Interrogation", "draw Roadblock")
		b.do("pass "+second, "pass Crackdown", "pass Informant")
		return b
	}
	one, two := see("The Vault", "Bribe"), see("Bribe", "The Vault")
	assert.Equal(t, map[string]float32{"The Vault": .5, "Bribe": 1}, one.cards("passed", 0, 0))
	assert.Equal(t, map[string]float32{"The Vault": 1, "Bribe": .5}, two.cards("passed", 0, 0))
	assert.Equal(t, map[string]float32{"Heavy": .5, "Informant": 1}, one.cards("received", 0, 0))
	assert.Regexp(t, `You passed to seat 1 \(in this order\): The Vault \([^)]*\), Bribe`, one.Text(0))
	assert.Regexp(t, `You received from seat 2 \(in this order\): Heavy \([^)]*\), Informant`, one.Text(0))
	assert.Contains(t, two.Text(0), "You passed to seat 1 (in this order): Bribe (")
	assert.Equal(t, map[string]float32{"Informant": 1}, one.cards("exposed", 0, 1), "the giver knows the newest card for sure")
}

// HEAT-7: a seat sees what the others know of its hand: a look, a pass, a swap.
func TestExposedHands(t *testing.T) {
	spy := card("Spy", "", "A look who=left")
	b := lay(t, [][]heat.Card{{spy, idle, idle}, {idle, other, idle}, {idle, idle, idle}}, nil)
	assert.Empty(t, b.cards("exposed", 1, 1))
	b.play(spy, idle, idle)
	assert.Equal(t, map[string]float32{"Other": 1, "Idle": 1}, b.cards("exposed", 1, 1), "seat 0 is two to the left of seat 1")
	assert.Empty(t, b.cards("exposed", 1, 0))
	assert.Contains(t, b.Text(1), "Other [known to seat 0]")
	b.play(idle, other, idle)
	assert.Equal(t, map[string]float32{"Idle": 1}, b.cards("exposed", 1, 1), "what has been played is no secret any more")
}

// HEAT-7: that a seat has looked at a hand is public: a third seat sees it too, and how
// many cards have been drawn into that hand since.
func TestLooksArePublicHEAT7(t *testing.T) {
	spy := card("Spy", "", "A look who=chosen")
	fetch := card("Fetch", "", "A draw n=1")
	after := func(target string) *tabletop {
		b := lay(t, [][]heat.Card{{spy, idle, idle}, {idle, fetch, idle}, {idle, fetch, idle}}, []heat.Card{idle, idle})
		b.play(spy, idle, idle)
		b.do(target)
		return b
	}
	left, right := after("target seat 1"), after("target seat 2")
	looked := func(b *tabletop, p env.Player) []float32 {
		spec := b.Game().Spec()
		o := make([]float32, spec.ObservationSize())
		b.Observe(p, o)
		return o[spec.FieldOffset("looked"):][:9]
	}
	assert.Equal(t, []float32{0, 0, 0, 0, 0, 0, 1, 0, 0}, looked(left, 1), "seat 0 is two to the left of seat 1")
	assert.Equal(t, []float32{0, 0, 0, 0, 0, 0, 0, 1, 0}, looked(right, 1), "seat 1 sees it, though the hand is not its own")
	assert.Contains(t, right.Text(1), "Seat 0 has looked at the hand of seat 2.\n")
	right.play(idle, idle, fetch)
	right.do("draw Idle")
	assert.Equal(t, []float32{0, 0, 0, 0, 0, 0, 0, .5, 0}, looked(right, 1))
	assert.Contains(t, right.Text(1), "Seat 0 has looked at the hand of seat 2; cards drawn since: 1.\n")
}

// HEAT-7: everyone sees whose hand an announced card is to leave, and which effect
// of which seat asks whom about what.
func TestQuestionsNameWhomTheyAreAbout(t *testing.T) {
	swap := card("Swap", "", "A swap_card who=chosen where=chosen")
	b := lay(t, [][]heat.Card{{swap, idle}, {swap, other}, {idle, other}}, nil)
	b.play(swap, swap, idle)
	assert.Contains(t, b.Text(0), "Choose a player for Swap (phase A).")
	b.do("target seat 2", "target seat 2")
	assert.Contains(t, b.Text(0), "Choose a card to give to seat 2, on the right, for Swap.")
	assert.Contains(t, b.Text(1), "Seat 0 is to choose a card to give to seat 2, on the right, for Swap.")
	b.do("give Idle")
	assert.Contains(t, b.Text(0), "Choose a card to get from seat 2 in exchange for Idle, for Swap.")
	spec := b.Game().Spec()
	o := make([]float32, spec.ObservationSize())
	b.Observe(0, o)
	assert.Equal(t, []float32{1, 0, 0}, o[spec.FieldOffset("asker"):][:3])
	assert.Equal(t, []float32{0, 0, 1}, o[spec.FieldOffset("partner"):][:3])
	b.do("take Other")
	assert.Equal(t, map[string]float32{"Idle": 1}, b.cards("announced", 2, 1), "seat 0 is one to the left of seat 2")
	assert.Equal(t, map[string]float32{"Other": 1}, b.cards("announced", 2, 0))
	assert.Contains(t, b.Text(1), "Other [to leave the hand]")

	toss := card("Toss", "", "A discard n=1 who=others", "A discard n=1 who=others")
	c := lay(t, hands(5, toss, toss, idle), nil, stages(2))
	c.play(toss, toss, idle)
	asked := func(p int) (asker, effect []float32) {
		c.Observe(env.Player(p), o)
		return o[spec.FieldOffset("asker"):][:3], o[spec.FieldOffset("effect"):][:2]
	}
	spec = c.Game().Spec()
	o = make([]float32, spec.ObservationSize())
	assert.Equal(t, env.Player(1), c.CurrentPlayer())
	assert.Contains(t, c.Text(1), "Choose a card to discard, for seat 0's Toss.")
	asker, effect := asked(1)
	assert.Equal(t, []float32{0, 0, 1}, asker)
	assert.Equal(t, []float32{1, 0}, effect)
	c.do("discard Idle", "discard Idle")
	assert.Contains(t, c.Text(1), "Idle [to leave the hand]")
	_, effect = asked(1)
	assert.Equal(t, []float32{0, 1}, effect, "the second effect asks")

	both := card("Both", "", "A extra where=start", "A extra where=end", "B gain n=1")
	d := lay(t, hands(4, both, idle, idle), nil, stages(2))
	d.play(both, idle, idle)
	assert.Contains(t, d.Text(0), "Choose a card to add to the start of the Record, or add none, for Both.")
	d.do("decline")
	assert.Contains(t, d.Text(0), "Choose a card to add to the end of the Record, or add none, for Both.")
}

// Copied cards are shown with the seat that copies them.
func TestCopiersAreShown(t *testing.T) {
	left, right := card("Left", "", "A copy who=left"), card("Right", "", "A copy who=right")
	model := card("Model", "", "B steal n=1 who=chosen", "C gain n=1")
	b := lay(t, [][]heat.Card{{left, idle}, {model, idle}, {right, idle}, {idle, idle}}, nil).with([]int{5, 5, 5, 5}, nil)
	b.play(left, model, right, idle)
	require.Equal(t, heat.AskTarget, b.Question())
	assert.Equal(t, map[string]float32{"Model": 1}, b.cards("copied", 0, 0))
	assert.Empty(t, b.cards("copied", 0, 1))
	assert.Equal(t, map[string]float32{"Model": 1}, b.cards("copied", 0, 2))
	assert.Contains(t, b.Text(0), "Choose a player for Model (phase B).")
	b.do("target seat 3")
	assert.Contains(t, b.Text(1), "names seat 3 · copies Model")
}

// BenchmarkDecision plays random games with mask and observation at every
// decision. One op is one player decision, with the chance steps around it.
func BenchmarkDecision(b *testing.B) {
	for _, name := range []string{"heat(players=3)", "heat", "heat(players=5)", "heat(talk=claims)"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			g := games.MustNew(name)
			p := newPlayer(g)
			b.ResetTimer()
			for range b.N {
				p.decision()
			}
		})
	}
}

// A player drives random games in reused memory.
type player struct {
	s, first    env.State
	rng         env.Rand
	legal       []env.Action
	outcomes    []env.Outcome
	observation []float32
	returns     []float64
}

func newPlayer(g env.Game) *player {
	return &player{
		s: g.NewInitialState(), first: g.NewInitialState(), rng: env.Stream(1, "bench"),
		legal: make([]env.Action, 0, 100), outcomes: make([]env.Outcome, 0, 100),
		observation: make([]float32, g.Spec().ObservationSize()), returns: make([]float64, g.Spec().Players),
	}
}

// decision plays up to and including the next decision.
func (p *player) decision() {
	for {
		switch seat := p.s.CurrentPlayer(); seat {
		case env.Terminal:
			p.s.Returns(p.returns)
			p.s.(env.CopierFrom).CopyFrom(p.first)
		case env.Chance:
			p.outcomes = p.s.(env.Chancer).ChanceOutcomes(p.outcomes[:0])
			p.apply(env.SampleOutcome(p.outcomes, p.rng))
		default:
			p.s.Observe(seat, p.observation)
			p.legal = p.s.LegalActions(p.legal[:0])
			p.apply(p.legal[p.rng.IntN(len(p.legal))])
			return
		}
	}
}

func (p *player) apply(a env.Action) {
	if err := p.s.Apply(a); err != nil {
		panic(err)
	}
}

func TestNothingIsAllocated(t *testing.T) {
	for _, name := range []string{"heat", "heat(players=5,talk=claims)"} {
		p := newPlayer(games.MustNew(name))
		for range 2000 {
			p.decision()
		}
		assert.Zero(t, testing.AllocsPerRun(2000, p.decision), name)
	}
}
