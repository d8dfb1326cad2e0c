package cmd_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/lookup"
)

// imports says which packages of this module may import which others. The first
// line that fits a package holds. In patterns, * is one name, and /... is a
// package with all below it, @ in the second column the last part of the
// package's own path. A package that no line fits is a fault: a new folder gets its
// line here first.
var imports = []struct {
	of  string
	may []string
}{
	{"env", nil},
	{"internal/callexpr", []string{"internal/input"}},
	{"env/drive", []string{"env"}},
	{"env/envtest", []string{"env", "env/scene", "env/drive", "env/layout"}},
	{"env/gym", []string{"env", "env/drive"}},
	{"env/layout", []string{"env"}},
	{"env/scene", []string{"env"}},
	{"env/wrap", []string{"env"}},
	{"env/things", []string{"env", "env/*"}},
	{"env/tactics", []string{"env", "env/wrap", "env/tactics/*"}},
	{"env/tactics/duel", []string{"env", "env/layout", "env/wrap", "env/duel", "env/duel/space"}},
	{"env/tactics/*", []string{"env", "env/layout", "env/wrap", "env/@", "env/playdesign"}},
	{"env/knobs", []string{"internal/input", "env", "internal/callexpr", "env/games", "configs"}},
	{"env/games", []string{"internal/callexpr", "env", "env/*", "env/duel/space", "configs"}},
	{"env/duel", []string{"env", "env/scene", "env/layout", "env/duel/space", "env/duel/draw", "env/duel/internal/*"}},
	{"env/duel/internal/config", []string{"env/duel/space"}},
	{"env/duel/internal/turn", []string{"env", "env/duel/space", "env/duel/internal/config"}},
	{"env/duel/internal/options", []string{"env", "env/duel/space", "env/duel/internal/config", "env/duel/internal/turn"}},
	{"env/duel/internal/scenarios", []string{"env", "env/duel/space", "env/duel/internal/config", "env/duel/internal/turn", "env/duel/internal/options"}},
	{"env/duel/internal/heroes", []string{"env", "env/duel/space", "env/duel/internal/config", "env/duel/internal/turn", "env/duel/internal/options", "env/duel/internal/scenarios"}},
	{"env/*/internal/casebook", nil}, // tests alone
	{"env/duel/internal/observation", []string{"env", "env/layout", "env/duel/space", "env/duel/internal/config", "env/duel/internal/turn", "env/duel/internal/heroes"}},
	{"env/duel/space", []string{"env"}},
	{"env/duel/draw", []string{"env/duel/space"}},
	{"env/fourdowns", []string{"env", "env/scene", "env/layout", "env/playdesign"}},
	{"env/fivepossessions", []string{"env", "env/scene", "env/layout", "env/playdesign"}},
	{"env/heat", []string{"internal/input", "env", "env/scene", "internal/callexpr", "env/layout"}},
	{"env/payday", []string{"env", "env/scene", "env/layout", "env/payday/internal/cards"}},
	{"env/payday/internal/cards", []string{"env"}},
	{"env/*", []string{"env", "env/scene", "env/layout"}}, // the games, and the deck that two of them share
	{"configs", []string{"internal/input", "env", "internal/callexpr", "internal/disk"}},
	{"internal/disk", []string{"internal/input"}},
	{"internal/cover", nil},
	{"internal/numbers", nil},
	{"internal/processes", nil},
	{"internal/machine", []string{"internal/processes"}},
	{"internal/console", []string{"internal/input"}},
	{"internal/progress", []string{"internal/console", "internal/input", "internal/numbers"}},

	{"internal/input", nil},
	{"internal/cluster", nil},
	{"internal/cluster/clustertest", nil},
	{"internal/cluster/work", []string{"internal/input", "internal/cluster", "env"}},
	{"internal/cluster/jobs", []string{"internal/input", "internal/cluster", "internal/cluster/work", "env", "agents", "agents/neural", "eval", "models"}},

	{"models/...", []string{"internal/input", "models/..."}},

	{"agents", []string{"env"}},
	{"agents/roster", []string{"internal/callexpr", "internal/input", "env", "env/*", "agents", "agents/*", "agents/expert/*", "models/..."}},
	{"agents/expert", []string{"env", "agents"}},
	{"agents/expert/experttest", []string{"env", "env/drive", "env/games", "agents", "agents/mcts", "agents/roster", "eval"}},
	{"agents/expert/duel", []string{"env", "env/duel", "env/duel/space", "env/tactics/duel", "agents", "agents/expert"}},
	{"agents/expert/*", []string{"env", "env/@", "env/playdesign", "env/tactics/@", "agents", "agents/expert"}},
	{"agents/*", []string{"env", "env/drive", "agents", "models/..."}},

	{"eval/...", []string{"internal/input", "env", "env/drive", "agents", "eval/..."}},

	{"train/checkpoint", []string{"internal/input", "internal/disk"}},
	{"train/metrics", nil},
	{"train/sweep", []string{"internal/input", "env"}},
	{"train", []string{"internal/machine", "internal/numbers", "env", "env/gym", "agents", "agents/neural", "agents/search", "models/...", "eval/...", "train/checkpoint", "train/metrics"}},
	{"train/bestresponse", []string{"env", "agents", "agents/neural", "models", "eval", "train", "train/checkpoint"}},
	{"train/spread", []string{"env", "agents", "internal/cluster", "internal/cluster/work", "internal/input", "models", "train"}},
	{"train/levels", []string{"env", "agents/neural", "eval", "eval/rating", "models"}},
	{"train/speed", []string{"env", "env/drive", "agents", "eval/tree", "internal/machine", "train/cfr", "models", "models/graph", "models/graph/device", "train"}},
	{"train/tune", []string{"train", "train/algos", "train/ppo"}},
	{"train/imitation", []string{"env", "agents", "agents/neural", "models", "models/graph", "train"}},
	{"train/nfsp", []string{"env", "models", "models/graph", "train", "train/dqn", "train/qvalue", "train/replay"}},
	{"train/dmc", []string{"env", "models", "train", "train/qvalue", "train/replay"}},
	{"train/exit", []string{"env", "models", "models/graph", "train", "train/policy"}},
	{"train/escher", []string{"env", "eval", "models", "models/graph", "train", "train/qvalue", "train/replay"}},
	{"train/dqn", []string{"env", "models", "models/graph", "eval", "train", "train/qvalue", "train/replay"}},
	{"train/qvalue", []string{"env", "models", "models/graph", "train", "train/replay"}},
	{"train/algos", []string{"internal/input", "env", "internal/callexpr", "configs", "agents", "models/...", "train/..."}},
	{"train/policy", []string{"env", "eval", "models", "models/graph", "train"}},
	{"train/ppo", []string{"env", "models", "models/graph", "train", "train/policy"}},
	{"train/mmd", []string{"env", "models", "models/graph", "train", "train/policy"}},
	{"train/rnad", []string{"env", "models", "models/graph", "train", "train/policy"}},
	{"train/*", []string{"env", "env/gym", "agents", "models/...", "eval/...", "train"}}, // the algorithms

	{"report/ratio", []string{"internal/numbers"}},
	{"report/records", []string{"internal/input"}},
	{"internal/chart", nil},
	{"report/page", []string{"internal/input"}},
	{"report/balance", []string{"internal/chart", "internal/numbers", "env", "env/drive", "env/duel", "env/duel/draw", "env/knobs", "env/scene", "env/things", "agents", "eval", "report/*", "report/duel/*"}},
	{"report/flag", []string{"env"}},
	{"report/corpus", []string{"env", "agents", "eval"}},
	{"report/corpus/corpustest", []string{"env"}},
	{"report/arc", []string{"internal/numbers", "env", "eval", "report/corpus", "report/flag", "report/ratio"}},
	{"report/luck", []string{"internal/numbers", "env", "env/drive", "eval", "report/corpus", "report/ratio"}},
	{"report/options", []string{"internal/numbers", "env", "agents", "eval", "report/choices", "report/corpus", "report/flag", "report/ratio"}},
	{"report/styles", []string{"internal/numbers", "env", "env/scene", "agents", "eval", "eval/matrixgame", "eval/rating", "report/corpus", "report/flag", "report/ratio"}},
	{"report/ends", []string{"internal/numbers", "env", "env/*", "eval", "report/corpus", "report/flag", "report/ratio"}},
	{"report/lengths", []string{"internal/numbers", "env", "eval", "report/corpus", "report/flag", "report/ratio"}},
	{"report/seats", []string{"internal/numbers", "env", "env/fivepossessions", "env/payday", "env/scene", "agents", "eval", "report/corpus", "report/flag", "report/ratio"}},
	{"report/curves", []string{"internal/numbers", "internal/input", "internal/chart", "report/page", "report/ratio"}},
	{"report/evidence", []string{"internal/numbers", "internal/chart", "report/ratio", "report/records"}},
	{"report/ladder", []string{"internal/numbers", "eval", "internal/chart", "report/ratio", "report/records"}},
	{"report/habits", []string{"env", "env/*", "env/duel/*", "env/tactics/*", "agents", "eval", "eval/matrixgame", "report/duel/*", "report/evidence", "report/ratio"}},
	{"report/choices", []string{"report/ratio"}},
	{"report/decisions", []string{"env", "agents", "eval", "report/choices", "report/ratio"}},
	{"report/strategy", []string{"internal/numbers", "env", "agents", "eval", "report/flag", "report/ratio"}},
	{"report/trust", []string{"internal/numbers", "env", "agents", "eval", "report/ratio"}},
	{"report/whatif", []string{"internal/numbers", "env", "env/drive", "env/scene", "env/things", "eval", "internal/chart", "report/uplift"}},

	{"report/uplift", []string{"internal/numbers", "env", "env/drive", "agents", "eval", "env/things", "report/flag", "report/ratio"}},
	{"report/findings", []string{"env/things", "internal/chart", "internal/numbers", "report/balance", "report/ends", "report/evidence", "report/ratio", "report/records", "report/seats", "report/uplift"}},
	{"report/learners", []string{"internal/chart", "internal/numbers", "report/ratio", "report/records"}},
	{"report/speed", []string{"internal/chart", "internal/numbers", "report/records", "train/speed"}},
	{"report/duel/positioning", []string{"env", "env/drive", "env/duel", "env/duel/space", "env/duel/draw", "agents", "eval", "report/ratio"}},
	{"report/duel/warbands", []string{"env", "env/duel", "agents", "eval", "report/choices", "report/ratio"}},
	{"report/...", []string{"env", "agents", "eval/...", "train"}},
	{"play/replay", []string{"internal/input", "internal/disk", "env"}},
	{"play/external", []string{"internal/input", "env", "agents", "internal/processes", "play/protocol"}},
	{"play/opponents", []string{"internal/input", "env", "internal/callexpr", "env/tactics", "agents", "agents/roster", "agents/script", "checkpoints", "configs", "models/botfile"}},
	{"play/twintest", []string{"env", "env/drive", "env/envtest", "agents", "eval", "play/..."}},
	{"play/wire", []string{"internal/input", "env", "env/drive", "env/gym", "agents", "eval", "play/picture", "play/protocol"}},
	{"play/scene/scenes", []string{"env", "env/scene", "play/scene/*"}},
	{"play/scene/duel", []string{"env", "env/duel", "env/duel/space", "env/tactics/duel", "env/scene"}},
	{"play/scene/*", []string{"env", "env/@", "env/playdesign", "env/things", "env/tactics/@", "env/scene"}}, // what seats are shown of a game, as data
	{"play/review/words", []string{"internal/numbers", "internal/chart", "env", "play/advice", "play/replay", "play/review", "report/page"}},
	{"play/browser", []string{"agents", "agents/roster", "agents/script", "env", "env/games", "models/botfile", "play/..."}},
	{"play/site", []string{"env", "agents/script", "play/..."}},
	{"play/lessons", []string{"configs", "env", "env/scene"}},
	{"play/puzzles", []string{"internal/input", "internal/numbers", "configs", "env", "env/drive", "agents", "play/..."}},
	{"play/...", []string{"internal/console", "internal/input", "internal/numbers", "env", "env/scene", "env/drive", "agents", "eval", "play/..."}},

	{"open/carried", []string{"internal/disk", "internal/input", "internal/cluster", "internal/cluster/jobs", "env", "agents", "configs", "eval", "models", "open", "open/study", "train", "train/algos", "train/checkpoint", "train/bestresponse", "train/spread", "train/warm"}},
	{"open/exploit", []string{"agents", "agents/neural", "agents/script", "checkpoints", "configs", "env", "env/tactics", "eval", "eval/tree", "internal/callexpr", "internal/disk", "internal/input", "internal/numbers", "models", "models/botfile", "open", "open/carried", "play/opponents", "report/curves", "report/ladder", "train", "train/..."}},
	{"open/population", []string{"agents/mixture", "configs", "env", "eval", "eval/metagame", "internal/input", "models/botfile", "open", "open/carried", "open/exploit", "open/match", "train/bestresponse", "train/checkpoint"}},
	{"open/ladder", []string{"agents", "env", "eval", "internal/callexpr", "internal/disk", "internal/input", "internal/numbers", "models/botfile", "open", "open/carried", "open/exploit", "report/ladder", "report/records", "train/checkpoint", "train/bestresponse"}},
	{"open/duel", []string{"agents", "configs", "env", "env/duel", "env/duel/draw", "eval", "internal/disk", "internal/input", "open", "open/match", "play/puzzles", "report/duel/*"}},
	{"open/evidence", []string{"env", "eval", "internal/disk", "internal/input", "models/botfile", "open", "report/evidence", "report/habits", "report/ladder", "report/records", "train/checkpoint"}},
	{"open/match", []string{"env", "eval", "eval/trajectory", "internal/disk", "internal/input", "internal/numbers", "models/botfile", "open", "train/checkpoint"}},
	{"open/reporting", []string{"agents", "agents/roster", "agents/script", "checkpoints", "configs", "env", "env/drive", "env/games", "env/knobs", "env/tactics", "env/things", "eval", "eval/tree", "internal/*", "models/...", "open", "open/*", "play/opponents", "play/replay", "report/...", "train", "train/*"}},
	{"open/study", []string{"agents", "configs", "env", "eval", "internal/callexpr", "internal/disk", "internal/input", "models/...", "open", "report/curves", "report/ladder", "report/ratio", "train", "train/algos", "train/checkpoint", "train/metrics", "train/sweep", "train/warm", "internal/numbers", "report/records"}},
	{"open", []string{"env", "env/duel", "env/games", "agents", "agents/*", "checkpoints", "configs", "eval", "internal/*", "internal/cluster/*", "models/...", "play/external", "play/opponents", "play/replay", "train", "train/algos", "train/checkpoint", "train/warm"}},
	{"open/export", []string{"agents/mixture", "agents/neural", "env", "internal/disk", "internal/input", "internal/numbers", "models", "models/botfile", "open", "train/checkpoint", "train/warm"}},
	{"open/solve", []string{"agents/roster", "configs", "env", "env/games", "eval/sequenceform", "eval/tree", "internal/input", "internal/numbers", "models/botfile", "open", "open/export", "train/cfr", "train/checkpoint"}},
	{"open/compare", []string{"eval", "models/botfile", "open", "open/carried", "open/exploit", "open/export", "open/study", "report/ladder", "train/bestresponse"}},
	{"open/workers", []string{"agents", "env", "env/things", "internal/cluster", "internal/cluster/jobs", "internal/cluster/work", "internal/disk", "internal/input", "models/graph", "open", "open/carried", "open/study", "train", "train/checkpoint", "train/spread"}},
	{"open/bench", []string{"agents", "configs", "env", "env/games", "eval/tree", "internal/disk", "internal/input", "internal/machine", "models", "models/botfile", "models/graph", "open", "open/solve", "open/study", "report/learners", "report/records", "report/speed", "train", "train/algos", "train/cfr", "train/checkpoint", "train/speed", "train/sweep"}},
	{"open/bots", []string{"agents", "agents/neural", "agents/roster", "env", "env/drive", "env/games", "eval", "eval/rating", "internal/*", "models", "models/botfile", "open", "open/export", "play/opponents", "train", "train/checkpoint", "train/levels"}},
	{"open/doctor", []string{"internal/console", "internal/machine", "eval", "models/graph", "open"}},
	{"open/workbench", []string{"configs", "env", "env/games", "env/knobs", "env/things", "internal/*", "open", "open/reporting", "open/study", "play/opponents", "play/replay", "report/...", "train/checkpoint"}},
	{"open/tables", []string{"agents", "agents/roster", "agents/script", "configs", "env", "env/games", "env/scene", "env/things", "internal/*", "open", "play", "play/..."}},

	{"checkpoints", []string{"models"}},
	{"docs", nil},

	// The command line: one folder a group of help, none of which knows another, over what they share.
	{"cmd/internal/shell", beside()},
	{"cmd/internal/buildinfo", beside("cmd/internal/shell")},
	{"cmd/internal/lookup", beside("cmd/internal/shell", "cmd/internal/buildinfo")},
	{"cmd/internal/remote", beside("cmd/internal/shell", "cmd/internal/buildinfo", "cmd/internal/lookup")},
	{"cmd/internal/responses", beside("cmd/internal/shell", "cmd/internal/buildinfo", "cmd/internal/lookup", "cmd/internal/remote")},
	{"cmd/internal/games", beside(groups...)},
	{"cmd/internal/train", beside(groups...)},
	{"cmd/internal/measure", beside(groups...)},
	{"cmd/internal/report", beside(groups...)},
	{"cmd/internal/play", beside(groups...)},
	{"cmd/internal/bots", beside(groups...)},
	{"cmd/internal/about", beside(groups...)},
	{"cmd/internal/study", beside(groups...)},
	{"cmd/internal/program", beside("cmd/internal/*")},
	{"cmd/internal/cmdtest", beside("cmd/internal/*")},
	{"cmd", beside("cmd/internal/program")},
	{"cmd/ringer", []string{"cmd"}},
	{"cmd/wasm", beside()},
}

