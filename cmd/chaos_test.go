//go:build unix

package cmd_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/open"
)

// chaosTraining is a training of a second, saved in every iteration, that uses
// everything a run keeps.
var chaosTraining = []string{
	"train", "--config", "kuhn", "--out", "run", "--set", "decisions=6000",
	"--set", "collect={batch: 400, tables: 16, groups: 2}", "--set", "network.hidden=[12]",
	"--set", "opponents={past_share: 0.25, snapshot_every: 2, pool: 3, redraw_every: 3, fixed: [random], fixed_share: 0.25}",
	"--set", "evaluation={every: 3, games: 60, opponents: [random], exact: true, final_games: 200}",
	"--set", "checkpoint={every: 1, keep: 3}", "--set", "ppo.minibatch=64",
}

// ruin is a kind of disturbance. It disturbs the run of c between its beginning
// and its end.
type ruin struct {
	name string
	do   func(*chaos)
}

// ruins lists every kind, in the order in which they are counted.
func ruins() []ruin {
	return []ruin{
		{"SIGKILL", func(c *chaos) { c.signal(syscall.SIGKILL) }},
		{"SIGTERM", func(c *chaos) { c.signal(syscall.SIGTERM) }},
		{"SIGINT", func(c *chaos) { c.signal(syscall.SIGINT) }},
		{"full disk", (*chaos).fullDisk},
		{"read-only folder", (*chaos).readOnly},
		{"two processes", (*chaos).twoProcesses},
		{"export under way", (*chaos).exports},
		{"clock jump", (*chaos).clockJump},
	}
}

// chaos is one round: a run that is disturbed, and goes on to its end.
type chaos struct {
	testing.TB
	rng     *rand.Rand
	dir     string        // that holds the folder "run"
	takes   time.Duration // of an undisturbed training
	slowest *time.Duration
	count   map[string]int // of rounds and disturbances, by what became of them
}

// train starts the training, or goes on with it.
func (c *chaos) train() *cmdtest.Process {
	if _, err := os.Stat(filepath.Join(c.dir, "run", "config.yaml")); err == nil {
		return cmdtest.Start(c, c.dir, nil, "train", "--resume", "run")
	}
	return cmdtest.Start(c, c.dir, nil, chaosTraining...)
}

// pause waits for a part of a training.
func (c *chaos) pause() { time.Sleep(time.Duration(c.rng.Float64() * float64(c.takes))) }

// signal trains for a while and sends a signal. A training that is asked to stop
// stops within a second.
func (c *chaos) signal(s syscall.Signal) {
	p := c.train()
	c.pause()
	require.NoError(c, p.Process.Signal(s))
	sent := time.Now()
	exit := p.Exit()
	if s == syscall.SIGKILL {
		return
	}
	*c.slowest = max(*c.slowest, time.Since(sent))
	switch {
	case exit == shell.ExitDone, exit == -1 && p.Errs.Len() == 0: // ended, or hit before the program listened
	case exit == shell.ExitInterrupted && strings.Contains(p.Errs.String(), "saved; go on with: ringer train --resume run"):
	case strings.Contains(p.Errs.String(), "stopped before the first iteration"):
	default:
		c.Fatalf("exit status %d after %v: %s", exit, s, p.Errs.String())
	}
}

// refused wants a training to fail with one clear error.
func (c *chaos) refused(p *cmdtest.Process, says ...string) {
	require.Equal(c, shell.ExitFailed, p.Exit(), p.Errs.String())
	var faults []string
	for line := range strings.Lines(p.Errs.String()) {
		if strings.HasPrefix(line, "ringer: ") {
			faults = append(faults, line)
		}
	}
	require.Len(c, faults, 1, p.Errs.String())
	require.True(c, slices.ContainsFunc(says, func(s string) bool { return strings.Contains(faults[0], s) }), faults[0])
	require.NotContains(c, p.Errs.String(), "goroutine")
}

