package workbench_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/open"
	"ringer/open/reporting"
	"ringer/open/study"
	"ringer/open/workbench"
	"ringer/play/replay"
	"ringer/report/findings"
)

const (
	small = "heat(players=3,heists=1)"
	gain  = "cards.lookout.gain"
)

// begin opens a workbench of a small game. Nobody answers yet.
func begin(t *testing.T, game, dir string) *workbench.Bench {
	t.Helper()
	g, err := open.Game(game)
	require.NoError(t, err)
	b, err := workbench.Open(workbench.Config{Game: g, Dir: dir, Trainer: &study.Trainer{Opener: &open.Opener{}}, Workers: 1, Build: "test"})
	require.NoError(t, err)
	return b
}

// work lets a workbench answer until the test ends, or what it returns is called.
func work(t *testing.T, b *workbench.Bench) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.Run(ctx)
	}()
	stop = func() { cancel(); <-ended }
	t.Cleanup(stop)
	return stop
}

// caller speaks with the API.
type caller struct {
	*testing.T
	at string
}

func serve(t *testing.T, b *workbench.Bench) caller {
	s := httptest.NewServer(b.Handler())
	t.Cleanup(s.Close)
	return caller{t, s.URL + workbench.Root}
}

// do asks, with a body for POST, and reads the answer into a value. It returns the status and the text.
func (c caller) do(path string, body, into any) (status int, text string) {
	c.Helper()
	method, in := http.MethodGet, io.Reader(nil)
	if body != nil {
		method = http.MethodPost
		raw, isText := body.(string)
		if !isText {
			list, err := json.Marshal(body)
			require.NoError(c, err)
			raw = string(list)
		}
		in = strings.NewReader(raw)
	}
	r, err := http.NewRequest(method, c.at+path, in)
	require.NoError(c, err)
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	require.NoError(c, err)
	defer func() { _ = res.Body.Close() }()
	out, err := io.ReadAll(res.Body)
	require.NoError(c, err)
	if into != nil {
		require.NoError(c, json.Unmarshal(out, into), string(out))
	}
	return res.StatusCode, string(out)
}

// until waits for an answer to be in a state.
func (c caller) until(id string, state workbench.State) (a workbench.Answer) {
	c.Helper()
	require.Eventually(c, func() bool {
		a = workbench.Answer{}
		c.do("api/answers/"+id, nil, &a)
		return a.State == state || a.State == workbench.Failed
	}, 10*time.Minute, 20*time.Millisecond)
	require.Equal(c, state, a.State, a.Words)
	return a
}

