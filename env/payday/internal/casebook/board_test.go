package casebook_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/payday"
)

// A board is a table set up by hand, played by the names of actions.
type board struct {
	t testing.TB
	*payday.State
}

// position decodes a position; the error is env.Faults with every fault.
func position(g *payday.Game, text string) (*payday.Position, error) {
	p := g.NewPosition().(*payday.Position)
	return p, configs.ReadInto(p, configs.Text("position", []byte(text)))
}

func boardOf(t testing.TB, g *payday.Game, text string) *board {
	p, err := position(g, text)
	require.NoError(t, err)
	at, err := g.FromPosition(p)
	require.NoError(t, err)
	return &board{t, at.NewInitialState().(*payday.State)}
}

// small returns a game of one column: a PAYDAY behind two obstacles.
func small(t testing.TB, settings ...string) *payday.Game {
	return still(t, append([]string{"loot_cards=1"}, settings...)...)
}

// one returns a board of that game.
func one(t testing.TB, text string) *board { return boardOf(t, small(t), text) }

// two returns a board of two columns: a key card, and a PAYDAY behind what it
// opens.
func two(t testing.TB, text string) *board { return boardOf(t, still(t, "loot_cards=2"), text) }

// do plays actions by name; chance in between takes its first outcome.
func (b *board) do(names ...string) *board {
	b.t.Helper()
	for _, name := range names {
		b.roll()
		a, err := env.ParseAction(b.State, name)
		require.NoError(b.t, err, "asked to %s", b.Question())
		require.NoError(b.t, b.Apply(a))
		require.NoError(b.t, b.Conservation())
	}
	b.roll()
	return b
}

func (b *board) roll() {
	for b.CurrentPlayer() == env.Chance {
		require.NoError(b.t, b.Apply(b.State.LegalActions(nil)[0]))
		require.NoError(b.t, b.Conservation())
	}
}

func (b *board) legal() []string {
	var names []string
	for _, a := range b.LegalActions(nil) {
		names = append(names, b.ActionString(a))
	}
	return names
}

func (b *board) can(name string) bool { return slices.Contains(b.legal(), name) }

// until ends and passes, for both sides, until a seat is asked a question.
func (b *board) until(seat env.Player, question payday.Question) *board {
	b.t.Helper()
	for range 60 {
		b.roll()
		if b.CurrentPlayer() == seat && b.Question() == question || b.CurrentPlayer() == env.Terminal {
			return b
		}
		names := b.legal()
		for _, quiet := range []string{"end", "pass", "decline", "keep"} {
			if slices.Contains(names, quiet) {
				names = []string{quiet}
			}
		}
		b.do(names[0])
	}
	b.t.Fatalf("nobody is asked %s", question)
	return b
}

func (b *board) hand(id string) int { return held(b.State, id) }

// known counts the cards of a hand that the other side knows.
func (b *board) known(id string) (n int) {
	side := b.Game().Kinds()[kindOf(b.Game(), id)].Side
	for _, z := range b.Scene(env.Player(1 - side)).Zones {
		for _, x := range z.Things {
			if z.ID == fmt.Sprint("hand", side) && x.Of == id {
				n++
			}
		}
	}
	return n
}

// kindOf returns the index of the kind with an id, or -1.
func kindOf(g *payday.Game, id string) int {
	return slices.IndexFunc(g.Kinds(), func(k payday.Kind) bool { return k.ID == id })
}

// held counts the cards of a kind in the hand of its owner.
func held(s *payday.State, id string) int {
	k := kindOf(s.Game(), id)
	counts, first := s.Holds(s.Game().Kinds()[k].Side)
	return int(counts[k-first])
}

// discards lists what a seat has discarded, as it sees them.
func (b *board) discards(seat env.Player) string {
	for _, z := range b.Scene(seat).Zones {
		if z.ID == fmt.Sprint("discards", int(seat)) {
			var cards []string
			for _, x := range z.Things {
				cards = append(cards, x.Short)
			}
			return strings.Join(cards, ", ")
		}
	}
	return "none"
}

func (b *board) heister(slot int) payday.Heister {
	h, ok := b.HeisterAt(slot)
	require.True(b.t, ok, "no heister in slot %d", slot)
	return h
}

// police lists the titles of the officers at a place, "down" for a face-down one.
func (b *board) police(col, depth int) []string {
	names := []string{}
	for j := range payday.Slots {
		if o, ok := b.OfficerAt(col, depth, j); ok {
			name := b.Game().Kinds()[o.Kind].Title
			if o.Down {
				name = "down"
			}
			names = append(names, name)
		}
	}
	return names
}

func (b *board) won(seat int) {
	b.t.Helper()
	assert.Equal(b.t, env.Terminal, b.CurrentPlayer())
	assert.Equal(b.t, seat, b.Winner())
	r := make([]float64, 2)
	b.Returns(r)
	assert.Equal(b.t, 1., r[seat])
	assert.Equal(b.t, -1., r[1-seat])
}