// fullDisk trains where there is room for a part of the run, and moves what there is
// to where there is more.
func (c *chaos) fullDisk() {
	disk := filepath.Join(c.dir, "disk")
	require.NoError(c, os.MkdirAll(disk, 0o755))
	used := int64(4096)
	for _, path := range cmdtest.FilesBelow(c, c.dir) {
		if info, err := os.Stat(path); err == nil {
			used += (info.Size()/4096 + 1) * 4096
		}
	}
	size := fmt.Sprintf("size=%d", used+int64(c.rng.IntN(40_000)))
	if exec.Command("mount", "-t", "tmpfs", "-o", size, "tmpfs", disk).Run() != nil {
		c.count["disturbances that cannot be tried here"]++
		return
	}
	defer func() { require.NoError(c, exec.Command("umount", disk).Run()) }()
	if _, err := os.Stat(filepath.Join(c.dir, "run")); err == nil {
		require.NoError(c, os.CopyFS(filepath.Join(disk, "run"), os.DirFS(filepath.Join(c.dir, "run"))))
	}
	there := *c
	there.dir = disk
	p := there.train()
	if p.Exit() == shell.ExitDone {
		c.count["disks that did not fill"]++
	} else {
		c.refused(p, "no space left on device")
	}
	require.NoError(c, os.RemoveAll(filepath.Join(c.dir, "run")))
	if _, err := os.Stat(filepath.Join(disk, "run")); err == nil {
		require.NoError(c, os.CopyFS(filepath.Join(c.dir, "run"), os.DirFS(filepath.Join(disk, "run"))))
	}
}

// readOnly stops the training and tries to go on where nothing can be written.
func (c *chaos) readOnly() {
	c.signal(syscall.SIGTERM)
	folder := filepath.Join(c.dir, "run")
	if _, err := os.Stat(filepath.Join(folder, "config.yaml")); err != nil {
		return // stopped before there was anything
	}
	if os.Getuid() == 0 { // who may write everywhere
		if exec.Command("mount", "--bind", folder, folder).Run() != nil {
			c.count["disturbances that cannot be tried here"]++
			return
		}
		defer func() { require.NoError(c, exec.Command("umount", folder).Run()) }()
		require.NoError(c, exec.Command("mount", "-o", "remount,bind,ro", folder).Run())
	} else {
		mode := func(files, folders fs.FileMode) {
			for _, path := range append(cmdtest.FilesBelow(c, folder), folder) {
				info, err := os.Stat(path)
				require.NoError(c, err)
				m := files
				if info.IsDir() {
					m = folders
				}
				require.NoError(c, os.Chmod(path, m))
			}
		}
		mode(0o444, 0o555)
		defer mode(0o644, 0o755)
	}
	before := cmdtest.RunFiles(c, folder)
	c.refused(c.train(), "read-only", "permission denied")
	require.Equal(c, before, cmdtest.RunFiles(c, folder))
}

