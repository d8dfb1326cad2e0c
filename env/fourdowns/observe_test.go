package fourdowns_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/fourdowns"
)

// A look is an observation that can be asked by field and row.
type look struct {
	t testing.TB
	b *board
	o []float32
	p env.Player
}

func (b *board) look(p env.Player) look {
	o := make([]float32, b.g.Spec().ObservationSize())
	b.Observe(p, o)
	return look{b.t, b, o, p}
}

func (l look) field(name string) []float32 {
	for _, f := range l.b.g.Spec().Observation {
		if f.Name == name {
			return l.o[l.b.g.Spec().FieldOffset(name):][:f.Size()]
		}
	}
	require.Fail(l.t, "no field "+name)
	return nil
}

// cards lists the cards counted in the k-th row of a field.
func (l look) cards(name string, k int) []string {
	n := len(l.b.g.Config().Cards)
	var set uint64
	for i, x := range l.field(name)[k*n : (k+1)*n] {
		if x == 1 {
			set |= 1 << i
		}
	}
	return codes(l.b.g, set)
}

// C-7: the bidding is all there: what is at stake, who is in, what each has
// accepted, who knocked last, who must answer, and who has how much to lose.
func TestObservationOfTheBiddingC7(t *testing.T) {
	b := deal(t, "fourdowns(players=3)", 2, "", "", "")
	fourdowns.SetYards(b.State, 0, 90, 70)
	b.do("pass knock knock")
	l := b.look(0) // seat 0 must answer the knocks of seats 1 and 2
	assert.Equal(t, []float32{0, 1, 0, 0, 0, 0}, l.field("decision"))
	assert.Equal(t, []float32{1, 0, 0}, l.field("actor"))
	assert.Equal(t, []float32{0, 0, 1}, l.field("dealer"))
	assert.Equal(t, []float32{1, 0, 0}, l.field("opener"))
	assert.Equal(t, []float32{0, 0, 1, 0, 0}, l.field("stake"))
	assert.Equal(t, []float32{1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0}, l.field("accepted"))
	assert.Equal(t, []float32{0, 0, 1}, l.field("last_knocker"))
	assert.Equal(t, []float32{1, 1, 0}, l.field("waiting"))
	assert.Equal(t, []float32{1, 0, 0}, l.field("passed"))
	assert.Equal(t, []float32{0, .9, .7}, l.field("yards"))
	assert.Equal(t, []float32{0, 1, 1}, l.field("out_if_lost"), "at a stake of 3")
	assert.Equal(t, []float32{0, 1, 1}, l.field("out_if_folded"), "at 2 and 3 accepted")
	assert.Equal(t, []float32{1, 1, 1}, l.field("in_hand"))
	assert.Equal(t, float32(1), l.field("knocks")[1*8], "seat 1, before the first round")

	b.do("fold call")
	l = b.look(1) // seen from seat 1, seat 2 is row 1 and seat 0 row 2
	assert.Equal(t, []float32{1, 1, 0}, l.field("in_hand"))
	assert.Equal(t, []float32{1, 1, 1}, l.field("in_game"))
	assert.Equal(t, []float32{.9, .7, .1}, l.field("yards"))
	assert.Equal(t, []float32{0, 1, 0}, l.field("last_knocker"))
	assert.Equal(t, float32(1), l.field("calls")[0])
	assert.Equal(t, []float32{.2, .2, 0, 0, .2, 0, 0, 0, 0, 0, .2, 0}, l.field("habits"))
	assert.Equal(t, []float32{1, 0, 0}, l.field("opener"), "seat 0 has folded: seat 1 opens")
}

// C-7: cards in hand and on the table, what is unseen, what followers have shown
// to lack, and which own cards would take the lead.
func TestObservationOfTheCardsC7(t *testing.T) {
	b := deal(t, tricks, 3, "bo4 go7 oo7 pd7", "bd6 go6 oo6 pd6", "bo5 go5 oo5 po4", "od5 bd4 od4 po7")
	b.do("bo4")
	assert.Equal(t, []string{"bd6"}, b.look(1).cards("takers", 0))
	b.do("bd6 bo5")
	l := b.look(3)
	assert.Equal(t, []float32{0, 0, 0, 1, 0, 0}, l.field("decision"))
	assert.Equal(t, []string{"bo4"}, l.cards("lead", 0))
	assert.Equal(t, []string{"bd6"}, l.cards("best", 0))
	assert.Equal(t, []float32{0, 0, 1, 0}, l.field("leader"))
	assert.Equal(t, []string{"bo5", "bo4", "bd6"}, l.cards("table", 0))
	assert.Empty(t, l.cards("takers", 0), "bd4 would beat bo4, not bd6")
	assert.Equal(t, []string{"po7", "bd4", "od5", "od4"}, l.cards("hand", 0))
	assert.Equal(t, []string{"bo5"}, l.cards("played", 3))
	assert.Len(t, l.cards("unseen", 0), 28-4-3)
	assert.Contains(t, l.cards("possible", 1), "bo7")
	assert.Contains(t, l.cards("possible", 1), "bd7", "seat 1 (row 2 from seat 3) has shown nothing")
	assert.NotContains(t, l.cards("possible", 2), "bd7", "seat 2 would have had to play it")
	assert.Equal(t, float32(1), l.field("lacks")[3*8+7], "seat 2 lacks blue defense")
	assert.Equal(t, []float32{.5, .375, .375, .375}, l.field("hand_size"))
	b.do("bd4")
	l = b.look(0)
	assert.Equal(t, []string{"bo4"}, l.cards("led", 0))
	assert.Empty(t, l.cards("table", 0))
	assert.Equal(t, []float32{0, 1, 0, 0}, l.field("opener"))
	assert.Equal(t, []float32{3. / 8}, l.field("rounds_left"))
}

// C-7: unseen cards are those in other hands and in the pile, at any time.
func TestUnseenIsWhatIsHiddenC7(t *testing.T) {
	for _, name := range everyKind {
		p := newPlayer(game(t, name), 8)
		for range 2000 {
			p.step()
			s := p.s.(*fourdowns.State)
			for seat := range s.Game().Spec().Players {
				hidden := s.Unseen(seat)
				for q := range s.Game().Spec().Players {
					if q != seat {
						require.Equal(t, s.Hand(q), s.Hand(q)&hidden)
						require.Zero(t, s.Hand(q)&s.Lacked(q), "what a seat has shown is true")
					}
					require.Zero(t, s.Played(q)&hidden)
				}
			}
		}
	}
}
