package play_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/goofspiel"
	"ringer/env/kuhn"
	"ringer/env/scene"
	"ringer/play"
	"ringer/play/advice"
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

// first always plays the first legal action.
type first struct{}

func (first) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	for i := range decisions {
		decisions[i].Probs[0] = 1
	}
	return decisions, nil
}

// against seats the person at the given seat, and agent everywhere else.
func against(g env.Game, agent agents.Agent, person env.Player) []play.Seat {
	seats := make([]play.Seat, g.Spec().Players)
	for p := range seats {
		seats[p] = play.Seat{Name: "first", Agent: agent}
	}
	seats[person] = play.Seat{Name: replay.Human}
	return seats
}

// kept is where a test saves.
type kept struct{ text []byte }

func (k *kept) save(r *replay.Replay) (string, error) {
	var b bytes.Buffer
	err := r.Write(&b)
	k.text = b.Bytes()
	return "game.jsonl", err
}

// sit plays a table with scripted input.
func sit(t *testing.T, table *play.Table, input string, change ...func(*play.TerminalConfig)) (play.Outcome, string) {
	t.Helper()
	var out bytes.Buffer
	cfg := play.TerminalConfig{In: strings.NewReader(input), Out: &out}
	for _, c := range change {
		c(&cfg)
	}
	outcome, err := play.Terminal(t.Context(), table, cfg)
	require.NoError(t, err)
	return outcome, out.String()
}

func TestAWholeGameAtTheTerminal(t *testing.T) {
	g := kuhnOf(t, 2)
	table := play.NewTable(g, against(g, first{}, 0), 3)
	outcome, text := sit(t, table, "bet\n")
	assert.True(t, outcome.Over)
	assert.Empty(t, outcome.Saved)
	for _, want := range []string{
		"Kuhn poker", "seat 1  you", "seat 2  first", "seed 3",
		"you get ", "seat 2 gets a card",
		"Kuhn poker · you are seat 1", "1 Pass", "2 Bet",
		"you bet", "seat 2 passes",
		"the game is over", "Card: J\nSeat 2", "\nYou won.\n",
	} {
		assert.Contains(t, text, want)
	}
	require.NotNil(t, table.Record().Returns)
	assert.Positive(t, table.Record().Returns[0])
	assert.NotContains(t, text, "\x1b", "no colour was asked for")
}

// Nothing that the seat may not know is on the screen before the game is over:
// the same game with other hidden cards prints the same.
func TestTheScreenTellsWorldsApartOnlyByWhatTheSeatMayKnow(t *testing.T) {
	g := kuhnOf(t, 2)
	screens := map[string]map[string]bool{} // own card -> screens up to the end
	hidden := map[string]map[string]bool{}  // own card -> hidden cards met
	for seed := range uint64(40) {
		table := play.NewTable(g, against(g, first{}, 0), seed)
		_, text := sit(t, table, "bet\n")
		steps := table.Record().Steps
		own, other := steps[0].Name, steps[1].Name
		before, _, ok := strings.Cut(text, "the game is over")
		require.True(t, ok)
		_, before, _ = strings.Cut(before, "type ? for help") // the seed is above it
		for m, value := range map[string]map[string]map[string]bool{before: screens, other: hidden} {
			if value[own] == nil {
				value[own] = map[string]bool{}
			}
			value[own][m] = true
		}
	}
	for own := range screens {
		assert.Len(t, screens[own], 1, "holding %s", own)
		assert.Greater(t, len(hidden[own]), 1, "holding %s", own)
	}
	assert.Len(t, screens, 3)
}

func TestWhatAPersonTypes(t *testing.T) {
	g := kuhnOf(t, 2)
	for name, c := range map[string]struct{ input, want string }{
		"a number":          {"2\n", "you bet"},
		"a beginning":       {"b\n", "you bet"},
		"a part":            {"et\n", "you bet"},
		"another case":      {"BET\n", "you bet"},
		"an unknown name":   {"raise\n2\n", `no action is called "raise": type its number or a part of its name, or ? for`},
		"too big a number":  {"3\n2\n", "there is no action 3: type 1 to 2"},
		"nothing":           {"\n2\n", "  2 Bet\n> \n\n── Kuhn poker · you are seat 1 "},
		"help":              {"?\n2\n", "Choose by number (1 to 2)"},
		"the log":           {"log\n2\n", "> log\n  · you get J\n  · seat 2 gets a card\n> 2\n"},
		"no place for save": {"save\n2\n", "this game cannot be saved"},
	} {
		t.Run(name, func(t *testing.T) {
			outcome, text := sit(t, play.NewTable(g, against(g, first{}, 0), 3), c.input, func(cfg *play.TerminalConfig) {
				cfg.Echo = true
			})
			assert.True(t, outcome.Over)
			assert.Contains(t, text, c.want)
		})
	}
}

