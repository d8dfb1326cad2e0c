package play_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/goofspiel"
	"ringer/env/kuhn"
	"ringer/env/tictactoe"
	"ringer/play"
	"ringer/play/replay"
)

func must[G env.Game](t testing.TB) func(G, error) env.Game {
	return func(g G, err error) env.Game {
		t.Helper()
		require.NoError(t, err)
		return g
	}
}

func kuhnOf(t testing.TB, players int) env.Game {
	return must[*kuhn.Game](t)(kuhn.New(kuhn.Config{Players: players}))
}

func goofspielOf(t testing.TB, change func(*goofspiel.Config)) env.Game {
	c := goofspiel.Defaults()
	c.Cards = 3
	change(&c)
	return must[*goofspiel.Game](t)(goofspiel.New(c))
}

// witnessed plays actions by name and returns what a seat was told of each.
func witnessed(t *testing.T, g env.Game, seat env.Player, names ...string) [][]play.Note {
	t.Helper()
	w := play.NewWitness(g, seat, 1)
	s := g.NewInitialState()
	notes := make([][]play.Note, len(names))
	for i, name := range names {
		a, err := env.ParseAction(s, name)
		require.NoError(t, err)
		notes[i] = w.See(event(t, s, a, i))
	}
	return notes
}

// event applies a to s.
func event(t *testing.T, s env.State, a env.Action, before int) play.Event {
	t.Helper()
	e := play.Event{Before: s.Clone(), After: s, Step: replay.Step{Step: before + 1, Player: s.CurrentPlayer(), Action: a}}
	require.NoError(t, s.Apply(a))
	return e
}

func told(n play.Note) string {
	switch {
	case n.Late:
		return fmt.Sprintf("%s late %s", n.Player, n.Name)
	case n.Known:
		return fmt.Sprintf("%s %s", n.Player, n.Name)
	}
	return n.Player.String() + " hidden"
}

func toldAll(notes [][]play.Note) []string {
	lines := make([]string, len(notes))
	for i, at := range notes {
		parts := make([]string, len(at))
		for j, n := range at {
			parts[j] = told(n)
		}
		lines[i] = strings.Join(parts, ", ")
	}
	return lines
}

func TestACardIsToldToWhoHoldsItAndBetsToEveryone(t *testing.T) {
	g := kuhnOf(t, 2)
	assert.Equal(t, []string{"chance hidden", "chance deal J", "seat 0 bet", "seat 1 pass"},
		toldAll(witnessed(t, g, 1, "deal K", "deal J", "bet", "pass")))
	assert.Equal(t, []string{"chance deal K", "chance hidden", "seat 0 bet", "seat 1 pass"},
		toldAll(witnessed(t, g, 0, "deal K", "deal J", "bet", "pass")))
}

// A commit of a simultaneous choice is hidden, and told when the rules turn it
// over.
func TestABidIsToldWhenItIsTurnedOver(t *testing.T) {
	g := goofspielOf(t, func(c *goofspiel.Config) { c.ImpInfo = false })
	assert.Equal(t, []string{"seat 0 hidden", "seat 1 bid 3, seat 0 late bid 1"},
		toldAll(witnessed(t, g, 1, "bid 1", "bid 3")))
	assert.Equal(t, []string{"seat 0 bid 1", "seat 1 bid 3"},
		toldAll(witnessed(t, g, 0, "bid 1", "bid 3")), "it turns over with the last bid")
}

// Where only the winner of a bid is announced, a bid is told when the winner
// and one's own hand leave no other: seat 1 bid 2 and won, so seat 0 bid 1.
func TestABidIsToldWhenItFollowsFromTheRest(t *testing.T) {
	g := goofspielOf(t, func(*goofspiel.Config) {})
	assert.Equal(t, []string{"seat 0 hidden", "seat 1 bid 2, seat 0 late bid 1"},
		toldAll(witnessed(t, g, 1, "bid 1", "bid 2")))
	assert.Equal(t, []string{"seat 0 hidden", "seat 1 bid 3"},
		toldAll(witnessed(t, g, 1, "bid 1", "bid 3")), "1 or 2 would have lost to 3")
}

