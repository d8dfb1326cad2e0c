package about_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/about"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/cluster"
	"ringer/internal/cover"
	"ringer/models/graph"
	"ringer/open/doctor"
)

// aDoctor looks at a machine on whose PATH there are the given programs for the shell
// alone. It is patient: no test waits for it.
func aDoctor(t *testing.T, programs map[string]string) (*aDoctorAt, *strings.Builder) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range programs {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755))
	}
	t.Setenv("PATH", folder)
	var out strings.Builder
	return &aDoctorAt{&shell.Terminal{Out: &out, Errs: &out}, doctor.Doctor{
		Opener: cmdtest.NewOpener(t), Getenv: func(string) string { return "" }, Root: fstest.MapFS{},
		Folder: t.TempDir(), Limit: time.Hour, Pythons: []string{"python3", "python"},
	}}, &out
}

// aDoctorAt is a doctor who speaks at a terminal.
type aDoctorAt struct {
	t *shell.Terminal
	doctor.Doctor
}

func (d *aDoctorAt) Run(ctx context.Context, asJSON bool) error {
	return about.SayParts(ctx, d.t, &d.Doctor, asJSON)
}

func partsOf(t *testing.T, d *aDoctorAt, out *strings.Builder) map[string]doctor.Part {
	t.Helper()
	require.NoError(t, d.Run(t.Context(), true))
	var said struct {
		OK      bool
		Version string
		Parts   []doctor.Part
	}
	require.NoError(t, json.Unmarshal([]byte(out.String()), &said))
	assert.True(t, said.OK)
	parts := map[string]doctor.Part{}
	for _, p := range said.Parts {
		assert.NotEmpty(t, p.For, p.Name)
		if !p.OK {
			assert.NotEmpty(t, p.Do, p.Name)
		}
		parts[p.Name] = p
	}
	return parts
}

func shellWanted(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("programs of these tests are for a shell")
	}
}

func TestDoctorWhereThereIsNothing(t *testing.T) {
	d, out := aDoctor(t, nil)
	parts := partsOf(t, d, out)
	for _, name := range []string{"Python", "Go", "C compiler", "Node.js", "Chromium", "accelerator"} {
		assert.False(t, parts[name].OK, name)
		assert.Empty(t, parts[name].Here, name)
	}
	assert.True(t, parts["ringer"].OK)
	assert.True(t, parts["disk"].OK)
	assert.Equal(t, graph.SIMD(), parts["vectors"].OK)
	left, err := os.ReadDir(d.Folder)
	require.NoError(t, err)
	assert.Empty(t, left, "what was tried is gone")
}

func TestDoctorReadsVersions(t *testing.T) {
	shellWanted(t)
	d, out := aDoctor(t, map[string]string{
		"go": "echo go version go1.27.1 linux/amd64", "gcc": "echo 'gcc (Debian 12.2.0-14) 12.2.0'; echo more", "node": "echo v20.20.2", "chrome": "echo Chrome 156.0.8078.108",
		"python":  `echo 'a notice'; printf '\nringer-doctor {"python": "3.12.1", "numpy": "2.1.0", "torch": "2.5.1+cpu"}\n'`,
		"python3": `printf '\nringer-doctor {"python": "3.9.2"}\n'`,
	})
	d.Root = fstest.MapFS{"proc/meminfo": {Data: []byte("MemTotal: 16000000 kB\n")}, "dev/nvidia0": {}}
	parts := partsOf(t, d, out)
	for name, want := range map[string]string{
		"Go": "go 1.27.1", "C compiler": "gcc 12.2.0-14", "Node.js": "node 20.20.2", "Chromium": "chrome 156.0.8078.108", "memory": "16.4 GB",
	} {
		assert.Equal(t, want, parts[name].Here)
		assert.True(t, parts[name].OK, name)
	}
	assert.True(t, strings.HasSuffix(parts["Python"].Here, "python 3.12.1, numpy 2.1.0, torch 2.5.1+cpu"), "the one with numpy: %s", parts["Python"].Here)
	assert.Equal(t, "for more, pip install gymnasium pettingzoo pyarrow", parts["Python"].Do)
	if graph.OnGo() {
		assert.Equal(t, "NVIDIA, not used", parts["accelerator"].Here)
	}
}