// groups lists what the folders of commands share, lower first.
var groups = []string{
	"cmd/internal/shell",
	"cmd/internal/buildinfo",
	"cmd/internal/lookup",
	"cmd/internal/remote",
	"cmd/internal/responses",
}

// beside returns what a folder of the command line may import: everything outside of it, and
// these folders of it.
func beside(folders ...string) []string { return append([]string{notCmd}, folders...) }

// notCmd fits every package outside of the command line.
const notCmd = "!cmd"

// A ban keeps imports or calls out of all packages but a few.
type ban struct {
	what    string // for messages
	imports string // a path, or all below it
	calls   []string
	only    []string // where it is allowed, as patterns
	within  []string // where it holds; empty: everywhere
}

var bans = []ban{
	{what: "GoMLX", imports: "github.com/gomlx", only: []string{"models/graph", "models/graph/device", "train/*"}},
	{what: "Parquet", imports: "github.com/parquet-go", only: []string{"eval/trajectory"}},
	// A template may name any method, so that a program that can run one keeps all of them: 7 MB.
	{what: "text templates", imports: "text/template"},
	{what: "templates of HTML", imports: "html/template"},
	{what: "comma-separated values", imports: "encoding/csv", only: []string{"internal/input"}},
	{what: "NATS", imports: "github.com/nats-io", only: []string{"internal/cluster"}},
	{what: "profiles", imports: "github.com/google/pprof", only: []string{"train/speed"}},
	{what: "flags", imports: "flag", only: []string{"cmd/..."}},
	{what: "flags", imports: "github.com/spf13", only: []string{"cmd/..."}},
	{what: "exiting", calls: []string{"os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln"}, only: []string{"cmd/..."}},
	{what: "printing", calls: []string{"fmt.Print", "fmt.Printf", "fmt.Println", "log.Print", "log.Printf", "log.Println", "print", "println"}, only: []string{"cmd/..."}},
	{what: "the standard streams", calls: []string{"os.Stdin", "os.Stdout", "os.Stderr", "os.Args"}, only: []string{"cmd/..."}},
	{what: "the disk", calls: []string{
		"os.Open", "os.OpenFile", "os.OpenRoot", "os.Create", "os.CreateTemp", "os.ReadFile", "os.WriteFile", "os.ReadDir", "os.DirFS",
		"os.Remove", "os.RemoveAll", "os.Rename", "os.Mkdir", "os.MkdirAll", "os.MkdirTemp", "os.Stat", "os.Lstat", "os.Link", "os.Symlink",
		"os.Truncate", "os.Chmod", "os.Chtimes", "os.Getwd", "os.Chdir",
		"filepath.Walk", "filepath.WalkDir", "filepath.Glob", "filepath.Abs", "filepath.EvalSymlinks",
	}, only: []string{"cmd/...", "configs", "internal/disk", "internal/machine", "internal/processes", "open/...", "train/checkpoint", "play/replay"}},
	{what: "the global random source", imports: "math/rand"},
	{what: "the global random source", calls: []string{
		"rand/v2.Int", "rand/v2.IntN", "rand/v2.Int32", "rand/v2.Int32N", "rand/v2.Int64", "rand/v2.Int64N", "rand/v2.Uint32", "rand/v2.Uint32N",
		"rand/v2.Uint64", "rand/v2.Uint64N", "rand/v2.UintN", "rand/v2.Uint", "rand/v2.N", "rand/v2.Float32", "rand/v2.Float64",
		"rand/v2.NormFloat64", "rand/v2.ExpFloat64", "rand/v2.Perm", "rand/v2.Shuffle",
	}},
	// A game is a pure state machine: no clock, goroutine, lock or system. Ways over DUEL's table
	// are worked out once, when the first state asks; HEAT's resampling uses its memory again.
	{what: "the clock", imports: "time", within: []string{"env", "env/*", "env/duel/...", "env/payday/..."}, only: []string{"env/gym"}},
	{what: "locks", imports: "sync", within: []string{"env", "env/*", "env/duel/...", "env/payday/..."}, only: []string{"env/gym", "env/duel/space", "env/heat"}},
	{what: "the operating system", imports: "os", within: []string{"env", "env/*", "env/duel/...", "env/payday/..."}},
	{what: "the network", imports: "net", within: []string{"env/...", "agents/...", "models/...", "eval/...", "train/..."}},
	{what: "logs", imports: "log", within: []string{"env/...", "agents/...", "models/...", "eval/...", "play/..."}},
}

