package cmd_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/internal/machine"
	"ringer/open/tables"
)

// soakFile is where docs/machines-training.md takes its table from.
const soakFile = "../docs/soak.json"

// A soaked holds the figures of a soak. The file holds a list of them: the newest of each part.
type soaked struct {
	Date     string       `json:"date"`
	Revision string       `json:"revision"`
	Cores    int          `json:"cores"`
	Minutes  float64      `json:"minutes"`
	Parts    []soakedPart `json:"parts"`
}

// A soakedPart is a process that lasted. Memory is in bytes.
type soakedPart struct {
	Name     string           `json:"name"`
	Command  string           `json:"command"`
	Work     string           `json:"work"` // how much it did meanwhile
	Slopes   map[string]slope `json:"slopes"`
	DiskEnd  int64            `json:"disk_end"`  // bytes in its folder at the end, which may grow: what it keeps
	DiskHour float64          `json:"disk_hour"` // growth in an hour
}

// soakLimits are the quantities that must stay, and the growth in an hour that is none. A
// leak of one goroutine or file a game, or an iteration, would be thousands in an hour. The
// message server keeps blocks of 8 MiB.
var soakLimits = []struct {
	name  string
	least float64
	block []slopeMeasure // what the samples of a block count for
	of    func(machine.Stats) float64
}{
	{"goroutines", 20, ofCounts, func(s machine.Stats) float64 { return float64(s.Goroutines) }},
	{"files", 20, ofCounts, func(s machine.Stats) float64 { return float64(s.Files) }},
	{"heap", 4 << 20, ofMemory, func(s machine.Stats) float64 { return float64(s.Heap) }},
	{"memory", 8 << 20, ofMemory, func(s machine.Stats) float64 { return float64(s.Memory) }},
	{"rss", 8 << 20, ofMemory, func(s machine.Stats) float64 { return float64(s.Resident) }},
}

// soaking is a process under way.
type soaking struct {
	name, dir string
	p         *cmdtest.Process
	args      []string

	mu   sync.Mutex // guards:
	disk []float64  // bytes in its folder, every ten seconds
	at   []float64
}

// soakGarbage lets processes collect garbage early: little of their memory is garbage.
const soakGarbage = "GOGC=20"

// beginSoak begins a process with --stats.
func beginSoak(t *testing.T, name, dir string, args ...string) *soaking {
	t.Helper()
	s := &soaking{name: name, dir: dir, args: args}
	s.p = cmdtest.Start(t, dir, []string{soakGarbage}, append(args, "--stats", name+".stats.jsonl")...)
	return s
}

// size returns the bytes of the files below a folder, without the files of --stats.
func size(dir string) (bytes int64) {
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && !strings.HasSuffix(path, ".stats.jsonl") {
			if info, err := entry.Info(); err == nil {
				bytes += info.Size()
			}
		}
		return nil // files come and go meanwhile
	})
	return bytes
}

// watch measures the folder until ctx ends.
func (s *soaking) watch(ctx context.Context) {
	begun := time.Now()
	for {
		bytes := float64(size(s.dir))
		s.mu.Lock()
		s.at, s.disk = append(s.at, time.Since(begun).Seconds()), append(s.disk, bytes)
		s.mu.Unlock()
		select {
		case <-time.After(shell.StatsEvery):
		case <-ctx.Done():
			return
		}
	}
}

// held says how what the process holds has changed so far.
func (s *soaking) held(t *testing.T) map[string]slope {
	t.Helper()
	slopes := map[string]slope{}
	lines := cmdtest.StatsOf(t, filepath.Join(s.dir, s.name+".stats.jsonl"))
	for _, limit := range soakLimits {
		var at, values []float64
		for _, l := range lines {
			at, values = append(at, l.Seconds), append(values, limit.of(l))
		}
		slopes[limit.name] = slopeOf(at, values, limit.least, limit.block)
	}
	return slopes
}

// part says what the process has held so far.
func (s *soaking) part(t *testing.T, work string) soakedPart {
	t.Helper()
	part := soakedPart{Name: s.name, Command: "ringer " + quoted(s.args), Work: work, Slopes: s.held(t), DiskEnd: size(s.dir)}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.disk) > 4 {
		part.DiskHour = slopeOf(s.at, s.disk, 0, ofCounts).PerHour
	}
	return part
}

