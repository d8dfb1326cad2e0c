package train_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/env/games"
	"ringer/eval/tree"
	"ringer/models/botfile"
	"ringer/open/solve"
	"ringer/play/protocol"
	"ringer/train/cfr"
)

func TestSolve(t *testing.T) {
	m := cmdtest.Object(t, "solve", "kuhn", "--algo", "cfr", "--iterations", "150")
	cmdtest.HasKeys(t, m, "game", "algorithm", "iterations", "seconds", "iterations_per_second", "nash_conv", "exploitability", "values",
		"nodes", "information_states", "history", "interrupted")
	assert.Equal(t, "kuhn", m["game"])
	assert.Equal(t, "cfr", m["algorithm"])
	assert.EqualValues(t, 150, m["iterations"])
	assert.EqualValues(t, 58, m["nodes"])
	assert.EqualValues(t, 12, m["information_states"])
	assert.Equal(t, false, m["interrupted"])
	assert.Greater(t, m["iterations_per_second"], 1000.0)
	values := m["values"].([]any)
	require.Len(t, values, 2)
	assert.InDelta(t, -1./18, values[0], 0.005)
	history := cmdtest.Elements(t, m, "history")
	var at []any
	for _, p := range history {
		cmdtest.HasKeys(t, p, "nash_conv")
		at = append(at, p["iterations"])
	}
	assert.Equal(t, []any{1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 150.0}, at)
	assert.InDelta(t, .008226, history[6]["exploitability"], 1e-6) // as published
	assert.Equal(t, m["exploitability"], history[7]["exploitability"])

	out := cmdtest.Done(t, "solve", "kuhn", "--iterations", "100")
	assert.Contains(t, out, "kuhn: 58 nodes, 12 information states; cfr+, 100 iterations")
	assert.Regexp(t, `\n +100 +0\.002389 +0\.001194\n`, out)
	assert.Contains(t, out, "Values, by seat: -0.0555")
}

func TestSolveEveryAlgorithm(t *testing.T) {
	for _, a := range cfr.Algorithms() {
		args := []string{"solve", "kuhn(players=3)", "--iterations", "500", "--algo", string(a)}
		m := cmdtest.Object(t, args...)
		assert.Len(t, m["values"], 3)
		assert.Less(t, m["exploitability"], 0.3, a)
		other := cmdtest.Object(t, append(args, "--seed", "2")...)
		assert.Equal(t, !strings.HasSuffix(string(a), "-mccfr"), m["exploitability"] == other["exploitability"], a)
	}
}

func TestSolveByLinearProgram(t *testing.T) {
	cmdtest.InFolder(t)
	m := cmdtest.Object(t, "solve", "kuhn", "--algo", "lp", "--out", "exact.bot")
	assert.Equal(t, "lp", m["algorithm"])
	assert.InDelta(t, -1./18, m["values"].([]any)[0], 1e-12)
	assert.InDelta(t, 0, m["nash_conv"], 1e-12)
	assert.Greater(t, m["iterations"], 3.0, "pivots")
	assert.InDelta(t, 0, cmdtest.Object(t, "exploit", "bot(exact.bot)", "--game", "kuhn")["exploitability"], 1e-6)

	for args, says := range map[string]string{
		"solve kuhn(players=3) --algo lp":     "kuhn(players=3): 3 seats: a linear program solves games of 2",
		"solve leduc --algo lp":               "coefficients; use cfr+",
		"solve kuhn --algo lp --iterations 5": "leave out --iterations",
		"solve kuhn --algo lp --run x":        "leave out --run",
	} {
		o := cmdtest.Ringer(t, "", strings.Fields(args)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, args)
		assert.Contains(t, o.Errs, says)
	}
}

