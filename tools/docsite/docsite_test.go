package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/dop251/goja"
)

// made writes the site of this repository into a folder.
func made(t *testing.T) (*site, fs.FS) {
	t.Helper()
	s, err := read(os.DirFS(filepath.Join("..", "..")))
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "site")
	if err := s.write(to); err != nil {
		t.Fatal(err)
	}
	return s, os.DirFS(to)
}

var (
	hrefs  = regexp.MustCompile(`\s(href|src|srcset)="([^"]*)"`)
	ids    = regexp.MustCompile(`\sid="([^"]*)"`)
	titles = regexp.MustCompile(`<title>([^<]+)</title>`)
	loads  = regexp.MustCompile(`<(?:img|script|source|link|iframe|object|embed)\b[^>]*\b(?:src|srcset|href)="(?:[a-z]+:)?//`)
)

// siteFaults lists the links of a site that lead nowhere, the pages without a title of their
// own, and everything that a browser would load from elsewhere.
func siteFaults(tree fs.FS) (faults []string) {
	pages := map[string]string{}
	_ = fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && slices.Contains([]string{".html", ".css"}, path.Ext(name)) {
			text, _ := fs.ReadFile(tree, name)
			pages[name] = string(text)
		}
		return err
	})
	parts := map[string]map[string]bool{}
	for name, text := range pages {
		parts[name] = map[string]bool{}
		for _, m := range ids.FindAllStringSubmatch(text, -1) {
			parts[name][m[1]] = true
		}
	}
	named := map[string]string{}
	for name, text := range pages {
		if loads.MatchString(text) || strings.Contains(text, "@import") || strings.Contains(text, "url(") {
			faults = append(faults, name+": loads "+loads.FindString(text))
		}
		if path.Ext(name) != ".html" {
			continue
		}
		title := titles.FindStringSubmatch(text)
		if title == nil {
			faults = append(faults, name+": no title")
		} else if other := named[title[1]]; other != "" {
			faults = append(faults, "two pages are called "+title[1])
		} else {
			named[title[1]] = name
		}
		for _, m := range hrefs.FindAllStringSubmatch(text, -1) {
			if outside(m[2]) {
				continue
			}
			file, part, _ := strings.Cut(m[2], "#")
			to := name
			if file != "" {
				to = path.Join(path.Dir(name), file)
			}
			if _, err := fs.Stat(tree, to); err != nil {
				faults = append(faults, name+": no file "+m[2])
			} else if part != "" && !parts[to][part] {
				faults = append(faults, name+": no part "+m[2])
			}
		}
	}
	slices.Sort(faults)
	return faults
}

// Every link of the site leads to a page and a part of it, every page has a title, every
// page of docs is there and in the navigation, and nothing is loaded from elsewhere.
func TestSite(t *testing.T) {
	s, tree := made(t)
	for _, fault := range siteFaults(tree) {
		t.Error(fault)
	}
	var listed []string
	for _, g := range s.groups {
		for _, e := range g.entries {
			listed = append(listed, e.path)
		}
	}
	docs := os.DirFS(filepath.Join("..", "..", "docs"))
	_ = fs.WalkDir(docs, ".", func(name string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() && name == "template" { // a module of its own
			return fs.SkipDir
		}
		if path.Ext(name) != ".md" || name == "README.md" {
			return err
		}
		to := target("docs/" + name)
		if _, err := fs.Stat(tree, to); err != nil {
			t.Error(err)
		}
		if !slices.Contains(listed, to) {
			t.Errorf("%s is not in the navigation", to)
		}
		return err
	})
}

// Search finds pages by their words, the page that is about them first.
func TestSearch(t *testing.T) {
	_, tree := made(t)
	js := goja.New()
	for _, file := range []string{"assets/index.js", "assets/search.js"} {
		text, err := fs.ReadFile(tree, file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := js.RunScript(file, string(text)); err != nil {
			t.Fatal(err)
		}
	}
	find := func(query string) (found []string) {
		rows, err := js.RunString("JSON.stringify(rank(pages, " + quoted(query) + ", 8).map(row => row[0]))")
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(rows.String()), &found); err != nil {
			t.Fatal(err)
		}
		return found
	}
	for query, want := range map[string]string{
		"python":       "docs/python.html",
		"changed card": "docs/designer.html#i-changed-a-card",
		"CHANGE CARDS": "docs/designer.html#i-changed-a-card",
		"gpu":          "docs/accelerator.html",
		"heat rules":   "docs/games/heat.html#rules",
		"exit status":  "docs/command-line.html#long-work",
		"pettingzoo":   "docs/python.html",
		"undo hint":    "docs/player.html#at-the-table",
		"resume game":  "docs/player.html#going-on-another-day",
	} {
		if found := find(query); !slices.Contains(found, want) {
			t.Errorf("%s: found %q, want %s among them", query, found, want)
		}
	}
	if found := find("python"); len(found) == 0 || found[0] != "docs/python.html" {
		t.Errorf("python: found %q, want its page first", found)
	}
	for _, query := range []string{"", "  /", "python zzyzx"} {
		if found := find(query); len(found) != 0 {
			t.Errorf("%q: found %q, want nothing", query, found)
		}
	}
}