// twoProcesses sends a second training into the run.
func (c *chaos) twoProcesses() {
	p := c.train()
	ended := make(chan struct{})
	go func() { p.Exit(); close(ended) }()
	// There is little time to see a lock that is given up again soon.
	require.Eventually(c, func() bool {
		_, err := os.Stat(filepath.Join(c.dir, "run", "config.yaml"))
		text, _ := os.ReadFile(filepath.Join(c.dir, "run", "lock"))
		return err == nil && strings.Contains(string(text), fmt.Sprintf(`"pid":%d,`, p.Process.Pid)) || isClosed(ended)
	}, 10*time.Minute, time.Millisecond)
	second := cmdtest.Start(c, c.dir, nil, "train", "--resume", "run")
	if exit := second.Exit(); exit == shell.ExitBadInput {
		require.Contains(c, second.Errs.String(), fmt.Sprintf("is locked by process %d on host", p.Process.Pid))
	} else {
		require.Zero(c, exit, second.Errs.String()) // it came after the end of the first
	}
	if c.rng.IntN(2) == 0 {
		_ = p.Process.Kill() // it may have ended
	}
	<-ended
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// exports reads the run while it is trained.
func (c *chaos) exports() {
	p := c.train()
	ended := make(chan int, 1)
	go func() { ended <- p.Exit() }()
	for {
		e := cmdtest.Start(c, c.dir, nil, "export", "run", "--out", fmt.Sprintf("meanwhile-%d.bot", c.rng.Uint64()))
		if exit := e.Exit(); exit != shell.ExitDone {
			require.Equal(c, shell.ExitBadInput, exit, e.Errs.String())
			require.Regexp(c, "no checkpoint|is not a run", e.Errs.String())
		}
		select {
		case exit := <-ended:
			require.Zero(c, exit, p.Errs.String())
			return
		default:
			c.pause()
		}
	}
}

// clockJump kills the training and gives everything that it has written times of
// the past and of the future; its lock may also name another host, as the lock of a
// container that has gone does.
func (c *chaos) clockJump() {
	c.signal(syscall.SIGKILL)
	folder := filepath.Join(c.dir, "run")
	if _, err := os.Stat(folder); err != nil {
		return
	}
	for _, path := range cmdtest.FilesBelow(c, folder) {
		when := time.Now().Add(time.Duration(c.rng.Int64N(2e18) - 1e18)) // 30 years
		require.NoError(c, os.Chtimes(path, when, when))
	}
	for _, unix := range []int64{1, time.Now().Unix(), time.Now().Unix() + 1e9} {
		name := fmt.Sprintf("events.out.tfevents.%010d.ringer.0", unix)
		if f, err := os.OpenFile(filepath.Join(folder, name), os.O_CREATE|os.O_EXCL, 0o644); err == nil {
			require.NoError(c, f.Close())
		}
	}
	lock := filepath.Join(folder, "lock")
	if text, err := os.ReadFile(lock); err == nil && c.rng.IntN(2) == 0 {
		year := fmt.Sprintf(`"since":"%d-`, time.Now().Year())
		left := strings.NewReplacer(year, `"since":"2099-`, `"host":"`, `"host":"elsewhere-`).Replace(string(text))
		require.NoError(c, os.WriteFile(lock, []byte(left), 0o644))
	}
}

// finish trains to the end, and returns everything that follows from the
// configuration.
func (c *chaos) finish() map[string]string {
	p := c.train()
	require.Zero(c, p.Exit(), p.Errs.String())
	run := filepath.Join(c.dir, "run")
	files := cmdtest.RunFiles(c, run)
	files[open.ResultName] = withoutTimes(c, cmdtest.ReadText(c, filepath.Join(run, open.ResultName)))
	e := cmdtest.Start(c, c.dir, nil, "export", "run", "--out", "end.bot")
	require.Zero(c, e.Exit(), e.Errs.String())
	bot, err := zip.OpenReader(filepath.Join(c.dir, "end.bot"))
	require.NoError(c, err)
	defer bot.Close()
	for _, member := range bot.File {
		r, err := member.Open()
		require.NoError(c, err)
		text, err := io.ReadAll(r)
		require.NoError(c, err)
		files["bot/"+member.Name] = string(text)
	}
	files["bot/manifest.json"] = withoutTimes(c, files["bot/manifest.json"])
	return files
}

// withoutTimes drops what a JSON object says of seconds.
func withoutTimes(t testing.TB, text string) string {
	t.Helper()
	var object map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &object))
	for _, o := range []any{object, object["training"]} {
		if m, ok := o.(map[string]any); ok {
			delete(m, "seconds")
			delete(m, "decisions_per_second")
		}
	}
	out, err := json.Marshal(object)
	require.NoError(t, err)
	return string(out)
}

// Whatever happens to a training, it can go on, and ends with the bytes of one that
// nothing happened to: every checkpoint, the metrics and the bot. RINGER_CHAOS is
// the number of rounds; make chaos sets it.
func TestChaos(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	rounds, seed := 4, uint64(1)
	if text := os.Getenv("RINGER_CHAOS"); text != "" {
		var err error
		rounds, err = strconv.Atoi(text)
		require.NoError(t, err, "RINGER_CHAOS")
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d, %s/%s", seed, runtime.GOOS, runtime.GOARCH)
	rng := rand.New(rand.NewPCG(seed, 2))
	var slowest time.Duration
	count := map[string]int{}
	begin := func() *chaos {
		return &chaos{TB: t, rng: rng, dir: t.TempDir(), slowest: &slowest, count: count}
	}
	began := time.Now()
	want := begin().finish()
	takes := time.Since(began)
	require.Contains(t, want["metrics.jsonl"], `"win_rate_against_random"`)

	kinds := ruins()
	for round := range rounds {
		c := begin()
		c.takes = takes
		var story []string
		for n := 1 + rng.IntN(3); n > 0; n-- {
			kind := kinds[round%len(kinds)] // each as often, and any before it
			if n > 1 {
				kind = kinds[rng.IntN(len(kinds))]
			}
			story = append(story, kind.name)
			kind.do(c)
			count[kind.name]++
		}
		got := c.finish()
		assert.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)), "round %d: %v", round, story)
		same := true
		for name := range want {
			same = assert.True(t, want[name] == got[name], "round %d: %v: %s differs", round, story, name) && same
		}
		if same {
			count["rounds that ended with the same bytes"]++
		}
		require.NoError(t, os.RemoveAll(c.dir))
	}
	for _, what := range slices.Sorted(maps.Keys(count)) {
		t.Logf("%5d %s", count[what], what)
	}
	t.Logf("%5d rounds in all; the slowest stop took %v", rounds, slowest.Round(time.Millisecond))
}