// A hint names the choices by their numbers, the best first.
func TestAHint(t *testing.T) {
	g := kuhnOf(t, 2)
	hint := func(c *play.TerminalConfig) {
		c.About = map[string]string{"first": "a stub, rated 7"}
		c.Hint = func(_ context.Context, s env.State, step int) (*advice.Advice, error) {
			assert.Equal(t, env.Player(0), s.CurrentPlayer())
			if step != 2 {
				return nil, errors.New("too late")
			}
			chance := advice.Chance{Chance: 0.5, Low: 0.4, High: 0.6}
			return &advice.Advice{Source: "stub, 2 worlds", Unit: advice.UnitWin, Options: []advice.Option{{Action: 1, Chance: chance, Reason: "it is bold"}, {Action: 0}}}, nil
		}
	}
	_, text := sit(t, play.NewTable(g, against(g, first{}, 0), 3), "hint\nbet\n", hint)
	assert.Contains(t, text, "By stub, 2 worlds, with the chance to win and its 95% interval:\n  2 Bet: 50% (40 … 60); it is bold\n  1 Pass: 0%\n")
	assert.Contains(t, text, "seat 2  first · a stub, rated 7\n")
	_, text = sit(t, play.NewTable(g, against(g, first{}, 0), 3), "hint\nbet\n")
	assert.Contains(t, text, "nobody here gives hints for Kuhn poker")
}

// At the end a person may keep the game, and is told how to look back at it.
func TestAFinishedGameMayBeKept(t *testing.T) {
	g := kuhnOf(t, 2)
	for answer, saved := range map[string]bool{"save\n": true, "what\nY\n": true, "\n": false, "q\n": false, "": false} {
		var file kept
		outcome, text := sit(t, play.NewTable(g, against(g, first{}, 0), 3), "bet\n"+answer, func(c *play.TerminalConfig) {
			c.Save, c.AskToKeep = file.save, true
			c.LookBack = func(where string) []string { return []string{"ringer review " + where} }
		})
		assert.True(t, outcome.Over, answer)
		_, end, _ := strings.Cut(text, "\nYou won.\n")
		assert.Contains(t, end, "save keeps the game", answer)
		assert.Equal(t, saved, outcome.Saved != "", answer)
		assert.Equal(t, saved, strings.Contains(end, "  ringer review game.jsonl\n"), answer)
		assert.Equal(t, saved, file.text != nil, answer)
	}
}

// The players of the other seats are named where they are not the same one.
func TestALineNamesTheAgentWhereThereAreSeveral(t *testing.T) {
	g := kuhnOf(t, 3)
	others := against(g, first{}, 0)
	_, text := sit(t, play.NewTable(g, others, 3), "bet\n")
	assert.Contains(t, text, "· seat 2 gets a card\n")
	others[2].Name = "second"
	_, text = sit(t, play.NewTable(g, others, 3), "bet\n")
	assert.Contains(t, text, "· seat 2 (first) gets a card\n")
	assert.Contains(t, text, "· seat 3 (second) gets a card\n")
}

// Long texts stop where the screen ends, and Enter goes on.
func TestLongTextsStopAtTheEndOfTheScreen(t *testing.T) {
	g := kuhnOf(t, 2)
	many := func(c *play.TerminalConfig) {
		c.Height, c.Echo = 24, true
		c.Entries = func() (all []scene.Entry) {
			for i := range 300 {
				all = append(all, scene.Entry{Name: fmt.Sprintf("thing %d", i), Text: "is there"})
			}
			return all
		}
	}
	_, text := sit(t, play.NewTable(g, against(g, first{}, 0), 3), "card\n\n\nthing 3\ncard thing 3\nbet\n", many)
	assert.Regexp(t, `(?s)> card\n(?:[^\n]*\n){21}  Enter shows \d+ more lines, q leaves them out\n> \n`, text)
	assert.Contains(t, text, "thing 299.\n")
	assert.Contains(t, text, "> card thing 3\nthing 3: is there\n")
	outcome, text := sit(t, play.NewTable(g, against(g, first{}, 0), 3), "card\nq\nbet\n", many)
	assert.True(t, outcome.Over, "q leaves the long text and not the game")
	assert.Contains(t, text, "> q\n\n── Kuhn poker · you are seat 1 ")
	_, text = sit(t, play.NewTable(g, against(g, first{}, 0), 3), "card\nbet\n", many, func(c *play.TerminalConfig) { c.Height = 0 })
	assert.NotContains(t, text, "Enter shows")
}