// end stops the process.
func (s *soaking) end(t *testing.T) {
	t.Helper()
	assert.Nil(t, s.p.ProcessState, "%s ended by itself: %s%s", s.name, &s.p.Out, &s.p.Errs)
	_ = s.p.Process.Signal(os.Interrupt)
	kill := time.AfterFunc(2*time.Minute, func() { _ = s.p.Process.Kill() })
	exit := s.p.Exit()
	kill.Stop()
	assert.Contains(t, []int{shell.ExitDone, shell.ExitInterrupted}, exit, "%s: %s%s", s.name, &s.p.Out, &s.p.Errs)
}

// quoted writes arguments as a shell takes them.
func quoted(args []string) string {
	words := make([]string, len(args))
	for i, a := range args {
		if words[i] = a; strings.ContainsAny(a, " ()=,'") {
			words[i] = "'" + a + "'"
		}
	}
	return strings.Join(words, " ")
}

// Distributed training, a hundred tables and an arena side by side, for an hour: make soak.
// RINGER_SOAK says for how many minutes, RINGER_SOAK_ONLY which of them: serve, arena,
// train. What they hold must be flat. Where that is unclear, they go on for twice and four times
// as long.
func TestSoak(t *testing.T) {
	minutes, err := strconv.ParseFloat(os.Getenv("RINGER_SOAK"), 64)
	if err != nil {
		t.Skip("make soak: an hour")
	}
	only := os.Getenv("RINGER_SOAK_ONLY")
	chosen := func(name string) bool { return only == "" || strings.Contains(only, name) }
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	revision := commit(t) // of what runs: the tree may change meanwhile
	var all []*soaking
	work := map[*soaking]func() string{}
	var clients sync.WaitGroup
	if chosen("serve") {
		s, l := soakServe(t, ctx, &clients, 100)
		all = append(all, s)
		work[s] = func() string {
			l.Mu.Lock()
			defer l.Mu.Unlock()
			assert.Empty(t, l.Errors)
			return fmt.Sprintf("100 tables, %d decisions of people, %d games", len(l.Answers), l.Games)
		}
	}
	if chosen("arena") {
		s := beginSoak(t, "arena", t.TempDir(), "arena", "greedy", "expert", "bot(heat-4p)", "-g", "heat(players=4)", "-n", "1000000", "--keep", "arena.jsonl", "-j", "1", "-q")
		all = append(all, s)
		work[s] = func() string {
			return fmt.Sprintf("%d blocks of deals", lineCount(t, filepath.Join(s.dir, "arena.jsonl"))-1)
		}
	}
	if chosen("train") {
		for _, s := range soakTraining(t) {
			all = append(all, s)
			work[s] = func() string { return progressOf(s) }
		}
	}
	require.NotEmpty(t, all, "RINGER_SOAK_ONLY=%s: want serve, arena, train", only)
	for _, s := range all {
		clients.Go(func() { s.watch(ctx) })
	}
	begun := time.Now()
	var found *soaked
	for look := range soakLooks {
		time.Sleep(time.Until(begun.Add(time.Duration(minutes * float64(time.Minute)))))
		found = &soaked{Date: time.Now().UTC().Format(time.DateOnly), Revision: revision, Cores: runtime.NumCPU(), Minutes: minutes}
		for _, s := range all {
			found.Parts = append(found.Parts, s.part(t, work[s]()))
		}
		soakReport(t, found)
		if look == soakLooks-1 || !undecided(t, all) {
			break
		}
		minutes *= 2
		t.Logf("something is unclear: on to %g minutes", minutes)
	}
	cancel()
	clients.Wait()
	for _, s := range all {
		s.end(t)
	}
	for _, p := range found.Parts {
		for name, s := range p.Slopes {
			assert.Equal(t, flat, s.Verdict, "%s: %s; a soak of %.1f hours would tell", p.Name, name, s.Needs)
		}
	}
}

// undecided reports whether more time would tell of something whether it grows.
func undecided(t *testing.T, all []*soaking) bool {
	t.Helper()
	is := false
	for _, s := range all {
		assert.Nil(t, s.p.ProcessState, "%s ended by itself: %s%s", s.name, &s.p.Out, &s.p.Errs)
		for name, held := range s.held(t) {
			switch held.Verdict {
			case grows:
				t.Errorf("%s: %s grows: %+v", s.name, name, held)
				return false
			case unclear:
				t.Logf("%s: %s: unclear until %.1f hours", s.name, name, held.Needs)
				is = true
			}
		}
	}
	return is
}