// fits reports whether a package, relative to the module, is one of a pattern's.
func fits(pattern, pkg string) bool {
	if pattern == notCmd {
		return pkg != "cmd" && !strings.HasPrefix(pkg, "cmd/")
	}
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == below || strings.HasPrefix(pkg, below+"/")
	}
	ok, err := path.Match(pattern, pkg)
	if err != nil {
		panic(err)
	}
	return ok
}

func fitsAny(patterns []string, pkg string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return fits(p, pkg) })
}

// faultsOf lists what one file of a package breaks. Tests do not ship, and may
// use everything.
func faultsOf(pkg, name string, src any) ([]string, error) {
	if strings.HasSuffix(name, "_test.go") {
		return nil, nil
	}
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var faults []string
	fault := func(at token.Pos, format string, args ...any) {
		faults = append(faults, fmt.Sprintf("%s: %s", files.Position(at), fmt.Sprintf(format, args...)))
	}
	local := map[string]string{} // local name of an import -> last part of its path
	for _, spec := range f.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		short := path.Base(target)
		name := short
		if strings.HasPrefix(target, "math/rand/v") {
			short, name = "rand/"+short, "rand"
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		local[name] = short
		if inside, ok := strings.CutPrefix(target, buildinfo.ModulePath+"/"); ok {
			checkImport(pkg, inside, func(format string, args ...any) { fault(spec.Pos(), format, args...) })
		}
		for _, b := range bans {
			under := b.imports != "" && (target == b.imports || strings.HasPrefix(target, b.imports+"/"))
			if b.imports == "math/rand" && strings.HasPrefix(target, "math/rand/v2") {
				under = false
			}
			if under && b.holds(pkg) {
				fault(spec.Pos(), "%s imports %s: %s", pkg, target, b.where())
			}
		}
	}
	checkCalls(pkg, f, local, fault)
	return faults, nil
}