func TestAGamePutAsideGoesOnAsIfItHadNeverStopped(t *testing.T) {
	g := must[*goofspiel.Game](t)(goofspiel.New(goofspiel.Config{
		Players: 3, Cards: 6, Order: goofspiel.Random, Returns: goofspiel.PointDifference,
	}))
	straight := play.NewTable(g, against(g, random.New(), 1), 11)
	sit(t, straight, "1\n2\n3\n4\n5\n6\n")
	require.True(t, straight.Over())

	for _, leave := range []string{"quit\n", ""} { // or the end of the input
		var file kept
		save := func(c *play.TerminalConfig) {
			c.Save = file.save
			c.Resume = func(where string) string { return "ringer play --resume " + where }
		}
		outcome, text := sit(t, play.NewTable(g, against(g, random.New(), 1), 11), "1\n2\n"+leave, save)
		assert.False(t, outcome.Over)
		assert.Equal(t, "game.jsonl", outcome.Saved)
		assert.Contains(t, text, "Go on with: ringer play --resume game.jsonl")

		record, err := replay.Read(bytes.NewReader(file.text), outcome.Saved)
		require.NoError(t, err)
		table, err := play.ResumeTable(g, against(g, random.New(), 1), record)
		require.NoError(t, err)
		outcome, text = sit(t, table, "3\n4\n5\n6\n", save)
		assert.True(t, outcome.Over)
		above, _, _ := strings.Cut(text, "? help")
		assert.Contains(t, above, "taken up; what happened last:")
		assert.Contains(t, above, "  · you show ", "the log goes back to the start")
		assert.Equal(t, straight.Record().Steps, table.Record().Steps)
		assert.Equal(t, straight.Record().Returns, table.Record().Returns)
		assert.Empty(t, outcome.Saved, "a finished game is kept when that is asked for")
	}
}

func TestAFinishedGameIsKeptOnRequest(t *testing.T) {
	g := kuhnOf(t, 2)
	var file kept
	outcome, text := sit(t, play.NewTable(g, against(g, first{}, 0), 3), "bet\n", func(c *play.TerminalConfig) {
		c.Save, c.KeepFinished = file.save, true
	})
	assert.Equal(t, "game.jsonl", outcome.Saved)
	assert.Contains(t, text, "saved to game.jsonl")
	record, err := replay.Read(bytes.NewReader(file.text), outcome.Saved)
	require.NoError(t, err)
	assert.NotNil(t, record.Returns)
}

func TestSavingThatFailsLosesNoGame(t *testing.T) {
	g := kuhnOf(t, 2)
	outcome, text := sit(t, play.NewTable(g, against(g, first{}, 0), 3), "save\nbet\n", func(c *play.TerminalConfig) {
		c.Save = func(*replay.Replay) (string, error) { return "", errors.New("the disk is full") }
	})
	assert.True(t, outcome.Over)
	assert.Empty(t, outcome.Saved)
	assert.Contains(t, text, "not saved: the disk is full")
}

// full is a disk on which nothing is saved.
func full(c *play.TerminalConfig) {
	c.Save = func(*replay.Replay) (string, error) { return "", errFull }
}

var errFull = errors.New("the disk is full")

// A person who leaves a game that cannot be saved hears why, may stay, and it is an
// error to lose it.
func TestLeavingUnsavedIsAnError(t *testing.T) {
	g := kuhnOf(t, 2)
	for name, c := range map[string]struct {
		input string
		keep  bool
		ways  int // in which the screen says so
	}{
		"quitting twice":       {"quit\nquit\n", false, 2},
		"the end of the input": {"", false, 1},
		"a finished game":      {"bet\n", true, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			cfg := play.TerminalConfig{In: strings.NewReader(c.input), Out: &out, KeepFinished: c.keep}
			full(&cfg)
			outcome, err := play.Terminal(t.Context(), play.NewTable(g, against(g, first{}, 0), 3), cfg)
			require.ErrorIs(t, err, errFull)
			require.EqualError(t, err, "the game is not saved: the disk is full")
			assert.Empty(t, outcome.Saved)
			assert.Equal(t, c.ways, strings.Count(out.String(), "not saved: the disk is full"))
		})
	}
	outcome, text := sit(t, play.NewTable(g, against(g, first{}, 0), 3), "quit\nbet\n", full)
	assert.True(t, outcome.Over, "a person who quits once may go on")
	assert.Contains(t, text, "The game would be lost")
}