// A solved table works as a bot in every command that takes one.
func TestSolvedBots(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	dir := cmdtest.InFolder(t)
	assert.Contains(t, cmdtest.Done(t, "solve", "leduc", "--iterations", "200", "--out", "truth.bot"), "ringer play leduc --vs 'bot(truth.bot)'")
	file, err := os.ReadFile("truth.bot")
	require.NoError(t, err)
	cmdtest.Done(t, "solve", "leduc", "--iterations", "200", "--out", "twin.bot", "--name", "truth")
	twin, err := os.ReadFile("twin.bot")
	require.NoError(t, err)
	assert.True(t, bytes.Equal(file, twin), "the same solution has the same bytes")

	bot, err := botfile.Read(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	assert.Equal(t, "truth", bot.Manifest.Name)
	assert.Len(t, bot.Table.Rows, 936)
	assert.Equal(t, "cfr+", bot.Manifest.Training.Algorithm)

	m := cmdtest.Object(t, "exploit", "bot(truth.bot)", "--game", "leduc")
	assert.InDelta(t, 0.004996, m["exploitability"], 2e-6)
	assert.InDelta(t, *bot.Manifest.Evaluation[0].Exploitability, m["exploitability"], 1e-6)
	match := cmdtest.Elements(t, cmdtest.Object(t, "match", "bot(truth.bot)", "random", "--game", "leduc", "--games", "2000"), "agents")
	assert.Greater(t, match[0]["return_low"], 0.0, "it gains against random play")
	sharp := cmdtest.Object(t, "exploit", "bot(truth.bot,temperature=0)", "--game", "leduc")
	assert.Greater(t, sharp["exploitability"], 0.1, "bluffing always or never is exploitable")

	o := cmdtest.Ringer(t, "", "match", "bot(truth.bot)", "random", "--game", "kuhn")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "was made for another game")
	assert.NotContains(t, o.Errs, "next:", "nothing makes it play another game")
	o = cmdtest.Ringer(t, "", "match", "bot(leduc)", "random", "--game", "leduc(players=3)")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "next: ringer report 'leduc(players=3)'", "it can learn other rules of its own")

	// The line protocol needs the name of the information state.
	row := bot.Table.Rows[0]
	question := map[string]any{"seat": row.Seat, "observation": make([]float32, 0), "legal": row.Actions, "information_state": row.State}
	var hello protocol.Hello
	require.NoError(t, json.Unmarshal([]byte(strings.SplitN(cmdtest.Ringer(t, "", "bot", "truth.bot").Out, "\n", 2)[0]), &hello))
	question["observation"] = make([]float32, hello.ObservationSize)
	line, err := json.Marshal(question)
	require.NoError(t, err)
	o = cmdtest.Ringer(t, string(line)+"\n", "bot", "truth.bot")
	require.Zero(t, o.Exit, o.Errs)
	var answer protocol.Answer
	require.NoError(t, json.Unmarshal([]byte(strings.Split(o.Out, "\n")[1]), &answer))
	for i, p := range row.Probs {
		assert.InDelta(t, p, answer.Probs[i], 1e-6)
	}
	delete(question, "information_state")
	line, err = json.Marshal(question)
	require.NoError(t, err)
	assert.Contains(t, cmdtest.Ringer(t, string(line)+"\n", "bot", "truth.bot").Out, "looked up by information state")
	assert.Equal(t, 2, len(cmdtest.FilesBelow(t, dir)))
}

// A solve that was interrupted and resumed ends with the bytes of one that
// never stopped; so does one that was asked to go further.
func TestSolveResumes(t *testing.T) {
	cmdtest.InFolder(t)
	for _, algo := range []string{"pcfr+", "es-mccfr"} {
		whole, part := filepath.Join(algo, "whole"), filepath.Join(algo, "part")
		cmdtest.Done(t, "solve", "leduc", "--algo", algo, "--iterations", "400", "--run", whole, "--out", "a.bot", "--force", "--name", "x")
		cmdtest.Done(t, "solve", "leduc", "--algo", algo, "--iterations", "130", "--run", part)
		m := cmdtest.Object(t, "solve", "--resume", part, "--iterations", "400", "--out", "b.bot", "--force", "--name", "x")
		assert.EqualValues(t, 400, m["iterations"])
		var at []any
		for _, p := range cmdtest.Elements(t, m, "history") {
			at = append(at, p["iterations"])
		}
		assert.Equal(t, []any{1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 400.0}, at)
		for _, pair := range [][2]string{
			{"a.bot", "b.bot"},
			{filepath.Join(whole, "checkpoints", "00000400", solve.StateName), filepath.Join(part, "checkpoints", "00000400", solve.StateName)},
		} {
			a, err := os.ReadFile(pair[0])
			require.NoError(t, err)
			b, err := os.ReadFile(pair[1])
			require.NoError(t, err)
			assert.True(t, bytes.Equal(a, b), "%s and %s", pair[0], pair[1])
		}
		again := cmdtest.Object(t, "solve", "--resume", part)
		assert.Equal(t, m["exploitability"], again["exploitability"], "nothing was left to do")
		assert.Equal(t, m["iterations"], again["iterations"])
		o := cmdtest.Ringer(t, "", "solve", "--resume", part, "--iterations", "300")
		assert.Equal(t, shell.ExitBadInput, o.Exit)
		assert.Contains(t, o.Errs, "has done 400 iterations already")
	}
}

// patience is a context that is cancelled once it was asked this many times.
type patience struct {
	context.Context
	left int
}

func (p *patience) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

