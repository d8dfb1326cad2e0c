package games_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
)

// A job is done in the file of one name in every game.
type job struct {
	file  string
	holds string   // for CONTRIBUTING.md
	must  []string // declarations that the file has: Name, or Type.Method
	may   []string // declarations that stand here in the games that have them
	small string   // the file that does the job in a small game, where it is another one
}

// mostSmall is the number of lines up to which a game is small: all of it may stand in game.go
// (what it is), state.go (what happens), observe.go (what a seat may know; else in state.go) and
// text.go (the words).
const mostSmall = 1500

// ofSmall matches the files of a small game.
var ofSmall = regexp.MustCompile(`^(game|state|observe|text|resample_[a-z]+)\.go$`)

// jobs lists the files of a game package and their declarations. All else lies in files that are
// named by the rules that they hold.
var jobs = []job{
	{file: "doc.go", small: "game.go", holds: "source, edition, deviations, rulings, seat order"},
	{
		file: "config.go", small: "game.go", holds: "what can be set: the table of knobs gives names, defaults, bounds and docs, `Validate` checks the rest",
		must: []string{"Config", "knobs", "Defaults", "Config.Validate", "Config.Parameters"},
	},
	{
		file: "game.go", holds: "the game, its spec and its action blocks",
		must: []string{"Game", "New", "Game.Spec", "Game.NewInitialState"},
	},
	{
		file: "state.go", holds: "the state, and what an action does to it",
		must: []string{"State", "State.CurrentPlayer", "State.Apply", "State.Returns", "State.Clone", "State.CopyFrom"},
	},
	{file: "legal.go", small: "state.go", holds: "the legal actions", must: []string{"State.LegalActions"}},
	{file: "chance.go", small: "state.go", holds: "the outcomes of chance and their probabilities", may: []string{"State.ChanceOutcomes"}},
	{
		file: "observe.go", small: "observe.go", holds: "the tables of columns and their writers; parts of a long one in `observe_<part>.go`, or most of it in `internal/observation`",
		must: []string{"State.Observe"},
	},
	{
		file: "question.go", small: "state.go", holds: "what a seat is asked, and the typed value of an action",
		must: []string{"Question", "State.Question", "Choice"}, may: []string{"Game.Decode", "State.Decode"},
	},
	{
		file: "scene.go", small: "text.go", holds: "the table as one seat sees it: things, zones, the question; parts in `scene_<part>.go`",
		may: []string{"State.Scene"},
	},
	{
		file: "text.go", holds: "the names of actions, and the scene in words; more words in `words.go`",
		must: []string{"State.Text", "State.ActionString", "State.String"}, may: []string{"Game.TextExceptions"},
	},
	{
		file: "events.go", small: "text.go", holds: "what a seat is told of an action; more words in `events_<part>.go`",
		may: []string{"State.Tell"},
	},
	{file: "infostate.go", small: "observe.go", holds: "the information states", must: []string{"*.InformationState"}},
	{
		file: "resample.go", small: "observe.go", holds: "worlds that a seat cannot tell from the true one; parts in `resample_<part>.go`",
		must: []string{"State.ResampleFromInfoState"},
	},
	{
		file: "rotate.go", small: "game.go", holds: "the same scene seen from another chair, or why the seats differ",
		may: []string{"State.Rotated", "State.ChanceSeat", "State.RotatedOutcome", "Game.SeatsDiffer"},
	},
	{file: "conserve.go", small: "state.go", holds: "the count of what must never be lost or made", must: []string{"State.Conservation"}},
	{
		file: "position.go", small: "state.go", holds: "tables that are set up by hand",
		may: []string{"Game.NewPosition", "Game.FromPosition"},
	},
	{
		file: "odds.go", small: "game.go", holds: "what a seat can begin with besides what the rules give it",
		may: []string{"Game.HeadStarts", "Game.WithHeadStart"},
	},
	{file: "access.go", small: "state.go", holds: "what other packages may ask of a state: facts, typed, without allocating"},
}

// ofTactics and ofExpert are the shapes of env/tactics/<game> and of
// agents/expert/<game>, where there is one.
var (
	ofTactics = []job{
		{file: "doc.go", holds: "the opinions that are here, and who uses them"},
		{file: "judge.go", holds: "how well a seat stands", may: []string{"NewJudge"}},
		{file: "observer.go", holds: "the fields of an observation wrapper, and their writer", may: []string{"NewObserver"}},
	}
	ofExpert = []job{
		{file: "doc.go", holds: "how the expert plays, in words"},
		{file: "mind.go", holds: "the constructor, the memory and the switch over questions", must: []string{"New", "mind"}},
	}
)

// tooLong is the number of lines from which a file is too long for one sitting.
const tooLong = 450

