// Package doctor looks at what a machine has that Ringer can use.
package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"

	"ringer/eval"
	"ringer/internal/console"
	"ringer/internal/machine"
	"ringer/models/graph"
	"ringer/open"
)

// Part is something that a machine has, or lacks.
type Part struct {
	Name string `json:"name"`
	Here string `json:"here"` // in words; empty: nothing of the kind
	OK   bool   `json:"ok"`
	Need bool   `json:"need"` // Ringer does not work without it
	For  string `json:"for"`  // what it is good for
	Do   string `json:"do"`   // to get it; empty where nothing is to be done
}

// Doctor looks at a machine.
type Doctor struct {
	Opener  *open.Opener
	Backend string // name of what computes networks, for people
	Getenv  func(string) string
	Root    fs.FS         // of the file system, for what Linux says of itself
	Folder  string        // where runs would go
	Limit   time.Duration // for the answer of a program, and of a server
	Pythons []string      // where to look for one with numpy, in this order

	Screen        bool // whether people see what is printed
	Width, Height int  // of the screen in characters

	// Reach connects to a server and returns its address as it may be shown. Nil: none is looked for.
	Reach func(context.Context) (address string, err error)
}

// Here returns the doctor of this machine, who looks for no server.
func Here(o *open.Opener, backend string) *Doctor {
	return &Doctor{
		Opener: o, Backend: backend, Getenv: os.Getenv, Root: os.DirFS("/"), Folder: ".", Limit: 10 * time.Second, Pythons: []string{"python3", "python", "/usr/bin/python3"},
	}
}

// Look looks at every part, at the same time, and returns them in order.
func (d *Doctor) Look(ctx context.Context) ([]Part, error) {
	looks := []func(context.Context) Part{
		d.itself, d.vectors, d.processors, d.memory, d.disk, d.screen, d.accelerator, d.shared, d.python,
	}
	for _, p := range programsAsked {
		looks = append(looks, func(ctx context.Context) Part { return d.program(ctx, &p) })
	}
	if d.Reach != nil {
		looks = append(looks, d.server)
	}
	parts := make([]Part, len(looks))
	var all sync.WaitGroup
	for i, look := range looks {
		all.Go(func() { parts[i] = look(ctx) })
	}
	all.Wait()
	return parts, ctx.Err()
}

// Broken lists the names of the parts that are broken and needed.
func Broken(parts []Part) (names []string) {
	for _, p := range parts {
		if p.Need && !p.OK {
			names = append(names, p.Name)
		}
	}
	return names
}

// itself plays a game between a network and a script.
func (d *Doctor) itself(ctx context.Context) Part {
	p := Part{Name: "ringer", OK: true, Need: true, For: "playing, training, measuring: all that follows is extra"}
	err := func() error {
		g, err := open.Game("kuhn")
		if err != nil {
			return err
		}
		var entries []eval.Entry
		for _, name := range []string{"bot(kuhn)", "random"} {
			agent, err := d.Opener.Agent(g, name)
			if err != nil {
				return err
			}
			entries = append(entries, eval.Entry{Name: name, Agent: agent})
		}
		if _, err := eval.PlayMatch(ctx, eval.MatchConfig{Game: g, Entries: entries, Games: 2, Seed: 1}); err != nil {
			return err
		}
		_, err = graph.Backend()
		return err
	}()
	p.Here = "works"
	if err != nil && ctx.Err() == nil {
		p.OK, p.Here, p.Do = false, oneLine(err.Error()), "unset GOMLX_BACKEND, or take another build"
	}
	return p
}

func (d *Doctor) vectors(context.Context) Part {
	p := Part{Name: "vectors", Here: graph.Vectors(), OK: graph.SIMD(), For: "networks ten times faster"}
	switch {
	case p.OK:
	case runtime.GOARCH == "amd64":
		p.Here, p.Do = "", "build with make build, or with GOEXPERIMENT=simd"
	default:
		p.Here, p.Do = "", "of processors of the kind amd64 alone; a browser has some"
	}
	return p
}

func (d *Doctor) processors(context.Context) Part {
	p := Part{Name: "processors", Here: fmt.Sprint(runtime.GOMAXPROCS(0)), OK: true, For: "games and trainings at a time; -j says how many"}
	if n := runtime.NumCPU(); n != runtime.GOMAXPROCS(0) {
		p.Here += fmt.Sprintf(" of %d, by a limit of the container or GOMAXPROCS", n)
	}
	return p
}