func (b *ban) holds(pkg string) bool {
	return (len(b.within) == 0 || fitsAny(b.within, pkg)) && !fitsAny(b.only, pkg)
}

func (b *ban) where() string {
	if len(b.only) == 0 {
		return b.what + " belongs nowhere here"
	}
	return b.what + " belongs to " + strings.Join(b.only, ", ")
}

func checkImport(pkg, target string, fault func(format string, args ...any)) {
	for _, line := range imports {
		if !fits(line.of, pkg) {
			continue
		}
		var may []string
		for _, pattern := range line.may {
			may = append(may, strings.ReplaceAll(pattern, "@", path.Base(pkg)))
		}
		if !fitsAny(may, target) {
			fault("%s imports %s: it may import %s", pkg, target, strings.Join(lookup.OrNone(may), ", "))
		}
		return
	}
	fault("%s is not in the import table", pkg)
}

// checkCalls finds every use of a banned name of another package, called or
// not, and of the banned builtins.
func checkCalls(pkg string, f *ast.File, local map[string]string, fault func(at token.Pos, format string, args ...any)) {
	use := func(at token.Pos, name string) {
		for _, b := range bans {
			if slices.Contains(b.calls, name) && b.holds(pkg) {
				fault(at, "%s uses %s: %s", pkg, name, b.where())
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && local[x.Name] != "" {
				use(n.Pos(), local[x.Name]+"."+n.Sel.Name)
			}
		case *ast.CallExpr:
			if fun, ok := n.Fun.(*ast.Ident); ok && (fun.Name == "print" || fun.Name == "println") {
				use(n.Pos(), fun.Name)
			}
		}
		return true
	})
}

