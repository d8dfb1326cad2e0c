package play_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/play"
	"ringer/play/replay"
	"ringer/play/scene/scenes"
)

// A resizer asks for a page again and again while the screen changes its size, then decides,
// and ends the input after some decisions.
type resizer struct {
	sizes     [][2]int
	at, turns int
	rest      []byte
	each      int // pages of a decision
}

func (r *resizer) size() (width, height int) {
	s := r.sizes[r.at%len(r.sizes)]
	r.at++
	return s[0], s[1]
}

func (r *resizer) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		if r.at >= len(r.sizes) {
			return 0, io.EOF
		}
		if r.turns++; r.turns%r.each == 0 {
			r.rest = []byte("1\n")
		} else if r.turns%7 == 0 {
			r.rest = []byte("table\n")
		} else {
			r.rest = []byte("\n")
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Every game can be played on a screen of any size: a line is as wide as the narrowest screen
// that is laid out for, and nothing panics.
func TestScreensOfAnySize(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games share nothing")
	}
	var sizes [][2]int
	for width := 1; width <= 200; width++ {
		for height := 1; height <= 60; height++ {
			if os.Getenv("RINGER_LONG") == "1" || (width*7+height)%61 == 0 && width <= 60 || width >= 18 && width <= 46 && height%29 == 24 {
				sizes = append(sizes, [2]int{width, height})
			}
		}
	}
	const narrowest = 20
	for _, c := range gamesAtTheTerminal {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := games.MustNew(c.game)
			r := &resizer{sizes: sizes, each: 5}
			for seed := c.seed; r.at < len(sizes); seed++ {
				var out bytes.Buffer
				table := play.NewTable(g, against(g, random.New(), 0), seed)
				_, err := play.Terminal(t.Context(), table, play.TerminalConfig{In: r, Out: &out, Size: r.size, Scenes: scenes.Of(g), Echo: true, Save: func(*replay.Replay) (string, error) { return "x", nil }})
				require.NoError(t, err)
				for line := range strings.SplitSeq(out.String(), "\n") {
					require.LessOrEqual(t, utf8.RuneCountInString(line), 210)
				}
			}
		})
	}
	for _, c := range gamesAtTheTerminal {
		t.Run(c.name+" narrow", func(t *testing.T) {
			t.Parallel()
			g := games.MustNew(c.game)
			var out bytes.Buffer
			r := &resizer{sizes: make([][2]int, 12), each: 2}
			for i := range r.sizes {
				r.sizes[i] = [2]int{narrowest, 24}
			}
			_, err := play.Terminal(t.Context(), play.NewTable(g, against(g, random.New(), 0), c.seed), play.TerminalConfig{
				In: r, Out: &out, Size: r.size, Scenes: scenes.Of(g), Echo: true, Save: func(*replay.Replay) (string, error) { return "x", nil },
			})
			require.NoError(t, err)
			for line := range strings.SplitSeq(out.String(), "\n") {
				if strings.HasPrefix(line, "── ") { // a heading keeps its note
					continue
				}
				require.LessOrEqual(t, utf8.RuneCountInString(line), narrowest, line)
			}
		})
	}
}

// faulty is an agent with a bug.
type faulty struct{}

func (faulty) Decide(context.Context, []agents.View) ([]agents.Decision, error) { panic("a bug") }

// A fault at the table saves the game before it is told.
func TestAFaultSavesTheGame(t *testing.T) {
	g := games.MustNew("kuhn")
	for name, save := range map[string]func(*replay.Replay) (string, error){
		"saved": nil, "disk full": func(*replay.Replay) (string, error) { return "", errors.New("disk full") },
		"broken too": func(*replay.Replay) (string, error) { panic("another bug") },
	} {
		t.Run(name, func(t *testing.T) {
			var saved *replay.Replay
			if save == nil {
				save = func(r *replay.Replay) (string, error) {
					saved = r
					return "here", nil
				}
			}
			var out bytes.Buffer
			table := play.NewTable(g, against(g, faulty{}, 0), 1)
			outcome, err := play.Terminal(t.Context(), table, play.TerminalConfig{
				In: strings.NewReader("1\n1\n"), Out: &out, Save: save, Resume: func(where string) string { return "resume " + where },
			})
			var fault *play.FaultError
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, "a bug", fault.Fault)
			assert.Contains(t, string(fault.Stack), "narrow_test.go")
			if saved == nil {
				assert.ErrorContains(t, err, "a fault of this program: a bug; the game is not saved: ")
				assert.Empty(t, outcome.Saved)
				return
			}
			assert.ErrorContains(t, err, "a fault of this program: a bug; the game is saved to here")
			assert.Equal(t, "here", outcome.Saved)
			assert.Contains(t, out.String(), "Go on with: resume here")
			again, err := saved.Play(g, nil)
			require.NoError(t, err)
			assert.NotEqual(t, env.Terminal, again.CurrentPlayer())
		})
	}
}