// An interrupt saves, says how to go on, and exits with 130; without a folder to save in
// it prints what there is.
func TestSolveInterrupted(t *testing.T) {
	cmdtest.InFolder(t)
	const forever = "10000000"
	const often = 1 << 40
	walk := &patience{t.Context(), often}
	_, err := tree.Build(walk, games.MustNew("leduc"), 0)
	require.NoError(t, err)
	walked := often - walk.left // looks at the context before the first iteration
	var out, errs bytes.Buffer
	exit := program.Run(&patience{t.Context(), walked + 8}, []string{"solve", "leduc", "--iterations", forever, "--run", "work"}, strings.NewReader(""), &out, &errs)
	require.Equal(t, shell.ExitInterrupted, exit, errs.String())
	assert.Contains(t, errs.String(), "iterations; saved; go on with: ringer solve --resume work\n")

	out.Reset()
	exit = program.Run(&patience{t.Context(), walked + 6}, []string{"solve", "--resume", "work", "--json", "--out", "some.bot"}, strings.NewReader(""), &out, &errs)
	require.Equal(t, shell.ExitInterrupted, exit, errs.String())
	var m map[string]any
	require.NoError(t, json.Unmarshal(out.Bytes(), &m))
	assert.Equal(t, true, m["interrupted"])
	some := m["iterations"].(float64)
	assert.Greater(t, some, 10.0)
	assert.Less(t, some, 1e7)
	cmdtest.HasKeys(t, cmdtest.Object(t, "exploit", "bot(some.bot)", "--game", "leduc"), "exploitability")

	out.Reset()
	exit = program.Run(&patience{t.Context(), walked + 4}, []string{"solve", "leduc", "--iterations", forever}, strings.NewReader(""), &out, &errs)
	require.Equal(t, shell.ExitInterrupted, exit, errs.String())
	assert.Contains(t, errs.String(), "--run DIR would have kept the work")

	exit = program.Run(&patience{t.Context(), walked}, []string{"solve", "leduc", "--run", "empty"}, strings.NewReader(""), &out, &errs)
	assert.Equal(t, shell.ExitInterrupted, exit, "nothing was done")
	cmdtest.Done(t, "solve", "--resume", "empty", "--iterations", "10")
}

func TestSolveTooLarge(t *testing.T) {
	o := cmdtest.Ringer(t, "", "solve", "leduc", "--limit", "100")
	assert.Equal(t, shell.ExitFailed, o.Exit)
	assert.Empty(t, o.Out)
	for _, s := range []string{"leduc: more than 100 nodes", "sampled playouts suggest", "--limit", "the sampling ones too", "ringer train"} {
		assert.Contains(t, o.Errs, s)
	}
}

func TestSolveBadInput(t *testing.T) {
	dir := cmdtest.InFolder(t)
	require.NoError(t, os.MkdirAll("other", 0o755))
	require.NoError(t, os.WriteFile("other/config.yaml", []byte("game: kuhn\nppo: {}\n"), 0o644))
	before := cmdtest.FilesBelow(t, dir)
	for args, says := range map[string]string{
		"solve":                                  "GAME is missing: ringer solve GAME",
		"solve ludo":                             `unknown game "ludo"`,
		"solve kuhn leduc":                       `"leduc" is one argument too many`,
		"solve kuhn --algo magic":                `--algo "magic": want cfr or cfr+ or dcfr`,
		"solve kuhn --iterations 0":              "--iterations 0: want at least 1",
		"solve kuhn --iterations some":           `--iterations "some": want a whole number`,
		"solve kuhn --limit 0":                   "--limit 0",
		"solve kuhn --exploration 2":             "exploration: 2: want a number above 0, at most 1",
		"solve kuhn --seed -1":                   `--seed "-1": want a whole number from 0 up`,
		"solve kuhn --out kuhn.zip":              `--out "kuhn.zip": want the name of a file that ends in .bot`,
		"solve kuhn --run other":                 "other already holds a run",
		"solve --resume nowhere":                 "nowhere is not a run",
		"solve --resume other":                   "other is no run of ringer solve",
		"solve kuhn --resume other":              `leave out "kuhn"`,
		"solve --algo cfr --resume other":        "leave out --algo",
		"solve --resume other --run x":           "leave out --run",
		"solve --resume other --seed 3":          "leave out --seed",
		"solve --resume other --exploration 0.5": "leave out --exploration",
	} {
		o := cmdtest.Ringer(t, "", strings.Fields(args)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, args)
		assert.Empty(t, o.Out, args)
		assert.Contains(t, o.Errs, says, args)
		assert.Equal(t, before, cmdtest.FilesBelow(t, dir), args)
	}
}

// A game that exact methods cannot take is sent to its variant that they can.
func TestSolvePointsToTheSmallVariant(t *testing.T) {
	for _, command := range [][]string{{"solve", "heist"}, {"exploit", "random", "--game", "heist"}, {"bench", "solve", "heist"}} {
		o := cmdtest.Ringer(t, "", command...)
		assert.Equal(t, 1, o.Exit)
		assert.Equal(t, "ringer: heist: its states have no information-state strings (env.InfoStater), which exact methods need; small enough: 'heist(file=mini)'\n", o.Errs, command)
	}
	o := cmdtest.Ringer(t, "", "solve", "heist(file=mini)", "--limit", "10")
	assert.NotContains(t, o.Errs, "small enough")
}

// A solution that is interrupted before anything is kept says what to do.
func TestASolutionStoppedAtOnce(t *testing.T) {
	cmdtest.InFolder(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out, errs bytes.Buffer
	assert.Equal(t, shell.ExitInterrupted, program.Run(ctx, []string{"solve", "leduc", "--run", "work"}, strings.NewReader(""), &out, &errs))
	assert.Equal(t, "ringer: interrupted: stopped before the first iteration: the same command begins again\n", errs.String())
	assert.NoDirExists(t, "work")
}