func TestEveryGameHasTheSameShape(t *testing.T) {
	for _, name := range games.Names() {
		for folder, shape := range map[string][]job{"../tactics": ofTactics, "../../agents/expert": ofExpert} {
			folder = filepath.Join(folder, name)
			if _, err := os.Stat(folder); err == nil {
				in, err := read(os.DirFS(folder))
				require.NoError(t, err, folder)
				assert.Empty(t, in.misplaced(shape), folder)
			}
		}
		in, err := read(os.DirFS(filepath.Join("..", name)))
		require.NoError(t, err, name)
		assert.Empty(t, in.gameFaults(), name)
	}
}

// A source holds the declarations of a package, by file.
type source struct {
	paths []string
	at    map[string][]string // declaration -> files
	lays  bool                // the observation uses package layout
	long  []string            // complaints about long files
	lines int                 // of all files
}

func read(folder fs.FS) (source, error) {
	in := source{at: map[string][]string{}}
	paths, err := fs.Glob(folder, "*.go")
	if err != nil {
		return in, err
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(folder, path)
		if err != nil {
			return in, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			return in, err
		}
		in.paths = append(in.paths, path)
		for _, name := range declared(file) {
			if !slices.Contains(in.at[name], path) {
				in.at[name] = append(in.at[name], path)
			}
		}
		for _, i := range file.Imports {
			if strings.HasPrefix(path, "observe") || path == "game.go" {
				in.lays = in.lays || i.Path.Value == `"ringer/env/layout"` || strings.HasSuffix(i.Path.Value, `/internal/observation"`)
			}
		}
		n := strings.Count(string(text), "\n")
		in.lines += n
		if n > tooLong {
			in.long = append(in.long, fmt.Sprintf("%s has %d lines: find its seam", path, n))
		}
	}
	return in, nil
}

// misplaced lists the files that are missing, and what is declared elsewhere
// than the jobs say.
func (in *source) misplaced(shape []job) (faults []string) {
	for _, j := range shape {
		file := j.file
		if j.small != "" && in.small() {
			file = j.small
		}
		if file == "observe.go" && in.small() && !slices.Contains(in.paths, file) {
			file = "state.go"
		}
		if (j.must != nil || j.file == "doc.go") && !slices.Contains(in.paths, file) {
			faults = append(faults, "there is no "+file)
		}
		for _, name := range slices.Concat(j.must, j.may) {
			where := in.of(name)
			if len(where) == 0 && slices.Contains(j.may, name) || slices.Equal(where, []string{file}) {
				continue
			}
			faults = append(faults, fmt.Sprintf("%s is in %v, want %s", name, where, file))
		}
	}
	return faults
}

// small reports whether a game stands in the files of a small one.
func (in *source) small() bool {
	return in.lines <= mostSmall && !slices.ContainsFunc(in.paths, func(path string) bool { return !ofSmall.MatchString(path) })
}

// of lists the files that have a declaration.
func (in *source) of(name string) (files []string) {
	method, every := strings.CutPrefix(name, "*")
	if !every {
		return in.at[name]
	}
	for declaration, where := range in.at {
		if strings.HasSuffix(declaration, method) {
			files = append(files, where...)
		}
	}
	slices.Sort(files)
	return files
}

// gameFaults lists what keeps a game package from having its shape.
func (in *source) gameFaults() []string {
	faults := append(in.misplaced(jobs), in.long...)
	if len(in.at["Game.Decode"])+len(in.at["State.Decode"]) == 0 {
		faults = append(faults, "nothing decodes an action into a Choice")
	}
	if !in.lays {
		faults = append(faults, "observe.go does not use package layout")
	}
	for name, why := range map[string]string{
		"init":           "the order of tables is explicit",
		"State.Evaluate": "a state has no opinions: package tactics has",
	} {
		for _, path := range in.at[name] {
			faults = append(faults, fmt.Sprintf("%s in %s: %s", name, path, why))
		}
	}
	slices.Sort(faults)
	return faults
}

// richer is a State with more powers, whose methods stand where the methods of a State do:
// in heist only states that keep their history name information states.
const richer = "Recalled"

// declared lists the declarations at the top of a file: Name, or Type.Method.
func declared(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				of := d.Recv.List[0].Type
				if star, ok := of.(*ast.StarExpr); ok {
					of = star.X
				}
				if id, ok := of.(*ast.Ident); ok {
					name = strings.Replace(id.Name, richer, "State", 1) + "." + name
				}
			}
			names = append(names, name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, id := range s.Names {
						names = append(names, id.Name)
					}
				}
			}
		}
	}
	return names
}

// shapely returns a package that has every job done in its file.
func shapely() fstest.MapFS {
	folder := fstest.MapFS{"doc.go": {Data: []byte("package g")}}
	for _, j := range jobs {
		text := "package g\n"
		if j.file == "observe.go" {
			text += "import _ \"ringer/env/layout\"\n"
		}
		for _, name := range slices.Concat(j.must, j.may) {
			if of, method, ok := strings.Cut(strings.Replace(name, "*", "State", 1), "."); ok {
				text += fmt.Sprintf("func (x *%s) %s() {}\n", of, method)
			} else {
				text += fmt.Sprintf("type %s struct{}\n", name)
			}
		}
		folder[j.file] = &fstest.MapFile{Data: []byte(text)}
	}
	return folder
}