// A line longer than any name is answered, and is not the end of the input.
func TestALongLineIsAnswered(t *testing.T) {
	g := kuhnOf(t, 2)
	for _, n := range []int{5000, 100_000, 5_000_000} {
		outcome, text := sit(t, play.NewTable(g, against(g, first{}, 0), 3), strings.Repeat("b", n)+"\nbet\n")
		assert.True(t, outcome.Over, n)
		assert.Contains(t, text, "a line of more than 4096 characters is no action")
	}
}

// Names from files cannot write over the screen.
func TestNamesAreShownEscaped(t *testing.T) {
	g := kuhnOf(t, 2)
	seats := against(g, first{}, 0)
	seats[1].Name = "\x1b[2Jgreedy\u202e"
	_, text := sit(t, play.NewTable(g, seats, 3), "\x1b[2J\nbet\n", func(c *play.TerminalConfig) { c.Echo = true })
	assert.NotContains(t, text, "\x1b")
	assert.NotContains(t, text, "\u202e")
	assert.Contains(t, text, `seat 2 gets a card`)
	assert.Contains(t, text, `seat 2  \x1b[2Jgreedy\u202e`)
}

func TestAnInterruptSaves(t *testing.T) {
	g := kuhnOf(t, 2)
	ctx, interrupt := context.WithCancel(t.Context())
	in, typist := io.Pipe()
	defer typist.Close()
	var file kept
	prompt := &waitFor{text: "> ", seen: interrupt}
	outcome, err := play.Terminal(ctx, play.NewTable(g, against(g, first{}, 0), 3),
		play.TerminalConfig{In: in, Out: prompt, Save: file.save})
	require.NoError(t, err)
	assert.False(t, outcome.Over)
	assert.Equal(t, "game.jsonl", outcome.Saved)
	assert.NotEmpty(t, file.text)
}

// waitFor calls seen when text is written.
type waitFor struct {
	text string
	seen func()
}

func (w *waitFor) Write(p []byte) (int, error) {
	if strings.Contains(string(p), w.text) {
		w.seen()
	}
	return len(p), nil
}

func TestColourAndNarrowScreens(t *testing.T) {
	g := kuhnOf(t, 2)
	_, text := sit(t, play.NewTable(g, against(g, first{}, 0), 3), "bet\n", func(c *play.TerminalConfig) {
		c.Color = true
	})
	assert.Contains(t, text, "\x1b[1m")

	goof := must[*goofspiel.Game](t)(goofspiel.New(goofspiel.Config{
		Players: 2, Cards: 13, Order: goofspiel.Descending, Returns: goofspiel.WinLoss,
	}))
	_, wide := sit(t, play.NewTable(goof, against(goof, first{}, 0), 3), "quit\n")
	assert.Regexp(t, `1 Bid 1 +\d+ Bid \d+`, wide, "many actions stand in columns")
	_, narrow := sit(t, play.NewTable(goof, against(goof, first{}, 0), 3), "quit\n", func(c *play.TerminalConfig) {
		c.Width = 30
	})
	for line := range strings.SplitSeq(narrow, "\n") {
		assert.LessOrEqual(t, len([]rune(line)), 30, line)
	}
}

func TestThePaceIsKeptAndCanBeInterrupted(t *testing.T) {
	g := kuhnOf(t, 2)
	table := play.NewTable(g, against(g, first{}, 1), 3)
	start := time.Now()
	sit(t, table, "pass\n", func(c *play.TerminalConfig) { c.Pace = 30 * time.Millisecond })
	assert.GreaterOrEqual(t, time.Since(start), 30*time.Millisecond)

	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	outcome, err := play.Terminal(ctx, play.NewTable(g, against(g, first{}, 1), 3),
		play.TerminalConfig{In: strings.NewReader("pass\n"), Out: io.Discard, Pace: time.Hour})
	require.NoError(t, err)
	assert.False(t, outcome.Over)
}

// broken is an agent that returns no distribution.
type broken struct{}

func (broken) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	return make([]agents.Decision, len(views)), nil
}