// The import table holds in the whole module.
func TestImportTable(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	root := ".."
	packages, files := map[string]bool{}, map[string]int{}
	require.NoError(t, filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			skip := d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && file != root
			if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil && file != root {
				skip = true // another module
			}
			if skip {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(file) != ".go" {
			return nil
		}
		rel, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(rel)
		packages[pkg] = true
		if pkg == "cmd" || strings.HasPrefix(pkg, "cmd/") {
			files[pkg]++
		}
		faults, err := faultsOf(pkg, file, nil)
		for _, f := range faults {
			t.Error(f)
		}
		return err
	}))
	for pkg, n := range files {
		assert.LessOrEqual(t, n, 40, "%s: a folder of the command line fits on a screen: find the seam", pkg)
	}
	for _, must := range []string{"env", "env/games", "agents", "models/graph", "train/checkpoint", "eval", "play/replay", "cmd"} {
		assert.True(t, packages[must], "%s was not looked at", must)
	}
}

// Every rule of the table finds what it is there for.
func TestTheImportTableBites(t *testing.T) {
	for name, c := range map[string]struct{ pkg, file, src, want string }{
		"a game imports an agent":  {"env/kuhn", "x.go", `package x; import _ "ringer/agents"`, "env/kuhn imports agents: it may import env"},
		"a game imports another":   {"env/kuhn", "x.go", `package x; import _ "ringer/env/leduc"`, "env/kuhn imports env/leduc"},
		"a game imports opinions":  {"env/heat", "x.go", `package x; import _ "ringer/env/tactics/heat"`, "env/heat imports env/tactics/heat"},
		"opinions of another game": {"env/tactics/heat", "x.go", `package x; import _ "ringer/env/heist"`, "env/tactics/heat imports env/heist: it may import env, env/layout, env/wrap, env/heat"},
		"the expert of another":    {"agents/expert/heat", "x.go", `package x; import _ "ringer/env/tactics/heist"`, "agents/expert/heat imports env/tactics/heist"},
		"the deck imports a game":  {"env/playdesign", "x.go", `package x; import _ "ringer/env/fourdowns"`, "env/playdesign imports env/fourdowns: it may import env"},
		"env imports a game":       {"env", "x.go", `package x; import _ "ringer/env/kuhn"`, "env imports env/kuhn: it may import none"},
		"models import env":        {"models", "x.go", `package x; import _ "ringer/env"`, "models imports env"},
		"eval imports models":      {"eval", "x.go", `package x; import _ "ringer/models"`, "eval imports models"},
		"play imports train":       {"play", "x.go", `package x; import _ "ringer/train"`, "play imports train"},
		"configs import a game":    {"configs", "x.go", `package x; import _ "ringer/env/kuhn"`, "configs imports env/kuhn"},
		"a group of another":       {"cmd/internal/play", "x.go", `package x; import _ "ringer/cmd/internal/measure"`, "cmd/internal/play imports cmd/internal/measure"},
		"a shared part of a group": {"cmd/internal/shell", "x.go", `package x; import _ "ringer/cmd/internal/train"`, "cmd/internal/shell imports cmd/internal/train"},
		"a command past its group": {"cmd", "x.go", `package x; import _ "ringer/cmd/internal/games"`, "cmd imports cmd/internal/games"},
		"a package without a line": {"utils", "x.go", `package x; import _ "ringer/env"`, "utils is not in the import table"},
		"GoMLX in an agent":        {"agents/neural", "x.go", `package x; import _ "github.com/gomlx/gomlx/core/graph"`, "GoMLX belongs to models/graph, models/graph/device, train/*"},
		"GoMLX in train itself":    {"train", "x.go", `package x; import _ "github.com/gomlx/compute"`, "GoMLX belongs"},
		"flags in a library":       {"play", "x.go", `package x; import _ "flag"`, "flags belongs to cmd/..."},
		"cobra in a library":       {"play", "x.go", `package x; import _ "github.com/spf13/cobra"`, "flags belongs to cmd/..."},
		"exit":                     {"train", "x.go", `package x; import "os"; func f() { os.Exit(1) }`, "train uses os.Exit"},
		"exit under another name":  {"train", "x.go", `package x; import sys "os"; var f = sys.Exit`, "train uses os.Exit"},
		"fatal":                    {"train", "x.go", `package x; import "log"; func f() { log.Fatalf("") }`, "train uses log.Fatalf"},
		"print":                    {"eval", "x.go", `package x; import "fmt"; func f() { fmt.Println() }`, "eval uses fmt.Println"},
		"builtin print":            {"eval", "x.go", `package x; func f() { println() }`, "eval uses println"},
		"standard output":          {"play", "x.go", `package x; import "os"; var f = os.Stdout`, "play uses os.Stdout"},
		"reading a file":           {"models/botfile", "x.go", `package x; import "os"; var f, _ = os.ReadFile("")`, "models/botfile uses os.ReadFile"},
		"finding files":            {"eval", "x.go", `package x; import "path/filepath"; var f, _ = filepath.Glob("")`, "eval uses filepath.Glob"},
		"old random numbers":       {"agents/greedy", "x.go", `package x; import _ "math/rand"`, "the global random source belongs nowhere here"},
		"global random numbers":    {"agents/greedy", "x.go", `package x; import "math/rand/v2"; var f = rand.IntN(2)`, "agents/greedy uses rand/v2.IntN"},
		"a clock in a game":        {"env/kuhn", "x.go", `package x; import _ "time"`, "the clock belongs"},
		"a lock in a game":         {"env/kuhn", "x.go", `package x; import _ "sync"`, "locks belongs"},
		"an atomic in a game":      {"env/kuhn", "x.go", `package x; import _ "sync/atomic"`, "locks belongs"},
		"a file in a game":         {"env/kuhn", "x.go", `package x; import _ "os"`, "the operating system belongs"},
		"the network in an agent":  {"agents/greedy", "x.go", `package x; import _ "net/http"`, "the network belongs"},
		"logging in a model":       {"models", "x.go", `package x; import _ "log/slog"`, "logs belongs"},
	} {
		t.Run(name, func(t *testing.T) {
			faults, err := faultsOf(c.pkg, c.file, c.src)
			require.NoError(t, err)
			assert.Contains(t, strings.Join(faults, "\n"), c.want)
		})
	}
	for name, c := range map[string]struct{ pkg, file, src string }{
		"an external test":           {"env/kuhn", "x_test.go", `package kuhn_test; import _ "ringer/env/games"; import "os"; var f = os.Stdout`},
		"a generator of its own":     {"agents/greedy", "x.go", `package x; import "math/rand/v2"; var f = rand.New(rand.NewPCG(1, 2))`},
		"a method that is called so": {"eval", "x.go", `package x; type t struct{}; func (t) Open() {}; var os t; func f() { os.Open() }`},
		"a game and its deck":        {"env/fourdowns", "x.go", `package x; import _ "ringer/env/playdesign"`},
		"the other game of the deck": {"env/fivepossessions", "x.go", `package x; import _ "ringer/env/playdesign"`},
		"the table of games":         {"env/games", "x.go", `package x; import _ "ringer/env/kuhn"; import _ "ringer/configs"`},
		"an expert":                  {"agents/expert/heat", "x.go", `package x; import _ "ringer/env/heat"; import _ "ringer/env/tactics/heat"`},
		"disk in the replay":         {"play/replay", "x.go", `package x; import "os"; var f, _ = os.Open("")`},
		"the command":                {"cmd/internal/train", "x.go", `package x; import "os"; import _ "ringer/models/graph"; import _ "ringer/cmd/internal/shell"; func f() { os.Exit(1) }`},
	} {
		t.Run(name, func(t *testing.T) {
			faults, err := faultsOf(c.pkg, c.file, c.src)
			require.NoError(t, err)
			assert.Empty(t, faults)
		})
	}
}