// A game that cannot deal its worlds again still has the other actions of the
// true one.
func TestACommitStaysHiddenWithoutResampling(t *testing.T) {
	g := goofspielOf(t, func(*goofspiel.Config) {})
	s, w := g.NewInitialState(), play.NewWitness(g, 1, 1)
	var notes [][]play.Note
	for i, name := range []string{"bid 1", "bid 3", "bid 2"} {
		a, err := env.ParseAction(s, name)
		require.NoError(t, err)
		e := event(t, s, a, i)
		e.Before = unsampled{e.Before}
		notes = append(notes, w.See(e))
	}
	// Had seat 0 bid 2 first, it could not have bid 2 now; but what it bids now
	// is hidden as well.
	assert.Equal(t, []string{"seat 0 hidden", "seat 1 bid 3", "seat 0 hidden"}, toldAll(notes))
}

// unsampled hides all optional interfaces of a state.
type unsampled struct{ env.State }

// A forced action has no alternative that could look different, and still its
// name would give away the hand.
func TestAForcedActionStaysHiddenWhileTheOthersCannotTell(t *testing.T) {
	g := newFaceDown(1)
	assert.Equal(t, []string{"chance hidden", "seat 0 hidden", "seat 1 wait"},
		toldAll(witnessed(t, g, 1, "deal 1", "play 1", "wait")))
	assert.Equal(t, []string{"chance deal 1", "seat 0 play 1", "seat 1 wait"},
		toldAll(witnessed(t, g, 0, "deal 1", "play 1", "wait")))
}

// A reveal may tell less than the name of the action: seat 1 sees an even card,
// and cannot tell 0 from 2.
func TestAnActionOfWhichOnlyPartIsTurnedOverStaysHidden(t *testing.T) {
	assert.Equal(t, []string{"chance hidden", "seat 0 hidden", "seat 1 wait"},
		toldAll(witnessed(t, newFaceDown(2), 1, "deal 1", "play 2", "wait")))
}

// faceDown deals hand c to seat 0, who plays one of its cards c*size to
// (c+1)*size-1 face down. Then seat 1 waits, and sees whether the card is odd
// when hands have two.
type faceDown struct {
	spec *env.Spec
	size int
}

func newFaceDown(size int) *faceDown {
	return &faceDown{size: size, spec: (&env.Spec{
		Name: "facedown", Version: 1, Players: 2, Actions: []env.Block{{Name: "play", Shape: []int{2 * size}}}, MaxChanceOutcomes: 2,
		MaxGameLength: 2, MaxChanceNodes: 1, Observation: []env.Field{{Name: "card", Shape: []int{2}, Max: 1}}, MinUtility: -1, MaxUtility: 1,
	}).Seal()}
}

func (g *faceDown) Spec() *env.Spec            { return g.spec }
func (g *faceDown) NewInitialState() env.State { return &faceDownState{game: g} }

type faceDownState struct {
	game       *faceDown
	step       int
	hand, card env.Action
}

func (s *faceDownState) CurrentPlayer() env.Player {
	return []env.Player{env.Chance, 0, 1, env.Terminal}[s.step]
}

func (s *faceDownState) LegalActions(dst []env.Action) []env.Action {
	switch s.step {
	case 0:
		return append(dst, 0, 1)
	case 1:
		for i := range s.game.size {
			dst = append(dst, s.hand*env.Action(s.game.size)+env.Action(i))
		}
	case 2:
		return append(dst, 0)
	}
	return dst
}

func (s *faceDownState) Apply(a env.Action) error {
	switch s.step {
	case 0:
		s.hand = a
	case 1:
		s.card = a
	}
	s.step++
	return nil
}

