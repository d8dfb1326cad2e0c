package play_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/internal/callexpr"
	"ringer/play"
	"ringer/play/replay"
	"ringer/play/twintest"
)

// pendingTwins lists games that do not yet keep their secrets at the terminal.
var pendingTwins = map[string]bool{}

// configurations returns every shipped configuration of every game, and every choice of
// every parameter: one choice of every third parameter by default, all with RINGER_LONG=1.
func configurations() (all []env.Game) {
	for _, name := range games.Names() {
		for _, text := range games.Configurations(name) {
			all = append(all, games.MustNew(text))
		}
		usual := callexpr.Expr{Name: name}
		if name == "duel" { // a coarse lattice is prepared in a quarter of the time
			usual.Args = []callexpr.Arg{{Key: "step", Value: "1"}}
		}
		spec := games.MustNew(usual.String()).Spec()
		for i, p := range spec.Parameters {
			for _, choice := range p.Choices {
				if p.Name == "file" || p.Name == "step" || choice == p.Value {
					continue
				}
				call := callexpr.Expr{Name: name, Args: append(slices.Clone(usual.Args), callexpr.Arg{Key: p.Name, Value: choice})}
				if long := os.Getenv("RINGER_LONG") == "1"; !long && i%3 != 0 {
					break
				} else if g := games.MustNew(call.String()); g.Spec().Hash != spec.Hash {
					all = append(all, g)
					if !long {
						break
					}
				}
			}
		}
	}
	return all
}

// The law of the screen: of two games that one seat cannot tell apart, a person there
// reads the same, byte for byte, at three heights of the screen in turn. A game each by
// default, 1,000 with RINGER_LONG=1.
func TestTwinWorldsLookTheSameOnTheScreen(t *testing.T) {
	if testing.Short() {
		t.Skip("plays for half a minute, and starts no goroutine")
	}
	rounds := 1
	if os.Getenv("RINGER_LONG") == "1" {
		rounds = 1000
	}
	for i, g := range configurations() {
		text := g.Spec().String()
		if pendingTwins[g.Spec().Name] {
			continue
		}
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			var total twintest.Totals
			for game := range rounds {
				height := []int{24, 0, 40}[(i+game)%3]
				twintest.Compare(t, g, uint64(game), &total, func(s env.State, p env.Player, c twintest.Course, decisions int) string {
					return showTo(t, g, s, p, c, decisions, height)
				})
				if t.Failed() {
					return
				}
			}
			t.Logf("%s: %d games, %d worlds dealt again, %d of them different; %d decisions and %d bytes the same", text, rounds, total.Worlds, total.Different, total.Decisions, total.Bytes)
		})
	}
}

// showTo seats a person at a position, lets the table play a course and returns all that
// the screen shows up to the last of the decisions that count at which there is a choice.
func showTo(t *testing.T, g env.Game, s env.State, p env.Player, c twintest.Course, decisions, height int) string {
	t.Helper()
	var names []string // of the actions, as the person reads them
	var others []env.Action
	choices := map[int]bool{} // by the number of actions before
	state := s.Clone()
	for i, a := range c.Actions {
		choices[i] = !forced(state)
		if c.Actors[i] != p && c.Actors[i] >= 0 {
			others = append(others, a)
		}
		names = append(names, state.ActionString(a))
		require.NoError(t, state.Apply(a))
	}
	choices[len(c.Actions)] = !forced(state)
	last := c.Asked[decisions-1]
	for !last.Over && !choices[last.At] { // it may go on by itself
		if decisions--; decisions == 0 {
			return ""
		}
		last = c.Asked[decisions-1]
	}
	agent := &scripted{actions: others}
	sitting := make([]play.Seat, g.Spec().Players)
	for q := range sitting {
		sitting[q] = play.Seat{Name: "other", Agent: agent}
	}
	sitting[p] = play.Seat{Name: replay.Human}
	var out bytes.Buffer
	table := play.NewTable(twintest.SetUp(g, s, c.Actions), sitting, 1)
	person := &courseReader{table: table, names: names[:last.At]}
	if !last.Over {
		person.then = []string{"?", "table", "log", "rules", "card", "undo"}
	}
	_, err := play.Terminal(t.Context(), table, play.TerminalConfig{In: person, Out: &out, Echo: true, Width: 100, Height: height})
	require.NoError(t, err)
	require.Equal(t, last.Over, table.Over(), "the course was played")
	shown, _, _ := strings.Cut(out.String(), "the game is over")
	return shown
}

func forced(s env.State) bool { return s.CurrentPlayer() >= 0 && len(s.LegalActions(nil)) == 1 }

// courseReader types the action of a course that a table is at, and some lines at its end.
type courseReader struct {
	table *play.Table
	names []string
	then  []string
}

func (r *courseReader) Read(p []byte) (int, error) {
	if at := len(r.table.Record().Steps); at < len(r.names) {
		return copy(p, r.names[at]+"\n"), nil
	}
	if len(r.then) == 0 {
		return 0, io.EOF
	}
	line := r.then[0]
	r.then = r.then[1:]
	return copy(p, line+"\n"), nil
}

// scripted plays the actions of all seats but the person's.
type scripted struct{ actions []env.Action }

func (s *scripted) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	i := slices.Index(views[0].Legal, s.actions[0])
	decisions[0].Probs[i] = 1
	s.actions = s.actions[1:]
	return decisions, nil
}

// The cards that another seat puts face down are named when their lane is opened, and
// not before: this game used to tell them as they were put.
func TestClosedLanesStayClosed(t *testing.T) {
	g := games.MustNew("fivepossessions")
	table := play.NewTable(g, []play.Seat{{Name: replay.Human}, {Name: "random", Agent: random.New()}}, 1)
	_, text := sit(t, table, strings.Repeat("1\n2\n3\n4\n", 500))
	require.True(t, table.Over())
	told, _, _ := strings.Cut(text, "the game is over")
	assert.Contains(t, told, "· seat 2 puts 4 cards on the lanes, face down")
	assert.NotRegexp(t, `· seat 2\b.* to lane`, told)
	hidden := 0
	for _, step := range table.Record().Steps {
		if step.Player == 1 && strings.Contains(step.Name, " to lane ") {
			hidden++
			assert.NotContains(t, told, "seat 2: "+step.Name)
		}
	}
	assert.Positive(t, hidden)
}