func (d *Doctor) memory(context.Context) Part {
	m := machine.MemoryOf(d.Root)
	p := Part{Name: "memory", OK: true, For: "tables of a training, solving, search; two GB do for all that ships"}
	var words []string
	if m.Total > 0 {
		words = append(words, sizeWords(m.Total))
	}
	if m.Free > 0 {
		words = append(words, sizeWords(m.Free)+" free")
	}
	if m.Limit > 0 {
		words = append(words, "at most "+sizeWords(m.Limit)+" in this container")
	}
	if p.Here = strings.Join(words, ", "); p.Here == "" {
		p.Here = "not known on " + runtime.GOOS
	}
	return p
}

func (d *Doctor) disk(context.Context) Part {
	p := Part{Name: "disk", For: "runs and reports: some 10 MB each, in the folder where a command is called"}
	room, known := machine.Room(d.Folder)
	if known {
		p.Here = sizeWords(room) + " free"
	}
	f, err := os.CreateTemp(d.Folder, ".ringer-doctor-")
	if err != nil {
		p.Here = strings.TrimPrefix(p.Here+", not writable", ", ")
		p.Do = "call commands in a folder of your own"
		return p
	}
	p.OK = errors.Join(f.Close(), os.Remove(f.Name())) == nil
	if known && room < 100e6 {
		p.OK, p.Do = false, "make room"
	}
	return p
}

// screen says what a table in the terminal can use.
func (d *Doctor) screen(context.Context) Part {
	p := Part{Name: "terminal", For: "tables with colours and maps, progress that moves"}
	if !d.Screen {
		p.Here, p.Do = "output goes elsewhere", "ask on a screen to see"
		return p
	}
	p.OK = true
	words := []string{fmt.Sprintf("%d × %d", d.Width, d.Height)}
	switch {
	case !console.UnderstandsEscapes(d.Getenv):
		words = append(words, "no cursor (TERM)")
	case !console.ColorWanted(d.Getenv):
		words = append(words, "colours off (NO_COLOR, CLICOLOR)")
	default:
		words = append(words, "colours")
	}
	if UnicodeSaid(d.Getenv) {
		words = append(words, "Unicode")
	} else {
		words = append(words, "no Unicode said")
		p.Do = "set LANG=C.UTF-8 where characters are broken"
	}
	if d.Width > 0 && d.Width < 80 {
		p.Do = strings.TrimPrefix(p.Do+"; 80 columns show every table", "; ")
	}
	p.Here = strings.Join(words, ", ")
	return p
}

// UnicodeSaid reports whether the first of the variables of the locale that is set says so.
func UnicodeSaid(getenv func(string) string) bool {
	if runtime.GOOS == "windows" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := getenv(name); value != "" {
			value = strings.ToLower(value)
			return strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
		}
	}
	return false
}

// accelerator says what the networks are computed on, and what else might be there.
func (d *Doctor) accelerator(context.Context) Part {
	p := Part{Name: "accelerator", For: "training large networks: docs/accelerator.md"}
	var seen []string
	for _, device := range []struct{ file, name string }{
		{"dev/nvidia0", "NVIDIA"}, {"dev/kfd", "AMD"}, {"dev/accel0", "an accelerator"}, {"dev/accel/accel0", "an accelerator"},
	} {
		if _, err := fs.Stat(d.Root, device.file); err == nil {
			seen = append(seen, device.name)
		}
	}
	if !graph.OnGo() {
		p.OK, p.Here = true, d.Backend
		return p
	}
	p.Here, p.Do = strings.Join(seen, ", "), "none is needed"
	if len(seen) > 0 {
		p.Here, p.Do = p.Here+", not used", "make xla GOMLX_BACKEND=xla:/FOLDER/plugin.so"
	}
	return p
}

func (d *Doctor) shared(context.Context) Part {
	p := Part{Name: "shared memory", For: "vectors of Python without copies on a disk"}
	const folder = "/dev/shm"
	if info, err := os.Stat(folder); err == nil && info.IsDir() {
		if room, ok := machine.Room(folder); ok {
			p.OK, p.Here = true, sizeWords(room)+" free"
			return p
		}
	}
	p.Do = "not needed: they lie in the folder of temporary files"
	return p
}

// libraries are the packages of Python that something of Ringer's uses.
var libraries = []string{"numpy", "gymnasium", "pettingzoo", "torch", "pyarrow"}

// pythonMark begins the line of a Python that is asked for its libraries.
const pythonMark = "ringer-doctor "

var pythonAsked = `import json, sys
found = {"python": sys.version.split()[0]}
try:
    from importlib import metadata
except ImportError:
    metadata = None
for name in ("` + strings.Join(libraries, `", "`) + `"):
    try:
        found[name] = metadata.version(name)
    except Exception:
        pass
print("\n` + pythonMark + `" + json.dumps(found))
`

