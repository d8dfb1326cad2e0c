package play_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/callexpr"
	"ringer/env/games"
	"ringer/play"
	"ringer/play/replay"
)

// pendingTwins lists games that do not yet keep their secrets at the terminal.
var pendingTwins = map[string]bool{}

// configurations lists every shipped configuration of every game, and every choice of
// every parameter.
func configurations() (shipped, choices []string) {
	for _, name := range games.Names() {
		shipped = append(shipped, games.Configurations(name)...)
		spec := games.MustNew(name).Spec()
		for _, p := range spec.Parameters {
			for _, choice := range p.Choices {
				if p.Name == "file" || choice == p.Value {
					continue
				}
				call := callexpr.Expr{Name: name, Args: []callexpr.Arg{{Key: p.Name, Value: choice}}}
				if text := call.String(); games.MustNew(text).Spec().Hash != spec.Hash {
					choices = append(choices, text)
				}
			}
		}
	}
	return shipped, choices
}

// The law of the screen: of two games that one seat cannot tell apart, a person there
// reads the same, byte for byte. A few games each by default, 1,000 with RINGER_LONG=1.
func TestTwinWorldsLookTheSameOnTheScreen(t *testing.T) {
	shipped, choices := configurations()
	rounds, few := 2, 1
	if os.Getenv("RINGER_LONG") == "1" {
		rounds, few = 1000, 1000
	}
	for i, text := range slices.Concat(shipped, choices) {
		if i >= len(shipped) {
			rounds = few
		}
		g := games.MustNew(text)
		if pendingTwins[g.Spec().Name] {
			continue
		}
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			var total twinTotals
			for game := range rounds {
				compareTwins(t, g, uint64(game), &total)
				if t.Failed() {
					return
				}
			}
			t.Logf("%s: %d games, %d worlds dealt again, %d of them different; %d decisions and %d bytes the same", text, rounds, total.worlds, total.different, total.decisions, total.bytes)
		})
	}
}

type twinTotals struct{ worlds, different, decisions, bytes int }

const (
	twinsBefore = 120 // actions at most before the hidden parts are dealt again
	twinsAfter  = 150 // actions at most afterwards
	twinsSeek   = 100 // actions at most until something is hidden
	twinDeals   = 3   // worlds of one position
)

// compareTwins plays a game at random, deals what one seat cannot know again, and shows
// the seat how both go on.
func compareTwins(t *testing.T, g env.Game, game uint64, total *twinTotals) {
	rng := env.Stream(7, env.PurposeCheckEvents, game)
	p := env.Player(rng.IntN(g.Spec().Players))
	s := g.NewInitialState()
	on := func() bool {
		after := s.Clone()
		require.NoError(t, after.Apply(draw(s, rng)))
		if after.CurrentPlayer() == env.Terminal {
			return false
		}
		s = after
		return true
	}
	for range rng.IntN(min(twinsBefore, g.Spec().MaxGameLength)) {
		if !on() {
			break
		}
	}
	// Some games hide something now and then only.
	for range twinsSeek {
		if s.(env.Resampler).ResampleFromInfoState(p, rng).String() != s.String() || !on() {
			break
		}
	}
	r := s.(env.Resampler)
	usual := map[env.Player][]env.Action{}
	truth := goOn(g, s, p, usual, rng, true)
	for range twinDeals {
		world := r.ResampleFromInfoState(p, rng)
		total.worlds++
		if world.String() == s.String() {
			continue
		}
		total.different++
		twin := goOn(g, world, p, usual, rng, false)
		alike := 0
		for alike < len(truth.asked) && alike < len(twin.asked) && truth.asked[alike].look == twin.asked[alike].look {
			alike++
		}
		if alike == 0 {
			continue // the seat was never asked again, or told apart by right at once
		}
		height := []int{24, 0, 40}[game%3]
		here, there := showTo(t, g, s, p, truth, alike, height), showTo(t, g, world, p, twin, alike, height)
		total.decisions += alike
		total.bytes += len(here)
		if here != there {
			one, other := firstDifference(here, there)
			assert.Fail(t, "the screen tells twin worlds apart", "game %d, seat %d:\n%s\n%s", game, p, one, other)
			return
		}
	}
}

// draw returns a random action: by its probability for chance.
func draw(s env.State, rng env.Rand) env.Action {
	if c, ok := s.(env.Chancer); ok && s.CurrentPlayer() == env.Chance {
		return env.SampleOutcome(c.ChanceOutcomes(nil), rng)
	}
	legal := s.LegalActions(nil)
	return legal[rng.IntN(len(legal))]
}

// A course is a way on from a state: its actions, and the decisions of one seat.
type course struct {
	actions []env.Action
	actors  []env.Player
	asked   []decision // the last one may be the end of the game
}

type decision struct {
	at   int    // actions before it
	look string // all that the seat sees
	over bool
}