func (s *faceDownState) Observe(p env.Player, dst []float32) {
	clear(dst)
	switch {
	case p == 0 && s.step > 0:
		dst[s.hand] = 1
	case p == 1 && s.step == 3 && s.game.size == 2:
		dst[s.card%2] = 1
	}
}

func (s *faceDownState) Returns(dst []float64) { clear(dst) }
func (s *faceDownState) Clone() env.State      { c := *s; return &c }
func (s *faceDownState) String() string        { return fmt.Sprint(s.hand, s.card, s.step) }

func (s *faceDownState) ActionString(a env.Action) string {
	if s.step == 2 {
		return "wait"
	}
	return fmt.Sprint([]string{"deal ", "play "}[s.step], a)
}

func (s *faceDownState) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	c := *s
	if p == 1 && s.step > 0 {
		c.hand = env.Action(rng.IntN(2))
	}
	return &c
}

func TestEverythingIsToldInAGameOfPerfectInformation(t *testing.T) {
	g := must[*tictactoe.Game](t)(tictactoe.New(tictactoe.Defaults()))
	w := play.NewWitness(g, 1, 1)
	s := g.NewInitialState()
	for i := 0; s.CurrentPlayer() != env.Terminal; i++ {
		name := s.ActionString(s.LegalActions(nil)[0])
		notes := w.See(event(t, s, s.LegalActions(nil)[0], i))
		require.Len(t, notes, 1)
		assert.Equal(t, name, notes[0].Name)
	}
}

// The law of the witness, on whole trees: two histories that look the same to a
// seat all along are told to it in the same words.
func TestASeatIsToldNothingButWhatItSees(t *testing.T) {
	for name, g := range map[string]env.Game{
		"kuhn of two":   kuhnOf(t, 2),
		"kuhn of three": kuhnOf(t, 3),
		"bids unseen":   goofspielOf(t, func(*goofspiel.Config) {}),
		"bids seen":     goofspielOf(t, func(c *goofspiel.Config) { c.ImpInfo = false }),
		"random prizes": goofspielOf(t, func(c *goofspiel.Config) { c.Order = goofspiel.Random }),
	} {
		t.Run(name, func(t *testing.T) {
			hidden := 0
			for seat := range env.Player(g.Spec().Players) {
				stories := map[string]string{} // what was seen -> what was told
				walk(t, g, nil, func(history []env.Action) {
					seen, words := story(t, g, seat, history)
					if other, ok := stories[seen]; ok {
						assert.Equal(t, other, words, "%s, history %v", seat, history)
					}
					stories[seen] = words
					hidden += strings.Count(words, "hidden")
				})
				assert.Greater(t, len(stories), 1)
			}
			assert.Positive(t, hidden, "nothing was hidden in a game of hidden information")
		})
	}
}

// walk visits every whole history of a game.
func walk(t *testing.T, g env.Game, history []env.Action, visit func([]env.Action)) {
	s := g.NewInitialState()
	for _, a := range history {
		require.NoError(t, s.Apply(a))
	}
	if s.CurrentPlayer() == env.Terminal {
		visit(history)
		return
	}
	for _, a := range s.LegalActions(nil) {
		walk(t, g, append(history[:len(history):len(history)], a), visit)
	}
}

// story lists what a seat sees along a history, and what it is told.
func story(t *testing.T, g env.Game, seat env.Player, history []env.Action) (seen, words string) {
	var sights, notes strings.Builder
	w := play.NewWitness(g, seat, 1)
	s := g.NewInitialState()
	observation := make([]float32, g.Spec().ObservationSize())
	for i, a := range history {
		if s.CurrentPlayer() == seat {
			sights.WriteString(s.ActionString(a)) // one's own choice
		}
		for _, n := range w.See(event(t, s, a, i)) {
			fmt.Fprintln(&notes, told(n))
		}
		s.Observe(seat, observation)
		fmt.Fprintln(&sights, observation, s.(env.InfoStater).InformationState(seat), s.(env.Texter).Text(seat))
	}
	return sights.String(), notes.String()
}
