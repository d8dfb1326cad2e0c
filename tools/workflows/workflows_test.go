package workflows

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/rhysd/actionlint"
)

const folder = "../../.github"

// A workflow holds what the tests want to know of one.
type workflow struct {
	Permissions map[string]string `yaml:"permissions"`
	Concurrency struct {
		Group string `yaml:"group"`
	} `yaml:"concurrency"`
	Jobs map[string]struct {
		Minutes     int               `yaml:"timeout-minutes"`
		Permissions map[string]string `yaml:"permissions"`
		Strategy    struct {
			Matrix struct {
				Part []string `yaml:"part"`
			} `yaml:"matrix"`
		} `yaml:"strategy"`
		Steps []struct {
			Uses string            `yaml:"uses"`
			Run  string            `yaml:"run"`
			With map[string]any    `yaml:"with"`
			Env  map[string]string `yaml:"env"`
		} `yaml:"steps"`
	} `yaml:"jobs"`
}

func want(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	want(t, err)
	return string(text)
}

// known are the actions that may be used: the forge's own, by the version whose updates
// they promise. A step of anybody else's would run with the rights of the job.
var known = []string{"actions/checkout@v5", "actions/setup-go@v6"}

// A value is a part of the matrix, or of variables that the forge sets, as the shell has them.
var makeCall = regexp.MustCompile(`^make ([a-z0-9-]+)( [A-Z]+=(\$\{\{ matrix\.part \}\}|"(\$GITHUB_[A-Z_]+|[a-z/])+"))?$`)

// faults lists what is wrong with a workflow, given the targets of the Makefile.
func faults(text string, makefile string) (list []string) {
	var w workflow
	if err := yaml.Unmarshal([]byte(text), &w); err != nil {
		return []string{err.Error()}
	}
	if len(w.Permissions) != 1 || w.Permissions["contents"] != "read" {
		list = append(list, "permissions: want contents: read")
	}
	if w.Concurrency.Group == "" {
		list = append(list, "concurrency: want a group")
	}
	for name, job := range w.Jobs {
		if job.Minutes == 0 {
			list = append(list, name+": want timeout-minutes")
		}
		for of, right := range job.Permissions {
			if of != "contents" || right != "write" || !strings.Contains(text, "- run: make publish") {
				list = append(list, name+": only a job that publishes may write, and only contents")
			}
		}
		for _, s := range job.Steps {
			target := makeCall.FindStringSubmatch(s.Run)
			switch {
			case s.Uses != "":
				if !slices.Contains(known, s.Uses) {
					list = append(list, name+": uses "+s.Uses)
				}
				if strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["persist-credentials"] != false {
					list = append(list, name+": the checkout keeps its credentials")
				}
			case s.Run == ".ci/run":
			case target == nil:
				list = append(list, name+": runs "+s.Run+", which is neither a make target nor .ci/run")
			case !strings.Contains(makefile, "\n"+target[1]+": ") && !strings.Contains(makefile, "\n"+target[1]+":\n"):
				list = append(list, name+": the Makefile has no target "+target[1])
			}
			if len(s.Env) > 0 && s.Run != "make publish" {
				list = append(list, name+": only make publish is given a token")
			}
		}
	}
	slices.Sort(list)
	return list
}

// Workflows call make targets and .ci/run and nothing else, read only, for a bounded time.
func TestWorkflows(t *testing.T) {
	makefile := read(t, "../../Makefile")
	files, err := filepath.Glob(folder + "/workflows/*")
	want(t, err)
	var names []string
	for _, file := range files {
		names = append(names, filepath.Base(file))
		if list := faults(read(t, file), makefile); len(list) > 0 {
			t.Errorf("%s:\n%s", file, strings.Join(list, "\n"))
		}
	}
	if !slices.Equal(names, []string{"change.yaml", "night.yaml", "release.yaml"}) {
		t.Errorf("%q: want change, night and release", names)
	}
	bad := strings.NewReplacer("contents: read", "contents: write", ".ci/run", "go test ./...", "actions/setup-go@v6", "somebody/else@main",
		"persist-credentials: false", "persist-credentials: true", "timeout-minutes: 90", "name: x").Replace(read(t, folder+"/workflows/change.yaml"))
	if list := faults(bad, makefile); len(list) != 7 {
		t.Errorf("%q: want five faults, two of them in both jobs", list)
	}
	bad = strings.Replace(read(t, folder+"/workflows/night.yaml"), "make needs", "make nothing", 1)
	if list := faults(bad, makefile); len(list) != 1 || !strings.Contains(list[0], "no target nothing") {
		t.Errorf("%q: want one fault", list)
	}
}

// actionlint, the usual checker of workflows, has nothing to say.
func TestActionlint(t *testing.T) {
	var out bytes.Buffer
	linter, err := actionlint.NewLinter(&out, &actionlint.LinterOptions{})
	want(t, err)
	files, err := filepath.Glob(folder + "/workflows/*")
	want(t, err)
	project, err := actionlint.NewProject("../..")
	want(t, err)
	found, err := linter.LintFiles(files, project)
	want(t, err)
	if len(found) > 0 {
		t.Error(out.String())
	}
	linter, err = actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{})
	want(t, err)
	bad := strings.Replace(read(t, folder+"/workflows/change.yaml"), "runs-on", "runs_on", 1)
	if found, err := linter.Lint("bad.yaml", []byte(bad), nil); err != nil || len(found) == 0 {
		t.Errorf("%v, %v: it finds nothing in a workflow without runs-on", found, err)
	}
}