func TestTheShapeBites(t *testing.T) {
	faultsOf := func(folder fs.FS) []string {
		in, err := read(folder)
		require.NoError(t, err)
		return in.gameFaults()
	}
	assert.Empty(t, faultsOf(shapely()))

	for want, bend := range map[string]func(fstest.MapFS){
		"there is no doc.go":                           func(f fstest.MapFS) { delete(f, "doc.go") },
		"State.Question is in [], want question.go":    func(f fstest.MapFS) { delete(f, "question.go") },
		"nothing decodes an action into a Choice":      func(f fstest.MapFS) { delete(f, "question.go") },
		"observe.go does not use package layout":       func(f fstest.MapFS) { delete(f, "observe.go") },
		"there is no legal.go":                         func(f fstest.MapFS) { f["rules.go"] = f["legal.go"]; delete(f, "legal.go") },
		"State.LegalActions is in [rules.go], want le": func(f fstest.MapFS) { f["rules.go"] = f["legal.go"]; delete(f, "legal.go") },
		"State.ChanceOutcomes is in [dice.go], want c": func(f fstest.MapFS) { f["dice.go"] = f["chance.go"]; delete(f, "chance.go") },
		"knobs is in [config.go params.go], want conf": func(f fstest.MapFS) { f["params.go"] = &fstest.MapFile{Data: []byte("package g\nvar knobs int")} },
		"*.InformationState is in [infostate.go story": func(f fstest.MapFS) {
			f["story.go"] = &fstest.MapFile{Data: []byte("package g\nfunc (x *Recalled) InformationState() {}")}
		},
		"init in feats.go: the order": func(f fstest.MapFS) {
			f["feats.go"] = &fstest.MapFile{Data: []byte("package g\nfunc init() {}")}
		},
		"State.Evaluate in judge.go: a state has no o": func(f fstest.MapFS) {
			f["judge.go"] = &fstest.MapFile{Data: []byte("package g\nfunc (s State) Evaluate() {}")}
		},
		"turn.go has 501 lines": func(f fstest.MapFS) {
			f["turn.go"] = &fstest.MapFile{Data: []byte("package g\n" + strings.Repeat("\n", 500))}
		},
	} {
		folder := shapely()
		bend(folder)
		faults := faultsOf(folder)
		assert.True(t, slices.ContainsFunc(faults, func(f string) bool { return strings.HasPrefix(f, want) }), "%s: %q", want, faults)
	}

	// A small game has each job in the file of its kind, and no other files.
	kuhn := func() fstest.MapFS {
		folder := fstest.MapFS{}
		for _, name := range []string{"game.go", "state.go", "observe.go", "text.go"} {
			text, err := os.ReadFile(filepath.Join("..", "kuhn", name))
			require.NoError(t, err)
			folder[name] = &fstest.MapFile{Data: text}
		}
		return folder
	}
	assert.Empty(t, faultsOf(kuhn()))
	bent := kuhn()
	bent["state.go"], bent["observe.go"] = bent["observe.go"], bent["state.go"]
	assert.Contains(t, faultsOf(bent), "State.Observe is in [state.go], want observe.go")
	bent = kuhn()
	bent["infostate.go"] = &fstest.MapFile{Data: []byte("package kuhn\n")}
	assert.Contains(t, faultsOf(bent), "there is no doc.go")

	// A game without chance and without positions has neither file.
	folder := shapely()
	delete(folder, "chance.go")
	delete(folder, "position.go")
	assert.Empty(t, faultsOf(folder))
}

// CONTRIBUTING.md shows the tables of files; -update writes them.
func TestContributingShowsTheShape(t *testing.T) {
	file := filepath.Join("..", "..", "CONTRIBUTING.md")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	current := string(text)
	for name, shape := range map[string][]job{"game": jobs, "tactics": ofTactics, "expert": ofExpert} {
		begin, end := fmt.Sprintf("<!-- shape:begin %s -->\n", name), "<!-- shape:end -->"
		before, rest, ok := strings.Cut(current, begin)
		require.True(t, ok, "%s: no %q", file, begin)
		_, after, ok := strings.Cut(rest, end)
		require.True(t, ok, "%s: no %q", file, end)
		current = before + begin + shapeTable(shape) + end + after
	}
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(current), 0o644))
		return
	}
	assert.Equal(t, current, string(text), "%s: run: go test ./env/games -run TestContributingShowsTheShape -update", file)
}

func shapeTable(shape []job) string {
	var b strings.Builder
	b.WriteString("| file | holds | declares |\n|---|---|---|\n")
	for _, j := range shape {
		declares := ""
		for _, name := range slices.Concat(j.must, j.may) {
			name = "`" + name[strings.Index(name, ".")+1:] + "` "
			if !strings.HasSuffix(declares, name) {
				declares += name
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s|\n", j.file, j.holds, declares)
	}
	return b.String()
}