// A question is answered by what the command line finds, with its sentence, figures, picture and command; the
// same question is not answered twice, and another process that opens the folder has it all.
func TestQuestionsAreAnswered(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bench")
	b := begin(t, small, dir)
	stop := work(t, b)
	c := serve(t, b)

	var v workbench.Variant
	status, _ := c.do("api/variants", map[string]any{"changes": []workbench.Change{{Path: gain, Value: "9"}}}, &v)
	require.Equal(t, http.StatusOK, status)
	assert.Equal(t, 1, v.ID)
	assert.Equal(t, "Lookout: gains 2 → 9 in phase B", v.Name)
	assert.Equal(t, "/#/g/heat(players%3D3%2Cheists%3D1%2Cchanges%3Dcards.lookout.gain%3D9)", v.Play)
	g, err := games.New(v.Game)
	require.NoError(t, err)
	assert.Equal(t, v.SpecHash, g.Spec().Hash)

	ask := workbench.Question{Variant: 1, Kind: workbench.Effect, Games: 20}
	var a workbench.Answer
	status, _ = c.do("api/ask", ask, &a)
	require.Equal(t, http.StatusOK, status)
	a = c.until("1", workbench.Done)
	require.NotEmpty(t, a.Words)
	assert.Contains(t, strings.Join(a.Words, "\n"), "cards.lookout.gain = 9: worth of getting Lookout")
	assert.Contains(t, a.Words[len(a.Words)-1], "whether Lookout is too")
	require.NotEmpty(t, a.Pictures)
	assert.Equal(t, "ringer report '"+small+"' --games 20 --seed 1 --agent expert --only what-if --change cards.lookout.gain=9 --out "+filepath.ToSlash(b.Files(1)), a.Commands[0])
	names, based := map[string]int{}, 0
	for _, f := range a.Figures {
		assert.LessOrEqual(t, f.Low, f.Value, f.Name)
		assert.LessOrEqual(t, f.Value, f.High, f.Name)
		assert.Positive(t, f.N, f.Name)
		if names[f.Name]++; f.Base {
			based++
		}
	}
	assert.Positive(t, based)
	assert.Equal(t, len(a.Figures), len(names)+based, "each figure of the rules as they are stands beside that of the variant")
	status, picture := c.do("files/1/"+a.Pictures[0], nil, nil)
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, picture, "<svg ")
	status, report := c.do("files/1/"+a.Report, nil, nil)
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, report, "<!doctype html>")

	c.do("api/ask", ask, &a)
	assert.Equal(t, 1, a.ID, "it is answered already")
	c.do("api/ask", workbench.Question{Kind: workbench.AboutThing, Thing: "lookout", Games: 20}, &a)
	assert.Equal(t, 2, a.ID)
	a = c.until("2", workbench.Done)
	assert.Contains(t, a.Words[0], "Lookout")
	assert.Equal(t, []string{"svg/what-if-worth.svg"}, a.Pictures)

	_, err = workbench.Open(b.Config)
	require.ErrorContains(t, err, "another process")
	stop()
	require.NoError(t, b.Close())
	again := begin(t, small, dir)
	defer func() { assert.NoError(t, again.Close()) }()
	kept, err := again.Answer(2)
	require.NoError(t, err)
	assert.Equal(t, a, kept)
	other := again.Config
	other.Game = games.MustNew("kuhn")
	require.NoError(t, again.Close())
	_, err = workbench.Open(other)
	require.ErrorContains(t, err, "a workbench of other rules is there ("+small+")")
	again = begin(t, small, dir)
}

// An answer that ends with its program goes on in the next one, and is the same as one that was never stopped.
func TestAnAnswerGoesOn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bench")
	b := begin(t, small, dir)
	stop := work(t, b)
	q := workbench.Question{Kind: workbench.AboutThing, Thing: "lookout", Games: 60}
	_, err := b.Ask(q)
	require.NoError(t, err)
	var a workbench.Answer
	require.Eventually(t, func() bool {
		a, err = b.Answer(1)
		return err == nil && (a.Part == "what-if" || a.State == workbench.Done)
	}, 10*time.Minute, time.Millisecond)
	stop()
	require.NoError(t, b.Close())
	b = begin(t, small, dir)
	a, err = b.Answer(1)
	require.NoError(t, err)
	require.Contains(t, []workbench.State{workbench.Stopped, workbench.Done}, a.State) // a quick machine may be over
	_, err = b.Continue(1)
	require.NoError(t, err)
	work(t, b)
	a = serve(t, b).until("1", workbench.Done)
	fresh := begin(t, small, filepath.Join(t.TempDir(), "fresh"))
	work(t, fresh)
	_, err = fresh.Ask(q)
	require.NoError(t, err)
	want := serve(t, fresh).until("1", workbench.Done)
	assert.Equal(t, want.Words, a.Words)
	assert.Equal(t, want.Figures, a.Figures)
}

// A search finds a change that the form takes.
func TestASearchFindsAChange(t *testing.T) {
	b := begin(t, "goofspiel", filepath.Join(t.TempDir(), "bench"))
	work(t, b)
	c := serve(t, b)
	_, err := b.Ask(workbench.Question{Kind: workbench.Shorter, Most: 5, Games: 20})
	require.NoError(t, err)
	var o workbench.Overview
	c.do("api/bench", nil, &o)
	require.Len(t, o.Answers, 1)
	stopped, err := b.Stop(1)
	require.NoError(t, err)
	assert.Equal(t, workbench.Stopped, stopped.State)
	_, err = b.Continue(1)
	require.NoError(t, err)
	a := c.until("1", workbench.Done)
	require.NotNil(t, a.Change, a.Words)
	assert.Contains(t, a.Words[0], "This change does it")
	v, err := b.Try([]workbench.Change{*a.Change})
	require.NoError(t, err)
	assert.NotEmpty(t, v.Words)
	assert.Contains(t, a.Commands[0], "ringer tune goofspiel --target length.decisions=..5 ")
}