func (d *Doctor) python(ctx context.Context) Part {
	p := Part{Name: "Python", For: "tables of Gymnasium and PettingZoo for learners: docs/python.md"}
	inTime, cancel := context.WithTimeout(ctx, d.Limit)
	defer cancel()
	var why error
	seen := map[string]bool{}
	for _, name := range d.Pythons {
		path, err := exec.LookPath(name)
		if err != nil || seen[path] {
			continue
		}
		seen[path] = true
		text, err := machine.Ask(inTime, d.Limit, path, "-c", pythonAsked)
		found := map[string]string{}
		if err == nil {
			_, answer, _ := strings.Cut(text, "\n"+pythonMark)
			answer, _, _ = strings.Cut(answer, "\n")
			if json.Unmarshal([]byte(answer), &found) != nil || versionIn(found["python"]) == "" {
				err = errors.New("it does not answer as Python does")
			}
		}
		if err != nil {
			why = errors.Join(why, fmt.Errorf("%s: %w", path, err))
			continue
		}
		has := versionIn(found["numpy"]) != ""
		if p.Here != "" && !has {
			continue
		}
		words := []string{path + " " + versionIn(found["python"])}
		var missing []string
		for _, l := range libraries {
			if v := versionIn(found[l]); v != "" {
				words = append(words, l+" "+v)
			} else {
				missing = append(missing, l)
			}
		}
		p.Here, p.OK, p.Do = strings.Join(words, ", "), has, ""
		if has {
			if len(missing) > 0 {
				p.Do = "for more, pip install " + strings.Join(missing, " ")
			}
			return p
		}
		p.Do = "pip install numpy, without which none works"
	}
	if p.Here == "" {
		p.Do = "install python3, then pip install numpy"
		if why != nil {
			p.Here = oneLine(why.Error())
		}
	}
	return p
}

// versioned is a program that says its version.
type versioned struct {
	name      string
	programs  []string // by which it goes, the first that is there
	arguments []string
	what, do  string
}

var programsAsked = []versioned{
	{"Go", []string{"go"}, []string{"version"}, "building Ringer, and games of your own: docs/own-game.md", "get it from go.dev; any version fetches the right one"},
	{"C compiler", []string{"cc", "gcc", "clang"}, []string{"--version"}, "make race, and builds for accelerators", "install gcc"},
	{"Node.js", []string{"node"}, []string{"--version"}, "building and testing the page: make web, make onnx", "install nodejs and npm"},
	{"Chromium", []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}, []string{"--version"}, "pictures and tests of pages: make browser, make web-test", "install chromium; any browser shows the page at the table"},
}

func (d *Doctor) program(ctx context.Context, a *versioned) Part {
	p := Part{Name: a.name, For: a.what, Do: a.do}
	for _, name := range a.programs {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		text, err := machine.Ask(ctx, d.Limit, path, a.arguments...)
		version := versionIn(text)
		switch {
		case err != nil:
			p.Here = oneLine(fmt.Sprintf("%s: %v", path, err))
		case version == "":
			p.Here = path + ": it does not say its version"
		default:
			p.Here, p.OK, p.Do = filepath.Base(path)+" "+version, true, ""
			return p
		}
	}
	return p
}

// server reaches for a NATS server.
func (d *Doctor) server(ctx context.Context) Part {
	p := Part{Name: "NATS", For: "trainings and commands on several machines: docs/machines.md", Need: true}
	inTime, cancel := context.WithTimeout(ctx, d.Limit)
	defer cancel()
	address, err := d.Reach(inTime)
	p.Here, p.OK = address, err == nil
	if err != nil {
		p.Here, p.Do = oneLine(err.Error()), "start one, or mend its address and its token"
		if inTime.Err() != nil {
			p.Here = fmt.Sprintf("no connection to %s within %v", address, d.Limit)
		}
	}
	return p
}

// versionPattern matches the first number of a version.
var versionPattern = regexp.MustCompile(`\d{1,6}(\.\d{1,6}){1,4}([-+.]?[a-z0-9]{1,12})?`)

// versionIn returns the first version in a text, empty where there is none.
func versionIn(text string) string { return versionPattern.FindString(text) }

// oneLine makes a cell of a message.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if cut := []rune(text); len(cut) > 120 {
		text = string(cut[:119]) + "…"
	}
	return text
}

// sizeWords returns bytes in GB or MB.
func sizeWords(bytes int64) string {
	if bytes >= 1e9 {
		return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
	}
	return fmt.Sprintf("%.0f MB", float64(bytes)/1e6)
}
