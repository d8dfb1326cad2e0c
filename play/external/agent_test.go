package external_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/play/external"
)

// program starts nothing; its processes end with the test.
func program(t testing.TB, game env.Game, o external.Options, way string, args ...string) (*external.Agent, *external.Programs) {
	t.Helper()
	programs := external.NewPrograms()
	t.Cleanup(func() {
		programs.Close()
		assert.Zero(t, programs.Running())
	})
	agent, err := external.New(game.Spec(), programs, command(way, args...), o)
	require.NoError(t, err)
	return agent, programs
}

func limits(seconds float64) external.Options {
	return external.Options{Seconds: seconds, Start: 30, Processes: 1}
}

// match plays a program against random.
func match(ctx context.Context, game env.Game, agent agents.Agent, games, workers int) (*eval.Match, error) {
	return eval.PlayMatch(ctx, eval.MatchConfig{
		Game: game, Entries: []eval.Entry{{Name: "program", Agent: agent}, {Name: "random", Agent: random.New()}},
		Games: games, Seed: 3, Workers: workers,
	})
}

// Whatever a program does wrong ends the match with an error that says what, soon, and
// with the end of its process.
func TestAMatchEndsWithTheFaultOfAProgram(t *testing.T) {
	game := games.MustNew("leduc")
	for way, says := range map[string][]string{
		"silent":    {"no hello within 300ms", "it wrote nothing to standard error"},
		"version":   {`protocol: "ringer-bot/1": want "ringer-bot/2"`, `it wrote: {"type":"hello"`},
		"game":      {"spec_hash: abc, of chess: want " + game.Spec().Hash + ", of leduc"},
		"chatty":    {"want a hello, such as", "it wrote: Loading weights…"},
		"stillborn": {"it ended (exit status 3): want its hello", "standard error:\n    Traceback (most recent call last):\n      no weights \\x1b[31mhere"},
		"flood":     {"a line of more than 1 MiB: want an answer", "it wrote: xxxxxxxx"},
		"deaf":      {"question 1 (seat ", "no answer within 300ms"},
		"hangs":     {"question 4 (seat ", "no answer within 300ms"},
		"dies":      {"question 4 (seat ", "it ended (exit status 7): want its answer", "…\n    noise\n", "IndexError: list index out of range"},
		"illegal":   {"question 4 (seat ", "action: 99: want one of the legal actions [", `it wrote: {"type":"decision","id":4,"action":99}`},
		"words":     {"question 4 (seat ", "want one JSON object {type, id, action, probs, value}", "it wrote: I think I'll bet."},
		"id":        {"question 4 (seat ", "id: 17: want 4, the question's"},
		"nothing":   {"question 4 (seat ", "neither action nor probs: want one of them"},
		"null":      {"question 4 (seat ", "action: null: want a whole number"},
		"sum":       {"question 4 (seat ", "probs: they sum to "},
		"few":       {"question 4 (seat ", "probs: 1 numbers: want "},
		"negative":  {"question 4 (seat ", "probs[0]: -1: want a probability"},
		"value":     {"question 4 (seat ", "value: 1000: want a return of the game, from -13 to 13"},
		"key":       {"question 4 (seat ", "act: unknown key"},
		"refuses":   {"question 4 (seat ", "it reports an error: I give up"},
		"shouts":    {"question 4 (seat ", "a line of more than 1 MiB", "it wrote: yyyyyyyy"},
		"twice":     {"question 5 (seat ", "id: 4: want 5, the question's"},
	} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			seconds := 60.0
			o := limits(seconds)
			switch way {
			case "deaf", "hangs":
				o.Seconds = 0.3
			case "silent":
				o.Start = 0.3
			}
			agent, programs := program(t, game, o, way)
			_, err := match(t.Context(), game, agent, 1000, 2)
			var fault *external.Error
			require.ErrorAs(t, err, &fault)
			text := err.Error()
			assert.Contains(t, text, "agent "+way)
			for _, part := range says {
				assert.Contains(t, text, part)
			}
			assert.Less(t, len(text), 4000)
			assert.NotContains(t, text, "\x1b")
			assert.Zero(t, programs.Running(), "its process has ended")
		})
	}
}

// Results follow from the seed, on any number of workers and processes, and however
// large the batches are that a program is asked about.
func TestResultsDoNotDependOnWorkersOrProcesses(t *testing.T) {
	game := games.MustNew("leduc")
	var want *eval.Match
	for _, c := range []struct{ workers, processes int }{{1, 1}, {2, 1}, {3, 3}} {
		folder := t.TempDir()
		o := limits(60)
		o.Processes = c.processes
		agent, programs := program(t, game, o, "counts", folder)
		m, err := match(t.Context(), game, agent, 200, c.workers)
		require.NoError(t, err)
		if want == nil {
			want = m
		}
		assert.Equal(t, want, m, "%d workers, %d processes", c.workers, c.processes)
		files, err := os.ReadDir(folder)
		require.NoError(t, err)
		assert.LessOrEqual(t, len(files), c.processes)
		assert.Equal(t, len(files), programs.Running(), "they go on to the next match")
		_, err = match(t.Context(), game, agent, 10, 1)
		require.NoError(t, err)
		assert.Equal(t, len(files), programs.Running())
	}
}