// The night of the workflow has the parts of make night, each once.
func TestNightHasAllParts(t *testing.T) {
	var w workflow
	want(t, yaml.Unmarshal([]byte(read(t, folder+"/workflows/night.yaml")), &w))
	var parts []string
	for _, m := range regexp.MustCompile(`(?m)^\t\t\{name: "([a-z0-9-]+)"`).FindAllStringSubmatch(read(t, "../night/parts.go"), -1) {
		parts = append(parts, m[1])
	}
	if len(parts) < 10 || !slices.Equal(parts, w.Jobs["night"].Strategy.Matrix.Part) {
		t.Errorf("night.yaml has %q, make night %q", w.Jobs["night"].Strategy.Matrix.Part, parts)
	}
}

// A form is the fields of an issue form.
type form struct {
	Name        string   `yaml:"name"`
	Description string   `yaml:"description"`
	Labels      []string `yaml:"labels"`
	Body        []struct {
		Type       string `yaml:"type"`
		ID         string `yaml:"id"`
		Attributes struct {
			Label       string   `yaml:"label"`
			Description string   `yaml:"description"`
			Value       string   `yaml:"value"`
			Render      string   `yaml:"render"`
			Options     []string `yaml:"options"`
		} `yaml:"attributes"`
		Validations struct {
			Required bool `yaml:"required"`
		} `yaml:"validations"`
	} `yaml:"body"`
}

// formFaults lists what the forge would refuse in a form.
func formFaults(text string) (list []string) {
	var f form
	if err := yaml.NewDecoder(strings.NewReader(text), yaml.Strict()).Decode(&f); err != nil {
		return []string{err.Error()}
	}
	if f.Name == "" || f.Description == "" || len(f.Body) == 0 {
		list = append(list, "want name, description and body")
	}
	var ids, labels []string
	asks := false
	for _, b := range f.Body {
		if b.Type == "markdown" {
			if b.Attributes.Value == "" {
				list = append(list, "a markdown without a value")
			}
			continue
		}
		asks = true
		switch {
		case !slices.Contains([]string{"input", "textarea", "dropdown"}, b.Type):
			list = append(list, "unknown type "+b.Type)
		case b.ID == "" || b.Attributes.Label == "":
			list = append(list, "a field without id or label")
		case slices.Contains(ids, b.ID) || slices.Contains(labels, b.Attributes.Label):
			list = append(list, b.ID+": twice")
		case (b.Type == "dropdown") != (len(b.Attributes.Options) > 0):
			list = append(list, b.ID+": options belong to a dropdown")
		case b.Attributes.Render != "" && b.Type != "textarea":
			list = append(list, b.ID+": only a textarea is rendered")
		}
		ids, labels = append(ids, b.ID), append(labels, b.Attributes.Label)
	}
	if !asks {
		list = append(list, "a form that asks nothing")
	}
	return list
}

func TestIssueForms(t *testing.T) {
	files, err := filepath.Glob(folder + "/ISSUE_TEMPLATE/*.yaml")
	want(t, err)
	if len(files) != 3 {
		t.Errorf("%q: want forms for bugs, rules and wishes", files)
	}
	for _, file := range files {
		if list := formFaults(read(t, file)); len(list) > 0 {
			t.Errorf("%s: %q", file, list)
		}
	}
	for _, bad := range []string{"name: A\ndescription: B\nbody:\n  - type: textbox\n", "name: A\n", "name: A\nbody: [{type: input, id: a, colour: red}]\n"} {
		if len(formFaults(bad)) == 0 {
			t.Errorf("no fault in %q", bad)
		}
	}
}

// Dependency updates look at every module of Go and every package of npm in the repository.
func TestUpdatesSeeEverything(t *testing.T) {
	var d struct {
		Version int `yaml:"version"`
		Updates []struct {
			Ecosystem   string   `yaml:"package-ecosystem"`
			Directory   string   `yaml:"directory"`
			Directories []string `yaml:"directories"`
			Schedule    struct {
				Interval string `yaml:"interval"`
			} `yaml:"schedule"`
			Groups map[string]any `yaml:"groups"`
		} `yaml:"updates"`
	}
	want(t, yaml.NewDecoder(strings.NewReader(read(t, folder+"/dependabot.yml")), yaml.Strict()).Decode(&d))
	var seen []string
	for _, u := range d.Updates {
		if u.Directory != "" {
			u.Directories = append(u.Directories, u.Directory)
		}
		for _, dir := range u.Directories {
			seen = append(seen, u.Ecosystem+" "+dir)
		}
		if u.Schedule.Interval != "weekly" {
			t.Errorf("%s: %q", u.Ecosystem, u.Schedule.Interval)
		}
	}
	there := []string{"github-actions /"}
	want(t, filepath.WalkDir("../..", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() && slices.Contains([]string{".git", "bin", "runs", "node_modules", "testdata"}, entry.Name()) {
			return errorOrSkip(err)
		}
		dir := "/" + strings.TrimPrefix(strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../.."), "/")
		switch entry.Name() {
		case "go.mod":
			there = append(there, "gomod "+dir)
		case "package-lock.json":
			there = append(there, "npm "+dir)
		}
		return nil
	}))
	slices.Sort(seen)
	slices.Sort(there)
	if d.Version != 2 || !slices.Equal(seen, there) {
		t.Errorf("version %d: updates of %q, want %q", d.Version, seen, there)
	}
}

func errorOrSkip(err error) error {
	if err != nil {
		return err
	}
	return filepath.SkipDir
}
