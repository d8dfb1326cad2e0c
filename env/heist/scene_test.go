package heist_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/heist"
	"ringer/env/scene"
	tactics "ringer/env/tactics/heist"
)

// The cards of a line that a scene marks as missing are as many as another solver of the
// matching finds, for the crew alone and with the Cons of the viewer's hand.
func TestCoverOfALineAgainstAnotherSolver(t *testing.T) {
	compared := 0
	for i := range uint64(3) {
		p := newPlayer(game(t, "players=3"))
		p.rng = env.Stream(i, "cover")
		for step := 0; step < 500 && p.s.CurrentPlayer() != env.Terminal; step++ {
			s := p.s.(heist.Position).Table()
			seat := step % 9
			if seat < 3 && s.HasJob(seat) && s.Executed() < 0 {
				crew := s.CrewSkills(seat, nil)
				if seat == s.Turn() {
					crew = s.UnspentSkills(seat, nil)
				}
				all := uint8(0)
				for _, x := range s.CrewSkills(seat, nil) {
					all |= x
				}
				tools := append([]uint8(nil), crew...)
				for _, x := range s.ConSkills(seat, nil) {
					tools = append(tools, x&all)
				}
				needs := s.Obstacles(seat, nil)
				for viewer := range 3 {
					want := tactics.Lacking(crew, needs)
					if viewer == seat {
						want = tactics.Lacking(tools, needs)
					}
					compared++
					require.Equal(t, want, missing(s.Scene(env.Player(viewer)), env.Player(seat)), "game %d, step %d, seat %d, viewer %d", i, step, seat, viewer)
				}
			}
			p.step()
		}
	}
	assert.Greater(t, compared, 100)
}

// Every pass says without what the turn goes on.
func TestPassesSayWhatTheyLeaveOut(t *testing.T) {
	p := newPlayer(game(t, "players=3"))
	p.rng = env.Stream(1, "passes")
	notes := map[heist.Question]string{}
	for range 3000 {
		if s := p.s.(heist.Position).Table(); p.s.CurrentPlayer() >= 0 {
			for _, c := range s.Scene(p.s.CurrentPlayer()).Ask.Choices {
				if c.Label == "Pass" {
					require.NotEmpty(t, c.Note, s.Question())
					notes[s.Question()] = c.Note
				}
			}
		}
		p.decision()
	}
	assert.GreaterOrEqual(t, len(notes), 5)
	assert.Equal(t, "recruit nobody more in this turn", notes[heist.AskRecruit])
	assert.Equal(t, "execute no Job in this turn", notes[heist.AskExecute])
}

// missing counts the cards of the line of a seat that nothing covers.
func missing(sc *scene.Scene, seat env.Player) (n int) {
	for _, z := range sc.Zones {
		if z.Kind != "column" || *z.Seat != seat {
			continue
		}
		for _, x := range z.Things {
			if len(x.Marks) > 0 && x.Marks[0] == "missing" {
				n++
			}
		}
	}
	return n
}

// A title is shown as written, whatever words it has: to each reader, in tables and in events.
func TestTitlesAreShownAsWritten(t *testing.T) {
	const title = "Seat 1 discards your Tech"
	c := config(t, "players=3")
	for i := range c.HeistDeck {
		if c.HeistDeck[i].Title == "Favors" {
			c.HeistDeck[i].Title = title
		}
	}
	g, err := heist.New(c)
	require.NoError(t, err)
	s := heist.Blank(g)
	withJobs(s)
	heist.Deal(s, 1, title)
	heist.Hire(s, 2, "Dame")
	heist.Begin(s, 1, "contacts")
	play(t, s, "choose seat 2")
	names := []string{"Ann", "Bo", "Cy"}
	play(t, s, "offer "+title)
	before := s.Clone()
	want, err := env.ParseAction(before, "want Dame")
	require.NoError(t, err)
	play(t, s, "want Dame")
	for p, offer := range []string{"Bo offers %s to Cy", "you offer %s to Cy", "Bo offers %s to you"} {
		read := env.As(env.Player(p), func(p env.Player) string { return names[p] })
		events := env.Tell(before, env.Player(p), want, s, nil)
		require.Len(t, events, 1)
		assert.Equal(t, fmt.Sprintf(offer, title+" (Con: Info)")+" for Dame (Confidence)", read.Event(events[0]))
		assert.Contains(t, s.Text(env.Player(p)), title+" (Con: Info) for Dame")
	}
	sc := s.Scene(2)
	scene.Read(sc, env.As(2, func(p env.Player) string { return names[p] }))
	assert.Equal(t, "Bo offers you "+title+" (Con: Info) for Dame (Confidence).", sc.Notes[0])
	assert.Equal(t, "Accept or decline the offer from Bo", sc.Ask.Text)
}

// The field "standing" compares the points of a seat with the others', now and with
// the Jobs that it may execute.
func TestStandingIsShown(t *testing.T) {
	s := blank(t, "jobs=3")
	heist.PutJob(s, 0, "Art Gallery", "Boss")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Begin(s, 0, "execution")
	assert.Equal(t, []float32{0, 0, 1, 0}, fieldOf(s, 0, "standing"))
	heist.Score(s, 1, 9)
	assert.Equal(t, []float32{0, 0, 0, 0}, fieldOf(s, 0, "standing"), "9 points are no more than 9")
	assert.Equal(t, []float32{0, 1, 1, 0}, fieldOf(s, 1, "standing"))
	heist.Score(s, 0, 10)
	play(t, s, "execute own Job", "give up")
	assert.Equal(t, []float32{1, 1, 0, 0}, fieldOf(s, 0, "standing"), "one more, and the game is over")
}

// A dimension over the seats says so, once a field, whether they are its rows or its
// columns, and so do the blocks that name one: networks give each seat the same layers.
func TestSeatsAreItems(t *testing.T) {
	for _, players := range []int{2, 3, 5} {
		spec, of := game(t, fmt.Sprintf("players=%d", players)).Spec(), 0
		for _, f := range spec.Observation {
			assert.LessOrEqual(t, strings.Count(strings.Join(f.Items, " "), heist.SeatItems), 1, f.Name)
			for axis, items := range f.Items {
				if items == heist.SeatItems {
					assert.Equal(t, players, f.Shape[axis], f.Name)
					of++
				}
			}
			switch f.Name {
			case "partner": // of the offer under way, and of the one that was refused
				assert.Equal(t, []string{"", heist.SeatItems}, f.Items)
			case "knows": // of two dimensions over the seats the first
				assert.Equal(t, []string{heist.SeatItems}, f.Items)
			}
			if strings.Contains(f.Doc, "each seat") {
				assert.Contains(t, f.Items, heist.SeatItems, f.Name)
			}
		}
		assert.Greater(t, of, 8)
		for _, b := range spec.Actions {
			assert.Equal(t, b.Name == "seat" || b.Name == "job", b.Items == heist.SeatItems, b.Name)
		}
	}
}