// Faults stand at their fields, all at once, and nothing of a form with one is kept.
func TestFaultsStandAtTheirFields(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bench")
	b := begin(t, small, dir)
	defer func() { assert.NoError(t, b.Close()) }()
	c := serve(t, b)
	var got struct {
		Faults []workbench.Fault `json:"faults"`
	}
	status, _ := c.do("api/variants", map[string]any{"changes": []workbench.Change{
		{Path: gain, Value: "1001"}, {Path: "stages", Value: "soon"}, {Path: "cards.lokout.gain", Value: "3"}, {Path: "players", Value: ""}, {Path: "deal", Value: "5"}, {Path: "deal", Value: "6"},
	}}, &got)
	assert.Equal(t, http.StatusBadRequest, status)
	byField := map[string]string{}
	for _, f := range got.Faults {
		byField[f.Path] += f.Words
	}
	assert.Contains(t, byField[gain], "from -1000 to 1000")
	assert.Contains(t, byField["stages"], "want a whole number")
	assert.Contains(t, byField["cards.lokout.gain"], "did you mean cards.lookout.gain?")
	assert.Contains(t, byField["players"], "want a value")
	assert.Contains(t, byField["deal"], "changed twice")
	files, err := os.ReadDir(filepath.Join(dir, "variants"))
	require.NoError(t, err)
	assert.Empty(t, files)

	for body, want := range map[string]string{
		`{"kind":"nothing"}`: `"nothing": want one of thing, things`,
		`{"kind":"seats"}`:   "0: want a number from 5 to 14400",
		`{"kind":"seats","seconds":1e99,"agents":"me","seed":99999999999999999}`: "want a whole number from 1 to",
		`{"kind":"seats","games":20,"seconds":5}`:                                "want seconds or games",
		`{"kind":"seats","games":20,"variant":7}`:                                "there is no such variant",
		`{"kind":"thing","games":20,"thing":"nobody"}`:                           `"nobody": want a card or other thing`,
		`{"kind":"effect","games":20}`:                                           "it changes nothing",
		`{"kind":"shorter","games":20}`:                                          "want a number of decisions from 1",
		`{"kind":"seats","games":20,"surprise":1}`:                               "surprise",
		`{`: "cut off",
		`{"kind":"` + strings.Repeat("x", 300_000) + `"}`:                                         "at most 262144 bytes",
		`{"kind":"thing","games":20,"thing":"<script>` + strings.Repeat("y", 200) + `</script>"}`: "…",
	} {
		status, text := c.do("api/ask", body, &got)
		assert.GreaterOrEqual(t, status, 400, body[:min(60, len(body))])
		assert.Less(t, status, 500, body[:min(60, len(body))])
		assert.Contains(t, strings.ReplaceAll(text, `\"`, `"`), want, body[:min(60, len(body))])
	}
	_, err = b.Add(strings.Repeat("n", 100), []workbench.Change{{Path: gain, Value: "3"}})
	require.ErrorContains(t, err, "name: want a name of at most 80 letters")
	for range 20 {
		_, err = b.Ask(workbench.Question{Kind: workbench.Seats, Games: 20 + len(waiting(t, c))})
		require.NoError(t, err)
	}
	_, err = b.Ask(workbench.Question{Kind: workbench.Seats, Games: 900})
	require.ErrorContains(t, err, "20 questions wait")
}

func waiting(t *testing.T, c caller) []workbench.Answer {
	t.Helper()
	var o workbench.Overview
	c.do("api/bench", nil, &o)
	return o.Answers
}