func replace(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

func lines(text string) []string { return strings.Split(text, "\n") }

func has(line, prefix string) bool { return strings.HasPrefix(line, prefix) }

// field returns a field of what a seat observes.
func (b *board) field(seat env.Player, name string) []float32 {
	spec := b.Game().Spec()
	all := make([]float32, spec.ObservationSize())
	b.Observe(seat, all)
	at := 0
	for i := range spec.Observation {
		f := &spec.Observation[i]
		if f.Name == name {
			return all[at : at+f.Size()]
		}
		at += f.Size()
	}
	b.t.Fatalf("no field %s", name)
	return nil
}

// fieldRows returns the rows of a field of what a seat observes.
func (b *board) fieldRows(seat env.Player, name string) [][]float32 {
	all := b.field(seat, name)
	width := 0
	for i := range b.Game().Spec().Observation {
		if f := &b.Game().Spec().Observation[i]; f.Name == name {
			width = f.Shape[len(f.Shape)-1]
		}
	}
	var rows [][]float32
	for ; len(all) > 0; all = all[width:] {
		rows = append(rows, all[:width])
	}
	return rows
}

func sum(list []float32) float32 {
	var n float32
	for _, x := range list {
		n += x
	}
	return n
}

// Every card of a deck is observed where it is, kind by kind: the seat's own hand and
// pile apart, the other's together, the discards of both.
func TestZonesAreObservedCardByCard(t *testing.T) {
	b := two(t, `
hands: {criminal: [pistol, pistol, sprint], police: [patrol, lockdown]}
discards: {criminal: [diversion], police: [patrol, patrol, wiretap]}
columns: [{loot: key-card, obstacles: [steel-gate, locked-door]}, {loot: payday, obstacles: [turnstile, lobby]}]`)
	names := [2]string{"criminal", "police"}
	hands := [2]map[string]float32{{"pistol": 2, "sprint": 1}, {"patrol": 1, "lockdown": 1}}
	gone := [2]map[string]float32{{"diversion": 1}, {"patrol": 2, "wiretap": 1}}
	for seat := range env.Player(2) {
		for side, name := range names {
			hand, hidden := b.field(seat, "hand_"+name), b.field(seat, "hidden_"+name)
			discards, exposed := b.field(seat, "discards_"+name), b.field(seat, "exposed_"+name)
			i := 0
			for _, k := range b.Game().Kinds() {
				if k.Side != side {
					continue
				}
				held, rest := hands[side][k.ID], float32(k.Copies)-hands[side][k.ID]-gone[side][k.ID]
				if side != int(seat) {
					held, rest = 0, rest+held
				}
				assert.Equal(t, held, hand[i], "seat %d, %s in hand", seat, k.ID)
				assert.Equal(t, rest, hidden[i], "seat %d, %s in the pile or hidden", seat, k.ID)
				assert.Equal(t, gone[side][k.ID], discards[i], "seat %d, %s discarded", seat, k.ID)
				assert.Zero(t, exposed[i], "nobody has seen a hand")
				i++
			}
			assert.Len(t, hand, i)
		}
	}
	assert.Equal(t, payday.AskCard, b.Question())
}

// The place that a question is about is shown once more, by slot.
func TestTheSubjectIsShown(t *testing.T) {
	b := one(t, `
step: combat
columns: [{loot: payday, obstacles: [steel-gate, locked-door], police: [patrol, swat-shield]}]
heisters: [{id: ghost, column: 1}]`).do("pass", "pass")
	assert.Equal(t, payday.AskAttack, b.Question())
	assert.InDeltaSlice(t, []float32{.4, .2, 1. / 3}, b.field(payday.Criminal, "subject")[:3], 1e-6, "a Ghost deals 2, alone it has 1 armor")
	officers := b.field(payday.Criminal, "local_officers")
	const width = 10
	assert.Zero(t, officers[3], "the shield keeps the Patrol Officer from dying")
	assert.InDeltaSlice(t, []float32{1, .4, .6, 0, 0, 0}, officers[width:width+6], 1e-6, "a shield it cannot kill")
	assert.Zero(t, officers[2*width], "nobody in the next slot")
	assert.EqualValues(t, 1, b.field(payday.Police, "local_heisters")[0])
}

// What Text tells of officers, the observation tells slot by slot: title, equipment,
// damage of the combat.
func TestOfficersAreToldSlotBySlot(t *testing.T) {
	text := `
columns: [{loot: payday, obstacles: [steel-gate, locked-door], police: [%s]}]
heisters: [{id: ghost, column: 1}]`
	sight := func(police string) (*board, [][]float32) {
		b := one(t, replace(text, "%s", police))
		return b, b.fieldRows(payday.Criminal, "officers")
	}
	a, rows := sight("{id: patrol, equip: stab-vest}, {id: patrol, equip: patrol-shotgun}, riot-cop")
	assert.Contains(t, a.Text(payday.Criminal), "Patrol Officer 1: 1/1 [Stab Vest], Patrol Officer 2: 2/0 [Patrol Shotgun], Riot Cop 3: 1/2\n")
	assert.Equal(t, rows[0][6], rows[1][6], "the same card")
	assert.NotEqual(t, rows[0][7], rows[1][7], "another equipment")
	assert.Zero(t, rows[2][7])
	_, other := sight("{id: patrol, equip: patrol-shotgun}, {id: patrol, equip: stab-vest}, riot-cop")
	assert.Equal(t, rows[0], other[1])
}

// Every question says what it is about.
func TestQuestionsNameTheirSubject(t *testing.T) {
	fight := `
step: combat
cash: {police: 9}
columns: [{loot: payday, obstacles: [steel-gate, locked-door], police: [swat-shield, swat-shield]}]
hands: {police: [tear-gas]}
heisters: [{id: ghost, column: 1, weapon: machine-pistol}, {id: driver, column: 1}]`
	b := one(t, fight)
	says := func(b *board, words string) {
		t.Helper()
		assert.Contains(t, strings.ToLower(b.Text(b.CurrentPlayer())), strings.ToLower(words))
		assert.Contains(t, strings.ToLower(b.Text(1-b.CurrentPlayer())), strings.ToLower(words), "the other side sees it too")
	}
	says(b, "play a combat card, or pass, in column 1.")
	b.do("play Tear Gas")
	says(b, "choose a target for Tear Gas: a heister there: no damage dealt in this combat.")
	b.do("Driver", "pass", "pass")
	says(b, "choose whom Ghost attacks, or end (2 more)")
	b.do("attack SWAT Shield 1 at column 1 place 1")
	says(b, "Ghost attacks, or end (1 more)")
	b.do("end")
	says(b, "choose whom the officer attacks: SWAT Shield 1 at column 1 place 1 with 2 damage.")
	b.do("fire at Ghost")
	says(b, ": SWAT Shield 2 at column 1 place 1 with 2 damage.")

	b = one(t, `
step: update
cash: {criminal: 3}
columns: [{loot: payday, progress: 2, obstacles: [{id: greedy-clerk, up: true}, locked-door]}]
heisters: [{id: ghost, column: 1}]`)
	says(b, "pay what the obstacle costs, or decline: $1 for Greedy Clerk in column 1.")

	b = one(t, `
step: update
columns: [{loot: payday, gone: 2, obstacles: [lobby, locked-door]}]
heisters: [{id: ghost, column: 1}, {id: driver, column: 1}]`)
	says(b, "take a Loot, or decline: Ghost in column 1.")
	b.do("decline")
	says(b, "take a Loot, or decline: Driver in column 1.")

	b = one(t, `
turn: police
step: moves
columns: [{loot: payday, obstacles: [steel-gate, locked-door], police: [patrol, beat-cop]}]`)
	b.do("column 1 place 1")
	says(b, "choose an officer to move, or end, from column 1 place 1.")
	b.do("Beat Cop 2 at column 1 place 1")
	says(b, "choose where the officer goes: Beat Cop 2 at column 1 place 1.")
}

// While the Police lay the heist out, a question does not tell the Criminal what it
// is about (PAY-19).
func TestQuestionsOfTheSetupAreSecretPAY19(t *testing.T) {
	g := still(t)
	s := g.NewInitialState().(*payday.State)
	asked := 0
	for !s.Shown() {
		if s.CurrentPlayer() == payday.Police {
			asked++
			all := lines(s.Text(payday.Criminal))
			assert.NotContains(t, all[len(all)-1], ":")
		}
		legal := s.LegalActions(nil)
		assert.NoError(t, s.Apply(legal[len(legal)-1]))
	}
	assert.Positive(t, asked)
}

// "Dies" is said of an officer that the asking heister may attack, and with the damage
// that it deals to that subtype.
func TestDiesIsOfThoseWhoMayBeAttacked(t *testing.T) {
	b := one(t, `
step: combat
columns: [{loot: payday, obstacles: [steel-gate, locked-door], police: [patrol, swat-shield]}]
heisters: [{id: ghost, column: 1}]`).do("pass", "pass")
	dies := func(b *board, slot int) bool { return b.fieldRows(payday.Criminal, "local_officers")[slot][3] == 1 }
	assert.False(t, dies(b, 0), "the Patrol Officer stands behind a shield")
	assert.False(t, dies(b, 1), "2 do not exceed 3")

	// A Long Gun deals 1 more to elite: 2+3+1 to a Commando, 5 to a Juggernaut of armor 5.
	b = one(t, `
step: combat
columns: [{loot: payday, obstacles: [steel-gate, locked-door], police: [commando, {id: swat-breacher, equip: plate-carrier}]}]
heisters: [{id: ghost, column: 1, weapon: long-gun}]`).do("pass", "pass")
	assert.True(t, dies(b, 0))
	assert.Equal(t, 6, b.heister(0).Strength)
	assert.True(t, dies(b, 1))
	b = one(t, `
step: combat
cash: {police: 9}
columns: [{loot: payday, obstacles: [{id: steel-gate, mandate: barricades}, locked-door], police: [commando, {id: swat-rifle, equip: plate-carrier}]}]
heisters: [{id: ghost, column: 1, weapon: long-gun}]`).do("pass", "pass")
	assert.True(t, dies(b, 0), "6 exceed 3")
	assert.False(t, dies(b, 1), "5 do not exceed 2+2+1")
}