// soakServe begins a server, and clients that play at its tables.
func soakServe(t *testing.T, ctx context.Context, clients *sync.WaitGroup, count int) (*soaking, *cmdtest.Load) {
	t.Helper()
	dir, l := t.TempDir(), &cmdtest.Load{}
	address := cmdtest.FreeAddress(t)
	s := beginSoak(t, "serve", dir, "serve", "--addr", address, "--data", "tables")
	cmdtest.AwaitServer(t, address)
	for n := range count {
		clients.Go(func() {
			time.Sleep(rand.N(5 * time.Second)) // people do not come all at once
			l.Play(ctx, "http://"+address, tables.FirstGames[n%len(tables.FirstGames)], n)
		})
	}
	return s, l
}

// soakTraining begins a learner that plays nothing itself, and two workers that do.
func soakTraining(t *testing.T) []*soaking {
	t.Helper()
	address := cmdtest.FreeAddress(t)
	all := []*soaking{beginSoak(t, "learner", t.TempDir(), "train", "--config", "kuhn", "--out", "run", "--set", "decisions=1000000000000",
		"--nats", "embedded", "--nats-listen", address, "--nats-play", "0", "-q")}
	for _, name := range []string{"worker-1", "worker-2"} {
		all = append(all, beginSoak(t, name, t.TempDir(), "worker", "--nats", "nats://"+address, "--workers", "1", "-q"))
	}
	return all
}

// progressOf says how far a training came.
func progressOf(s *soaking) string {
	if s.name != "learner" {
		return ""
	}
	text, err := os.ReadFile(filepath.Join(s.dir, "run", "metrics.jsonl"))
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%d iterations", strings.Count(string(text), "\n"))
}

func lineCount(t *testing.T, path string) int {
	text, err := os.ReadFile(path)
	assert.NoError(t, err)
	return strings.Count(string(text), "\n")
}

// commit returns the commit of the source, which go test does not keep in its programs.
func commit(t *testing.T) string {
	t.Helper()
	revision, err := exec.Command("git", "rev-parse", "HEAD").Output()
	require.NoError(t, err)
	changes, err := exec.Command("git", "status", "--porcelain", "--untracked-files=no").Output()
	require.NoError(t, err)
	if len(changes) > 0 {
		return strings.TrimSpace(string(revision)) + "+modified"
	}
	return strings.TrimSpace(string(revision))
}

// soakReport prints a table of what was found, and keeps it as JSON.
func soakReport(t *testing.T, found *soaked) {
	t.Helper()
	var table strings.Builder
	fmt.Fprintf(&table, "%s, %g minutes, %d cores, %s\n", found.Date, found.Minutes, found.Cores, found.Revision)
	for _, p := range found.Parts {
		fmt.Fprintf(&table, "%s: %s\n%s\n", p.Name, p.Command, p.Work)
		for _, limit := range soakLimits {
			s := p.Slopes[limit.name]
			fmt.Fprintf(&table, "  %-10s level %14.1f  an hour %+14.1f (%+.1f … %+.1f), allowed %.1f: %s\n", limit.name, s.Level, s.PerHour, s.Low, s.High, s.Allowed, s.Verdict)
		}
		fmt.Fprintf(&table, "  %-10s end   %14d  an hour %+14.0f\n", "disk", p.DiskEnd, p.DiskHour)
	}
	t.Log("\n" + table.String())
	out := os.Getenv("RINGER_SOAK_OUT")
	if out == "" {
		out = soakFile
	}
	var all []*soaked
	if text, err := os.ReadFile(out); err == nil {
		require.NoError(t, json.Unmarshal(text, &all), out)
	}
	text, err := json.MarshalIndent(newest(all, found), "", "  ")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(out, append(text, '\n'), 0o644))
}

// newest adds a soak to a list, and drops from those before it the parts that it has too.
func newest(before []*soaked, found *soaked) (all []*soaked) {
	for _, s := range before {
		s.Parts = slices.DeleteFunc(s.Parts, func(old soakedPart) bool {
			return slices.ContainsFunc(found.Parts, func(p soakedPart) bool { return p.Name == old.Name })
		})
		if len(s.Parts) > 0 {
			all = append(all, s)
		}
	}
	return append(all, found)
}

func TestNewestSoaks(t *testing.T) {
	soak := func(date string, parts ...string) *soaked {
		s := &soaked{Date: date}
		for _, name := range parts {
			s.Parts = append(s.Parts, soakedPart{Name: name})
		}
		return s
	}
	all := newest(nil, soak("1", "serve", "arena", "learner"))
	all = newest(all, soak("2", "learner"))
	assert.Equal(t, []*soaked{soak("1", "serve", "arena"), soak("2", "learner")}, all)
	all = newest(all, soak("3", "learner", "serve"))
	assert.Equal(t, []*soaked{soak("1", "arena"), soak("3", "learner", "serve")}, all)
}