// Files of answers are served and nothing beside them, whatever an address says.
func TestFilesOfAnswersAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bench")
	b := begin(t, small, dir)
	defer func() { assert.NoError(t, b.Close()) }()
	_, err := b.Ask(workbench.Question{Kind: workbench.Seats, Games: 20})
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(b.Files(1), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(b.Files(1), "report.html"), []byte("<p>it</p>"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(b.Files(1), "tool.exe"), []byte("no"), 0o600))
	outside := filepath.Join(filepath.Dir(dir), "secret.json")
	require.NoError(t, os.WriteFile(outside, []byte(`"secret"`), 0o600))
	require.NoError(t, os.Symlink(outside, filepath.Join(b.Files(1), "link.json")))
	h := b.Handler()
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, workbench.Root+path, nil))
		return w
	}
	w := get("files/1/report.html")
	assert.Equal(t, http.StatusOK, w.Code)
	assert.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'")
	for _, path := range []string{
		"files/1/tool.exe", "files/1/link.json", "files/1/../answer.json", "files/1/%2e%2e/answer.json", "files/1/..%2fanswer.json", "files/2/report.html", "files/x/report.html", "files/1/", "files/1/no.svg",
	} {
		w := get(path)
		assert.NotEqual(t, http.StatusOK, w.Code, path)
		assert.NotContains(t, w.Body.String(), "secret", path)
		assert.NotContains(t, w.Body.String(), "waiting", path)
	}
	for _, name := range []string{"", "page.js", "page.css"} {
		w := get(name)
		assert.Equal(t, http.StatusOK, w.Code, name)
		assert.False(t, bytes.Contains(w.Body.Bytes(), []byte("innerHTML")), "texts are texts")
	}
}

// No value opens a file: what one holds would stand in its faults.
func TestValuesOpenNoFile(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	require.NoError(t, os.WriteFile("mine.yaml", []byte("secret: word\n"), 0o600))
	b := begin(t, "duel(file=mini)", filepath.Join(dir, "bench"))
	defer func() { assert.NoError(t, b.Close()) }()
	for _, value := range []string{"mine.yaml", "MINE.YAML", "./mine", "[mine.yaml]", `["mine.yaml"]`, `"mine.y\x61ml"`, "[scatter, mine.yaml]", "/etc/passwd", "mine.yml,"} {
		for _, path := range []string{"map", "bands"} {
			_, err := b.Try([]workbench.Change{{Path: path, Value: value}})
			require.ErrorContains(t, err, "want a name that ships", "%s=%s", path, value)
			assert.NotContains(t, err.Error(), "secret", value)
			assert.NotContains(t, err.Error(), "root", value)
		}
	}
	v, err := b.Try([]workbench.Change{{Path: "map", Value: "forest"}})
	require.NoError(t, err)
	assert.NotEmpty(t, v.Words)

	cards := begin(t, small, filepath.Join(dir, "cards"))
	defer func() { assert.NoError(t, cards.Close()) }()
	require.NoError(t, os.WriteFile("mine.yaml", []byte("heists: 2\n"), 0o600))
	for _, value := range []string{"a,mine.yaml", "a,mine.yaml]", "a]),mine.yaml", "[a,mine.yaml]"} {
		v, err := cards.Try([]workbench.Change{{Path: "cards.lookout.title", Value: value}})
		if err == nil {
			assert.Len(t, v.Words, 1, value)
		}
	}
}

