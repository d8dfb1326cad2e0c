package measure_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/internal/disk"
	"ringer/report/ladder"
)

// ladderRecords returns the records of a bot's file without the clock.
func ladderRecords(t testing.TB, dir string) []ladder.Record {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "kuhn.jsonl"))
	require.NoError(t, err)
	all, err := ladder.Read(bytes.NewReader(text))
	require.NoError(t, err)
	for i := range all {
		all[i].Seconds, all[i].Date = 0, ""
	}
	return all
}

func TestLadderMeasuresTheWholeField(t *testing.T) {
	cmdtest.InFolder(t)
	result := cmdtest.Object(t, append(cmdtest.ClimbKuhn, "--json")...)
	bot := cmdtest.Elements(t, result, "bots")[0]
	cmdtest.HasKeys(t, bot, "bot", "game", "records")
	var pairs []string
	for _, r := range ladderRecords(t, "ladder") {
		switch r.Kind {
		case ladder.Pair:
			pairs = append(pairs, r.One.Name+" "+r.Others.Name)
			assert.Equal(t, 40, r.Deals.Deals)
			assert.Len(t, r.Deals.Seats, 2)
			assert.NotZero(t, r.Seed)
			assert.NotEmpty(t, r.One.Identity)
			assert.NotEmpty(t, r.Vectors)
		case ladder.Exact:
			assert.InDelta(t, .0186, *r.Exploitability, .05)
		}
	}
	assert.Equal(t, []string{
		"bot(kuhn) random", "bot(kuhn) greedy", "bot(kuhn) ismcts(sims=5)", "bot(kuhn) ismcts(sims=50)", "bot(kuhn) bot(kuhn)",
		"bot(kuhn,search=5,method=gumbel) ismcts(sims=5)", "bot(kuhn,search=5,method=gumbel) bot(kuhn)",
	}, pairs)
	assert.NoFileExists(t, filepath.Join("ladder", "kuhn.partial"))

	// Nothing is played again.
	path := filepath.Join("ladder", "kuhn.jsonl")
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	out := cmdtest.Done(t, cmdtest.ClimbKuhn...)
	assert.Contains(t, out, "exploitability")
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
}

// A record of an agent that plays otherwise today goes, also where its pair is not asked
// for now.
func TestLadderDropsWhatChanged(t *testing.T) {
	cmdtest.InFolder(t)
	cmdtest.Done(t, cmdtest.ClimbKuhn...)
	before := ladderRecords(t, "ladder")
	path := filepath.Join("ladder", "kuhn.jsonl")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var identity string
	for _, r := range before {
		if r.Others.Name == "ismcts(sims=5)" {
			identity = r.Others.Identity
		}
	}
	require.NotEmpty(t, identity)
	require.NoError(t, os.WriteFile(path, bytes.ReplaceAll(text, []byte(identity), []byte("0123456789abcdef")), 0o644))
	cmdtest.Done(t, cmdtest.Instead(cmdtest.ClimbKuhn, "--search", "0")...)
	after := ladderRecords(t, "ladder")
	assert.Len(t, after, len(before)-1, "the bot with search against it is not measured now")
	for _, r := range after {
		assert.NotEqual(t, "0123456789abcdef", r.Others.Identity)
	}
}

// Time can be given to a few opponents: their pairs, also the pairs of the expert and of
// the search, and no other.
func TestLadderAgainstSome(t *testing.T) {
	cmdtest.InFolder(t)
	cmdtest.Done(t, append(cmdtest.ClimbKuhn, "--against", "greedy", "--against", "ismcts(sims=5)")...)
	var pairs []string
	for _, r := range ladderRecords(t, "ladder") {
		if r.Kind == ladder.Pair {
			pairs = append(pairs, r.One.Name+" "+r.Others.Name)
		}
	}
	assert.Equal(t, []string{"bot(kuhn) greedy", "bot(kuhn) ismcts(sims=5)", "bot(kuhn,search=5,method=gumbel) ismcts(sims=5)"}, pairs)
}