// A Python that answers nonsense, floods, fails or hangs is one that is not there, and its
// words do not act on a screen.
func TestDoctorOfAStrangePython(t *testing.T) {
	shellWanted(t)
	for text, want := range map[string]string{
		"echo garbage": "it does not answer as Python does", "exit 1": "exit status 1", "kill -9 $$": "killed",
		"while :; do echo x; done":                                            "longer than",
		`printf '\nringer-doctor {"python": 3}\n'`:                            "it does not answer as Python does",
		`printf '\nringer-doctor {"python": "\033[2J"}\n'`:                    "it does not answer as Python does",
		`printf '\nringer-doctor {"python": "3.1", "numpy": "\\u001b[2J"}\n'`: "python3 3.1",
	} {
		d, out := aDoctor(t, map[string]string{"python3": text})
		p := partsOf(t, d, out)["Python"]
		assert.False(t, p.OK, text)
		assert.Contains(t, p.Here, want, text)
		assert.NotContains(t, out.String(), "\x1b")
	}
	d, out := aDoctor(t, map[string]string{"python3": "sleep 3600", "node": "sleep 3600 & sleep 3600", "go": "trap '' TERM; sleep 3600"})
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/bin:/bin")
	d.Limit = time.Millisecond
	parts := partsOf(t, d, out)
	for _, name := range []string{"Python", "Node.js", "Go"} {
		assert.Contains(t, parts[name].Here, "no answer within 1ms", name)
	}
}

// What Ringer needs and is broken ends with exit status 1; what others need does not.
func TestDoctorSaysWhatIsBroken(t *testing.T) {
	server, err := cluster.Serve(cluster.ServerOptions{Folder: t.TempDir(), Token: "right-secret"})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	d, out := aDoctor(t, nil)
	d.Reach = about.ReachBy(&remote.NatsFlags{URL: server.At(""), Token: "right-secret"})
	require.NoError(t, d.Run(t.Context(), false))
	assert.Contains(t, out.String(), "NATS")
	assert.NotContains(t, out.String(), shell.BrokenMark)

	d, out = aDoctor(t, nil)
	d.Reach = about.ReachBy(&remote.NatsFlags{URL: server.At(""), Token: "wrong-secret"})
	require.EqualError(t, d.Run(t.Context(), false), "broken here: NATS")
	assert.Contains(t, out.String(), shell.BrokenMark)
	assert.NotContains(t, out.String(), "wrong-secret")

	d, _ = aDoctor(t, nil)
	d.Folder = filepath.Join(t.TempDir(), "none")
	require.NoError(t, d.Run(t.Context(), false), "no place for runs is no fault of Ringer's")

	d, _ = aDoctor(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, d.Run(ctx, false), context.Canceled)
	assert.Equal(t, shell.ExitBadInput, cmdtest.Ringer(t, "", "doctor", "--nats", "embedded").Exit)
	assert.Equal(t, shell.ExitBadInput, cmdtest.Ringer(t, "", "doctor", "me").Exit)
}

// The table fits a screen of any width, whatever the machine has.
func TestCrossDoctor(t *testing.T) {
	texts := map[string]string{"none": "", "short": "install it", "long": strings.Repeat("many words ", 20)}
	lengths := []string{"none", "short", "long"}
	cover.Run(t, []cover.Axis{
		{Name: "width", Values: []string{"0", "20", "30", "60", "71", "72", "80", "120", "200"}},
		{Name: "here", Values: lengths},
		{Name: "do", Values: lengths},
		{Name: "state", Values: []string{"there", "missing", "broken"}},
	}, 54, nil, func(t *testing.T, pick func(string) string) {
		width, err := strconv.Atoi(pick("width"))
		require.NoError(t, err)
		p := doctor.Part{
			Name: "shared memory", Here: texts[pick("here")], Do: texts[pick("do")], For: "vectors of Python",
			OK: pick("state") == "there", Need: pick("state") == "broken",
		}
		text := about.PartsText([]doctor.Part{p, {Name: "x", For: "y"}}, width)
		flat := strings.Join(strings.Fields(text), " ")
		if width == 0 {
			width = 120
		}
		for line := range strings.Lines(text) {
			assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), width, line)
		}
		for _, word := range strings.Fields(about.HereInWords(&p) + " " + about.WhatInWords(&p)) {
			assert.Contains(t, flat, word)
		}
		assert.Equal(t, p.Need && !p.OK, strings.Contains(text, shell.BrokenMark))
	})
}

// The variables of the locale say whether a screen shows Unicode, the first that is set.
func TestDoctorOfTheLocale(t *testing.T) {
	for i, c := range []struct {
		all, kind, lang string
		want            bool
	}{
		{"", "", "", false}, {"", "", "C", false}, {"", "", "C.UTF-8", true}, {"", "en_GB.utf8", "C", true}, {"C", "en_GB.utf8", "en_GB.UTF-8", false},
	} {
		if runtime.GOOS == "windows" {
			c.want = true
		}
		said := doctor.UnicodeSaid(func(name string) string {
			return map[string]string{"LC_ALL": c.all, "LC_CTYPE": c.kind, "LANG": c.lang}[name]
		})
		assert.Equal(t, c.want, said, fmt.Sprint(i))
	}
}