// goOn plays a copy of a state on at random. Every actor repeats its usual actions,
// in their order, where they are legal; the first course sets them.
func goOn(g env.Game, s env.State, p env.Player, usual map[env.Player][]env.Action, rng env.Rand, sets bool) course {
	s = s.Clone()
	size := g.Spec().ObservationSize()
	var c course
	next := map[env.Player]int{}
	for range twinsAfter {
		actor := s.CurrentPlayer()
		if actor == p || actor == env.Terminal {
			c.asked = append(c.asked, decision{len(c.actions), lookOf(s, p, size), actor == env.Terminal})
		}
		if actor == env.Terminal {
			break
		}
		i := next[actor]
		next[actor]++
		a := draw(s, rng)
		switch {
		case sets:
			usual[actor] = append(usual[actor], a)
		case i < len(usual[actor]) && slices.Contains(s.LegalActions(nil), usual[actor][i]):
			a = usual[actor][i]
		case actor == p:
			return c // one's own choice is gone: the seat sees that
		default:
			// Another action in its place may be one that the seat sees, and of which it
			// sees no trace later, unless it recalls all that it has seen.
			if _, recalls := s.(env.InfoStater); !recalls {
				return c
			}
		}
		c.actions, c.actors = append(c.actions, a), append(c.actors, actor)
		if s.Apply(a) != nil {
			break
		}
	}
	return c
}

// lookOf returns all that a seat sees of a state, but for the names of its actions.
func lookOf(s env.State, p env.Player, size int) string {
	observation := make([]float32, size)
	s.Observe(p, observation)
	text := fmt.Sprint(observation)
	if t, ok := s.(env.Texter); ok {
		text += t.Text(p)
	}
	if i, ok := s.(env.InfoStater); ok {
		text += i.InformationState(p)
	}
	if s.CurrentPlayer() == p {
		text += fmt.Sprint(s.LegalActions(nil))
	}
	return text
}

// showTo seats a person at a position, lets the table play a course and returns all that
// the screen shows up to the last of the decisions that count.
func showTo(t *testing.T, g env.Game, s env.State, p env.Player, c course, decisions, height int) string {
	t.Helper()
	last := c.asked[decisions-1]
	var input strings.Builder
	var others []env.Action
	state := s.Clone()
	for i, a := range c.actions[:last.at] {
		if c.actors[i] == p {
			number := slices.Index(state.LegalActions(nil), a) + 1
			fmt.Fprintf(&input, "%d\n", number)
		} else if c.actors[i] >= 0 {
			others = append(others, a)
		}
		require.NoError(t, state.Apply(a))
	}
	if !last.over {
		input.WriteString("?\ntable\nlog\nrules\ncard\nundo\n")
	}
	agent := &scripted{actions: others}
	seats := make([]play.Seat, g.Spec().Players)
	for q := range seats {
		seats[q] = play.Seat{Name: "other", Agent: agent}
	}
	seats[p] = play.Seat{Name: replay.Human}
	var out bytes.Buffer
	table := play.NewTable(&setUp{g, s, c.actions}, seats, 1)
	_, err := play.Terminal(t.Context(), table, play.TerminalConfig{In: strings.NewReader(input.String()), Out: &out, Echo: true, Width: 100, Height: height})
	require.NoError(t, err)
	require.Equal(t, last.over, table.Over(), "the course was played")
	shown, _, _ := strings.Cut(out.String(), "the game is over")
	return shown
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

// setUp is a game that begins at a state, and whose chance goes by a script.
type setUp struct {
	env.Game
	start  env.State
	script []env.Action
}

func (g *setUp) NewInitialState() env.State { return &setState{g.start.Clone(), g, 0} }

type setState struct {
	env.State
	game *setUp
	made int
}

func (s *setState) Unwrap() env.State { return s.State }
func (s *setState) Clone() env.State  { return &setState{s.State.Clone(), s.game, s.made} }

func (s *setState) Apply(a env.Action) error {
	s.made++
	return s.State.Apply(a)
}

func (s *setState) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	return append(dst, env.Outcome{Action: s.game.script[s.made], Prob: 1})
}

func (s *setState) Text(p env.Player) string {
	if t, ok := s.State.(env.Texter); ok {
		return t.Text(p)
	}
	return s.State.(env.InfoStater).InformationState(p)
}

// firstDifference returns the first lines in which two screens differ.
func firstDifference(a, b string) (string, string) {
	one, other := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(one), len(other)) {
		if one[i] != other[i] {
			return strings.Join(one[max(0, i-3):min(len(one), i+3)], "\n"), "-----\n" + strings.Join(other[max(0, i-3):min(len(other), i+3)], "\n")
		}
	}
	return fmt.Sprintf("%d lines", len(one)), fmt.Sprintf("%d lines", len(other))
}

// The cards that another seat puts face down are named when their lane is opened, and
// not before: this game used to tell them as they were put.
func TestClosedLanesStayClosed(t *testing.T) {
	g := games.MustNew("fivepossessions")
	table := play.NewTable(g, []play.Seat{{Name: replay.Human}, {Name: "random", Agent: random.New()}}, 1)
	_, text := sit(t, table, strings.Repeat("1\n", 500))
	require.True(t, table.Over())
	told, _, _ := strings.Cut(text, "the game is over")
	assert.Contains(t, told, "· seat 2 (random): puts 4 cards on the lanes, face down")
	assert.NotRegexp(t, `· seat 2 \(random\): .* to lane`, told)
	hidden := 0
	for _, step := range table.Record().Steps {
		if step.Player == 1 && strings.Contains(step.Name, " to lane ") {
			hidden++
			assert.NotContains(t, told, "(random): "+step.Name)
		}
	}
	assert.Positive(t, hidden)
}