// Findings are on a page with their charts, and each shows its games at their moments; they are the same whenever they are
// played again.
func TestFindingsCanBeSeen(t *testing.T) {
	b := begin(t, small, filepath.Join(t.TempDir(), "bench"))
	defer func() { assert.NoError(t, b.Close()) }()
	b.Findings = []findings.Finding{
		{Game: small, Kind: findings.Dominant, Subject: "Lookout", Figure: "worth", Unit: findings.Points, Value: .1, Low: .05, High: .15, N: 9, Of: "forks", Agents: "greedy", Command: "ringer report heat"},
		{Game: small, Kind: findings.Seat, Subject: "seat 2", Figure: "wins of <b>", Unit: findings.Share, Value: .5, Low: .4, High: .6, Even: .33, N: 9, Of: "games", Agents: "greedy", Command: "ringer report heat"},
		{Game: small, Kind: findings.Length, Subject: "length", Figure: "length", Unit: findings.Times, Value: 5, Low: 5, High: 5, Even: 1, N: 9, Of: "games", Agents: "greedy", Command: "ringer report heat"},
		{Game: small, Kind: findings.Never, Subject: "it", Figure: "it", Unit: findings.Share, N: 9, Of: "games", Agents: "nobody", Command: "ringer report heat"},
	}
	c := serve(t, b)
	_, page := c.do("findings", nil, nil)
	assert.Contains(t, page, "findings/dominant.svg")
	assert.Contains(t, page, "wins of &lt;b&gt;")
	assert.Contains(t, page, workbench.Root+"findings/2/3")
	status, chart := c.do("findings/dominant.svg", nil, nil)
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, chart, "Lookout")
	_, story := c.do("findings/1/1", nil, nil)
	assert.Contains(t, story, "Here: ")
	assert.Contains(t, story, "Lookout")
	assert.Contains(t, story, "ringer replay runs/found/heat-players-3-heists-1-dominant-lookout-1.jsonl")
	_, record := c.do("findings/2/1.jsonl", nil, nil)
	r, err := replay.Read(strings.NewReader(record), "record")
	require.NoError(t, err)
	assert.Greater(t, r.Returns[1], max(r.Returns[0], r.Returns[2]), "seat 2 wins it")
	_, games, err := reporting.GamesOf(t.Context(), &open.Opener{}, &b.Findings[1], 2)
	require.NoError(t, err)
	var again bytes.Buffer
	require.NoError(t, games[0].Replay.Write(&again))
	assert.Equal(t, record, again.String())
	_, games, err = reporting.GamesOf(t.Context(), &open.Opener{}, &b.Findings[2], 2)
	require.NoError(t, err)
	assert.LessOrEqual(t, len(games[0].History), len(games[1].History))
	assert.Less(t, len(games[0].History), len(games[2].History))
	for path, want := range map[string]int{"findings/0/1": 404, "findings/5/1": 404, "findings/1/4": 404, "findings/1/x": 404, "findings/seat": 404, "findings/4/1": 500} {
		status, _ := c.do(path, nil, nil)
		assert.Equal(t, want, status, path)
	}
}

// The form lists every knob with its bounds, by thing and by word.
func TestTheFormListsTheKnobs(t *testing.T) {
	b := begin(t, small, filepath.Join(t.TempDir(), "bench"))
	defer func() { assert.NoError(t, b.Close()) }()
	list, more := b.Fields("Lookout", "")
	assert.Zero(t, more)
	found := false
	for _, f := range list {
		if f.Path == gain {
			found = true
			assert.Equal(t, "2", f.Value)
			assert.Contains(t, f.Bounds, "from -1000 to 1000")
		}
	}
	assert.True(t, found)
	list, more = b.Fields("", "lookout")
	assert.Len(t, list, min(80, len(list)))
	assert.GreaterOrEqual(t, more, 0)
	assert.Greater(t, len(list), 5)
}

// A copy is written into a folder of its own, anew over an older one, and never over something else. An answer that has
// not finished is in it without its files.
func TestCopiesOfAWorkbench(t *testing.T) {
	dir := t.TempDir()
	b := begin(t, small, filepath.Join(dir, "bench"))
	defer func() { assert.NoError(t, b.Close()) }()
	_, err := b.Ask(workbench.Question{Kind: workbench.Length, Seconds: 60})
	require.NoError(t, err)
	copied := filepath.Join(dir, "copy")
	for range 2 {
		require.NoError(t, b.Export(copied))
	}
	list, err := os.ReadDir(copied)
	require.NoError(t, err)
	var names []string
	for _, f := range list {
		names = append(names, f.Name())
	}
	assert.Equal(t, []string{"index.html", "page.css", "page.js", "workbench.js"}, names)
	index, err := os.ReadFile(filepath.Join(copied, "index.html"))
	require.NoError(t, err)
	assert.NotContains(t, string(index), "module", "a browser loads no module from a disk")
	assert.Contains(t, string(index), `<script src="workbench.js">`)
	data, err := os.ReadFile(filepath.Join(copied, "workbench.js"))
	require.NoError(t, err)
	assert.NotContains(t, string(data), dir)
	assert.Contains(t, string(data), `"state":"stopped"`)
	assert.Contains(t, string(data), `"path":"`+gain+`"`)

	other := filepath.Join(dir, "other")
	require.NoError(t, os.MkdirAll(other, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(other, "mine.txt"), nil, 0o600))
	require.ErrorContains(t, b.Export(other), "--export "+other+": something else is there: want a folder that is empty")
	assert.FileExists(t, filepath.Join(other, "mine.txt"))
	require.ErrorContains(t, b.Export(filepath.Join(other, "mine.txt")), "want a folder")
}