func TestTroubleIsAnErrorThatSaysWhose(t *testing.T) {
	g := kuhnOf(t, 2)
	_, err := play.Terminal(t.Context(), play.NewTable(g, against(g, broken{}, 1), 3),
		play.TerminalConfig{In: strings.NewReader(""), Out: io.Discard})
	assert.ErrorContains(t, err, "seat 0 (first) could not decide")

	full := errors.New("the pipe is closed")
	_, err = play.Terminal(t.Context(), play.NewTable(g, against(g, first{}, 1), 3),
		play.TerminalConfig{In: strings.NewReader("pass\n"), Out: failing{full}})
	assert.ErrorIs(t, err, full)

	table := play.NewTable(g, against(g, first{}, 0), 3)
	_, err = table.Choose(0)
	assert.Error(t, err, "chance is to act, not a person")
	for range 2 {
		_, err = table.Next(t.Context())
		require.NoError(t, err)
	}
	_, err = table.Next(t.Context())
	assert.Error(t, err, "a person is to decide")
	var illegal *env.IllegalActionError
	_, err = table.Choose(9)
	require.ErrorAs(t, err, &illegal)
	assert.Len(t, table.Record().Steps, 2)

	_, err = play.Terminal(t.Context(), play.NewTable(g, []play.Seat{{Name: "a", Agent: first{}}, {Name: "b", Agent: first{}}}, 1), play.TerminalConfig{})
	assert.ErrorContains(t, err, "a person needs a seat")
	_, err = play.Terminal(t.Context(), play.NewTable(g, make([]play.Seat, 2), 1), play.TerminalConfig{})
	assert.ErrorContains(t, err, "one person at most")
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestOnlyARecordOfThisGameIsTakenUp(t *testing.T) {
	three := kuhnOf(t, 3)
	record := play.NewTable(kuhnOf(t, 2), against(kuhnOf(t, 2), first{}, 0), 3).Record()
	_, err := play.ResumeTable(three, against(three, first{}, 0), record)
	var mismatch *replay.MismatchError
	require.ErrorAs(t, err, &mismatch)
}

func ExampleTerminal() {
	g, err := kuhn.New(kuhn.Defaults())
	if err != nil {
		panic(err)
	}
	table := play.NewTable(g, []play.Seat{{Name: "first", Agent: first{}}, {Name: replay.Human}}, 7)
	outcome, err := play.Terminal(context.Background(), table, play.TerminalConfig{
		In: strings.NewReader("bet\n"), Out: os.Stdout, Width: 60, Echo: true,
	})
	if err != nil {
		panic(err)
	}
	if !outcome.Over {
		panic("the game is not over")
	}
	// Output:
	// ── Kuhn poker ──────────────────────────────────────────────
	//   seat 1  first
	//   seat 2  you
	//   seed 7 · type ? for help
	//   · seat 1 gets a card
	//   · you get J
	//   · seat 1 passes
	//
	// ── Kuhn poker · you are seat 2 ─────────────────── ? help ──
	// Betting · pot 2 chips
	// Seat 2 (you)  paid 1 chip · to act
	//   Card: J
	// Seat 1  paid 1 chip
	//   Card: 1 face down
	// Seat 1 passed.
	//
	// Nobody has bet: pass, or bet 1?
	//   1 Pass
	//   2 Bet
	// > bet
	//   · you bet
	//   · seat 1 passes
	//   · you win the pot of 3
	//
	// ── the game is over ────────────────────────────────────────
	// The game is over · pot 3 chips
	// Seat 1  paid 1 chip
	//   Card: Q
	// Seat 2  paid 2 chips · winner
	//   Card: J
	// Seat 1 passed, seat 2 bet, seat 1 passed.
	//
	//   you     +1
	//   seat 1  -1
	//
	// You won.
}

// Of a table that is higher than the screen no line is lost: Enter shows all of it, a screen at a
// time.
func TestATableThatIsTooHighIsShownInParts(t *testing.T) {
	g := games.MustNew("payday")
	late := func() *play.Table {
		table := play.NewTable(g, against(g, first{}, 0), 11)
		rng := env.Stream(1, "test")
		for n := 0; n < 250; {
			if p, ok := table.Person(); ok || p >= 0 {
				legal := table.State().LegalActions(nil)
				_, err := table.Repeat(legal[rng.IntN(len(legal))])
				require.NoError(t, err)
				n++
				continue
			}
			_, err := table.Next(t.Context())
			require.NoError(t, err)
		}
		return table
	}
	high := func(rows int) func(c *play.TerminalConfig) {
		return func(c *play.TerminalConfig) { c.Width, c.Height = 80, rows }
	}
	_, page := sit(t, late(), "q\n", high(16))
	require.Contains(t, page, "more lines: press Enter", "another deal may fit")
	_, whole := sit(t, late(), "table\nq\n", high(0))
	_, parts := sit(t, late(), strings.Repeat("\n", 6)+"q\nq\n", high(16))
	for line := range strings.SplitSeq(whole, "\n") {
		assert.Contains(t, parts, line)
	}
	assert.Contains(t, parts, "Enter shows ")
}