func quoted(s string) string {
	data, _ := json.Marshal(s)
	return string(data)
}

// tiny is a repository with every kind of link.
func tiny() fstest.MapFS {
	return fstest.MapFS{
		"README.md": {Data: []byte("# Tiny\n\n[all](docs/README.md), [out](https://example.org/), [a](docs/a.md#two-words), [dir](configs/x), [code](a.go), [`b.go`](b.go)\n\n" +
			`<picture><source srcset="docs/p.webp"><img src="docs/p.svg" alt="p"></picture>` + "\n")},
		"docs/README.md":      {Data: []byte("# Docs\n\n## For all\n\n- [A](a.md): one.\n- [The X](../configs/x/README.md).\n")},
		"docs/a.md":           {Data: []byte("# A\n\n## Two words?\n\nBody\ntext.\n\n## Two words?\n\n[back](../README.md) [twice](#two-words-1)\n\n| h |\n|---|\n| c |\n\n<!-- hidden -->\n")},
		"configs/x/README.md": {Data: []byte("# X\n")},
		"a.go":                {}, "b.go": {}, "docs/p.webp": {}, "docs/p.svg": {},
	}
}

func TestTinySite(t *testing.T) {
	s, err := read(tiny())
	if err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	for range 2 { // an earlier site is replaced
		if err := s.write(to); err != nil {
			t.Fatal(err)
		}
	}
	tree := os.DirFS(to)
	if faults := siteFaults(tree); len(faults) > 0 {
		t.Errorf("%q", faults)
	}
	front, _ := fs.ReadFile(tree, "index.html")
	for _, want := range []string{
		`<a href="docs/index.html">all</a>`, `<a href="docs/a.html#two-words">a</a>`, `<a href="configs/x/index.html">dir</a>`,
		`code (<code>a.go</code>), <code>b.go</code>`, `<a href="configs/x/index.html">The X</a>`, `<a href="https://example.org/">out</a>`,
	} {
		if !strings.Contains(string(front), want) {
			t.Errorf("no %s in\n%s", want, front)
		}
	}
	a, _ := fs.ReadFile(tree, "docs/a.html")
	if strings.Contains(string(a), "<!-- hidden") || !strings.Contains(string(a), `href="../index.html">back</a>`) {
		t.Errorf("%s", a)
	}
	index, _ := fs.ReadFile(tree, "assets/index.js")
	if !strings.Contains(string(index), `["docs/a.html#two-words","A","Two words?","Body text."]`) {
		t.Errorf("%s", index)
	}
	if err := os.WriteFile(filepath.Join(to, "mine.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "mine.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.write(other); err == nil {
		t.Error("a folder with files of another kind is taken for a site")
	}
}

// All links that lead nowhere are named at once.
func TestFaultsOfPages(t *testing.T) {
	tree := tiny()
	tree["docs/a.md"] = &fstest.MapFile{Data: []byte("# A\n\n[x](none.md) [y](../README.md#none) [z](#none)\n\n<img src=\"none.svg\">\n")}
	_, err := read(tree)
	if err == nil {
		t.Fatal("no fault is found")
	}
	for _, want := range []string{"docs/a.md: no file none.md", "docs/a.md: no heading #none in README.md", "docs/a.md: no heading #none in docs/a.md", "docs/a.md: no file none.svg", "README.md: no heading #two-words in docs/a.md"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in\n%v", want, err)
		}
	}
	tree["docs/a.md"] = &fstest.MapFile{Data: []byte("No title\n")}
	if _, err := read(tree); err == nil || !strings.Contains(err.Error(), "docs/a.md: want a title") {
		t.Errorf("%v", err)
	}
}