// A ladder that is interrupted says how it goes on.
func TestLadderSaysHowItGoesOn(t *testing.T) {
	cmdtest.InFolder(t)
	ctx, interrupt := context.WithCancel(t.Context())
	go func() {
		for {
			if info, err := os.Stat(filepath.Join("ladder", "kuhn.partial")); err == nil && info.Size() > 0 || t.Context().Err() != nil {
				interrupt()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	var errs bytes.Buffer
	exit := program.Run(ctx, cmdtest.Instead(cmdtest.ClimbKuhn, "--deals", "20000"), strings.NewReader(""), &bytes.Buffer{}, &errs)
	if exit != shell.ExitDone { // a machine may finish before the interrupt comes
		assert.Equal(t, shell.ExitInterrupted, exit, errs.String())
		assert.Contains(t, errs.String(), "interrupted: what was played is in ladder: the same command goes on")
	}
}

// A ladder goes on however much it has played: a file of parts is read piece by piece.
func TestLadderGoesOnAfterManyGames(t *testing.T) {
	cmdtest.InFolder(t)
	require.NoError(t, os.MkdirAll("ladder", 0o755))
	file, err := os.Create(filepath.Join("ladder", "kuhn.partial"))
	require.NoError(t, err)
	line := append(bytes.Repeat([]byte("x"), disk.MiB), '\n')
	for range 65 {
		_, err = file.Write(line)
		require.NoError(t, err)
	}
	require.NoError(t, file.Close())
	cmdtest.Done(t, append(cmdtest.ClimbKuhn, "--against", "greedy")...)
}

// One process at a time measures a bot, or adds to kept games; another is refused and changes
// nothing.
func TestOneProcessWritesAFile(t *testing.T) {
	cmdtest.InFolder(t)
	partial := filepath.Join("ladder", "kuhn.partial")
	for _, c := range []struct {
		file string
		args []string
	}{
		{partial, cmdtest.ClimbKuhn},
		{"m.jsonl", strings.Fields("match greedy random --game kuhn --games 4 --keep m.jsonl")},
		{"a.jsonl", strings.Fields("arena greedy random --game kuhn --games 4 --keep a.jsonl")},
	} {
		require.NoError(t, os.MkdirAll("ladder", 0o755))
		other, err := os.Create(c.file)
		require.NoError(t, err)
		held, err := disk.TryLock(other)
		require.NoError(t, err)
		require.False(t, held)
		o := cmdtest.Ringer(t, "", c.args...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, c.file)
		assert.Contains(t, o.Errs, c.file+": another process writes to it")
		assert.Empty(t, cmdtest.ReadText(t, c.file))
		require.NoError(t, other.Close())
		cmdtest.Done(t, c.args...)
	}
	assert.NoFileExists(t, partial)
}

// Another bot joins the field where it can play, under a name without its path.
func TestLadderMeetsOlderBots(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	require.NoError(t, os.MkdirAll("older", 0o755))
	for name, game := range map[string]string{"small": "kuhn", "other": "leduc"} {
		cmdtest.Done(t, "train", "--config", game, "--set", "decisions=2000", "--set", "evaluation={every: 0, exact: false, opponents: []}", "--out", name)
		cmdtest.Done(t, "export", name, "--out", filepath.Join("older", name+".bot"))
	}
	cmdtest.Done(t, append(cmdtest.ClimbKuhn, "--field", "older")...)
	var met []string
	for _, r := range ladderRecords(t, "ladder") {
		if r.Others.Role == ladder.Older {
			met = append(met, r.One.Name)
			assert.Regexp(t, `^bot\(small@[0-9a-f]{8}\)$`, r.Others.Name)
		}
	}
	assert.Equal(t, []string{"bot(kuhn)"}, met)
	cmdtest.Done(t, cmdtest.ClimbKuhn...)
	assert.Contains(t, cmdtest.Done(t, cmdtest.ClimbKuhn...), "bot(small@", "a bot that is not given again keeps its rung")
}

// Any agent by name can be a rung, for the bot and for the expert.
func TestLadderHasRungsByName(t *testing.T) {
	cmdtest.InFolder(t)
	const guided = "ismcts(sims=5,playout=bot(kuhn),depth=1)"
	cmdtest.Done(t, append(cmdtest.ClimbKuhn, "--rung", guided, "--rung", guided, "--rung", "random", "--against", guided)...)
	var pairs []string
	for _, r := range ladderRecords(t, "ladder") {
		if r.Kind == ladder.Pair {
			pairs = append(pairs, r.One.Name+" "+r.Others.Name)
		}
	}
	assert.Equal(t, []string{"bot(kuhn) " + guided}, pairs)
}

func TestLadderBadInput(t *testing.T) {
	cmdtest.InFolder(t)
	require.NoError(t, os.MkdirAll("empty", 0o755))
	require.NoError(t, os.MkdirAll("damaged", 0o755))
	require.NoError(t, os.WriteFile("damaged/kuhn.jsonl", []byte(`{"kind":"pair"}`+"\n"), 0o644))
	for _, c := range []struct {
		want string
		args []string
	}{
		{`no bot "kuhnn" (shipped: `, []string{"kuhnn"}},
		{"--deals 0: want at least 1", []string{"kuhn", "--deals", "0"}},
		{"--seconds -1: want at least 0", []string{"kuhn", "--deals", "0", "--seconds", "-1"}},
		{"--ismcts -1: want at least 0", []string{"kuhn", "--ismcts", "50,-1"}},
		{"--field nowhere: no such file or folder", []string{"kuhn", "--field", "nowhere"}},
		{"--field empty: no .bot file is there", []string{"kuhn", "--field", "empty"}},
		{"--against expert: want an opponent on the ladder of kuhn: bot(kuhn), greedy, ismcts(sims=5), random\n", []string{"kuhn", "--against", "expert", "--against", "random", "--ismcts", "5"}},
		{"--rung ismct: ", []string{"kuhn", "--rung", "ismct"}},
		{"--rung bot(a.bot): want an agent without a file", []string{"kuhn", "--rung", "bot(a.bot)"}},
		{"damaged/kuhn.jsonl: line 1: ", []string{"kuhn", "--out", "damaged", "--ismcts", "5"}},
	} {
		o := cmdtest.Ringer(t, "", append([]string{"ladder"}, c.args...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, c.args)
		assert.Contains(t, strings.ReplaceAll(o.Errs, `\`, "/"), c.want)
	}
	assert.NoDirExists(t, "docs")
	assert.NoFileExists(t, filepath.Join("damaged", "kuhn.partial"))
}

// A bot's file may have a name that a call would misread.
func TestLadderOfAnOddlyNamedFile(t *testing.T) {
	cmdtest.InFolder(t)
	cmdtest.Done(t, "solve", "kuhn", "--algo", "lp", "--out", "a, (b).bot")
	out := cmdtest.Object(t, "ladder", "a, (b).bot", "--deals", "40", "--against", "random", "--search", "0", "--seconds", "0")
	assert.NotEmpty(t, cmdtest.Elements(t, cmdtest.Elements(t, out, "bots")[0], "records"))
}