func TestADecisionIsTheProgramsOwn(t *testing.T) {
	game := games.MustNew("leduc")
	agent, _ := program(t, game, limits(60), "mixes")
	s := game.NewInitialState()
	for s.CurrentPlayer() == env.Chance {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	view := agents.NewViewer(game).View(s, env.Stream(1, "test"))
	d, err := agent.Decide(t.Context(), []agents.View{view, view})
	require.NoError(t, err)
	require.Len(t, d, 2)
	assert.Equal(t, []float32{0.25, 0.75}, d[1].Probs[:2])
	assert.InDelta(t, 0.5, d[1].Value, 0)

	other := games.MustNew("kuhn")
	s = other.NewInitialState()
	for s.CurrentPlayer() == env.Chance {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	_, err = agent.Decide(t.Context(), []agents.View{agents.NewViewer(other).View(s, env.Stream(1, "test"))})
	assert.ErrorContains(t, err, "started for leduc, asked to play kuhn")
}

// A program reads information states when its hello wants them, and takes its time
// within the limit. A byte order mark before its first line is ignored.
func TestProgramsThatAreAllRight(t *testing.T) {
	game := games.MustNew("leduc")
	for _, way := range []string{"states", "slow", "marked", "good"} {
		agent, _ := program(t, game, limits(60), way)
		_, err := match(t.Context(), game, agent, 20, 1)
		require.NoError(t, err, way)
	}
}

// The children of a program end with it, also children with a session of their own.
func TestTheWholeFamilyIsKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	game := games.MustNew("kuhn")
	for _, way := range []string{"parent", "leaver"} {
		file := filepath.Join(t.TempDir(), "pid")
		agent, _ := program(t, game, limits(1), way, file)
		_, err := match(t.Context(), game, agent, 100, 1)
		require.ErrorContains(t, err, "no answer within 1s")
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		pid, err := strconv.Atoi(string(text))
		require.NoError(t, err)
		assert.Eventually(t, func() bool { return !alive(pid) }, 10*time.Minute, 10*time.Millisecond, way)
	}
}

// A line between two questions is a fault too, and ends a process that clings to life.
func TestALineThatNothingWasAskedFor(t *testing.T) {
	game := games.MustNew("leduc")
	file := filepath.Join(t.TempDir(), "pid")
	agent, _ := program(t, game, limits(60), "extra", file)
	s := game.NewInitialState()
	for s.CurrentPlayer() == env.Chance {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	views := []agents.View{agents.NewViewer(game).View(s, env.Stream(1, "test"))}
	for range 4 {
		_, err := agent.Decide(t.Context(), views)
		require.NoError(t, err)
	}
	time.Sleep(200 * time.Millisecond)
	_, err := agent.Decide(t.Context(), views)
	require.ErrorContains(t, err, "a line that nothing was asked for\n  it wrote: By the way …")
	if runtime.GOOS == "linux" {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		pid, err := strconv.Atoi(string(text))
		require.NoError(t, err)
		assert.False(t, alive(pid))
	}
}

// alive reports whether a process runs: a zombie that nobody reaps does not.
func alive(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, after, _ := strings.Cut(string(stat), ") ")
	return err == nil && !strings.HasPrefix(after, "Z")
}

func TestAnInterruptEndsTheProcess(t *testing.T) {
	game := games.MustNew("kuhn")
	agent, programs := program(t, game, limits(3600), "hangs")
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, stop)
	_, err := match(ctx, game, agent, 100, 1)
	require.ErrorIs(t, err, context.Canceled)
	assert.Zero(t, programs.Running())
}

// Close gives programs a moment to end by themselves, kills the others, and lets nobody
// ask any more.
func TestCloseEndsAll(t *testing.T) {
	game := games.MustNew("kuhn")
	for _, way := range []string{"good", "stubborn"} {
		agent, programs := program(t, game, limits(60), way)
		_, err := match(t.Context(), game, agent, 10, 1)
		require.NoError(t, err)
		assert.Equal(t, 1, programs.Running())
		programs.Close()
		programs.Close()
		assert.Zero(t, programs.Running())
		_, err = match(t.Context(), game, agent, 10, 1)
		require.Error(t, err, way)
	}
	agent, programs := program(t, game, limits(3600), "hangs")
	var wait sync.WaitGroup
	wait.Go(func() {
		_, err := match(context.Background(), game, agent, 100, 1)
		assert.True(t, errors.Is(err, external.ErrClosed), "%v", err)
	})
	time.Sleep(200 * time.Millisecond)
	programs.Close()
	wait.Wait()
}

// After a fault the next question starts the program anew.
func TestAProgramIsStartedAnew(t *testing.T) {
	game := games.MustNew("kuhn")
	agent, programs := program(t, game, limits(60), "dies")
	for range 2 {
		_, err := match(t.Context(), game, agent, 100, 1)
		require.ErrorContains(t, err, "question 4 (")
		assert.Zero(t, programs.Running())
	}
}

func TestBadCommandLines(t *testing.T) {
	spec := games.MustNew("kuhn").Spec()
	for text, says := range map[string]string{
		"no-such-program-anywhere x": "executable file not found",
		"":                           "want a program and its arguments",
		`"a b`:                       "want a closing quote",
		`'' b`:                       "want a program and its arguments",
	} {
		_, err := external.New(spec, external.NewPrograms(), text, limits(60))
		assert.ErrorContains(t, err, says, text)
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"python3 my_agent.py":          {"python3", "my_agent.py"},
		" a  b\t'c d' ":                {"a", "b", "c d"},
		`x "a \"b\" \\ c" 'd\e' f\g h`: {"x", `a "b" \ c`, `d\e`, `f\g`, "h"},
		`x "" y''z $HOME *`:            {"x", "", "yz", "$HOME", "*"},
	} {
		words, err := external.Words(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, words, text)
	}
}
