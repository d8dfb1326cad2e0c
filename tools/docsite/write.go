package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

//go:embed page.html assets
var own embed.FS

var layout = template.Must(template.ParseFS(own, "page.html"))

// shownPage holds the values that the template of a page shows.
type shownPage struct {
	Title, Source string
	Up            string // from the page's folder to the site's
	Front         bool
	Groups        []shownGroup
	Parts         []section // the headings of the second level
	Body          template.HTML
}

type shownGroup struct {
	Title   string
	Open    bool
	Entries []shownEntry
}

type shownEntry struct {
	Title, Target string
	Here          bool
}

// ID and Title let the template read a section.
func (s section) ID() string    { return s.id }
func (s section) Title() string { return s.title }

// write writes the site into a folder, which it makes anew: one that holds anything but an
// earlier site is refused.
func (s *site) write(to string) error {
	if err := clear(to); err != nil {
		return err
	}
	put := func(name string, data []byte) error {
		file := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		return os.WriteFile(file, data, 0o644)
	}
	if err := put(mark, []byte("A site that make docs-site has written; it may be removed.\n")); err != nil {
		return err
	}
	for _, p := range s.pages {
		page, err := s.render(p)
		if err != nil {
			return err
		}
		if err := put(target(p.path), page); err != nil {
			return err
		}
	}
	for _, file := range s.files {
		data, err := fs.ReadFile(s.root, file)
		if err != nil {
			return err
		}
		if err := put(file, data); err != nil {
			return err
		}
	}
	index, err := s.index()
	if err != nil {
		return err
	}
	if err := put("assets/index.js", index); err != nil {
		return err
	}
	return fs.WalkDir(own, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := own.ReadFile(name)
		if err != nil {
			return err
		}
		return put(name, data)
	})
}

// mark is a file by which a site is known.
const mark = ".docsite"

// clear removes an earlier site.
func clear(folder string) error {
	entries, err := os.ReadDir(folder)
	if os.IsNotExist(err) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(folder, mark)); err != nil {
		return &fs.PathError{Op: "write", Path: folder, Err: errNoSite}
	}
	return os.RemoveAll(folder)
}

const errNoSite = constant("the folder holds other files than an earlier site; name an empty one")

type constant string

func (c constant) Error() string { return string(c) }

var (
	table   = regexp.MustCompile(`(?s)<table>.*?</table>`)
	heading = regexp.MustCompile(`(<h([2-6]) id="([^"]*)">)(.*?)(</h[2-6]>)`)
	comment = regexp.MustCompile(`(?s)<!--.*?-->\n?`)
)

// render returns a page as HTML.
func (s *site) render(p *page) ([]byte, error) {
	var body bytes.Buffer
	if err := s.markdown.Renderer().Render(&body, p.source, p.doc); err != nil {
		return nil, err
	}
	text := comment.ReplaceAllString(body.String(), "")
	text = table.ReplaceAllString(text, `<div class="wide" tabindex="0" role="region" aria-label="table">$0</div>`)
	text = strings.ReplaceAll(text, "<pre>", `<pre tabindex="0">`)
	text = heading.ReplaceAllString(text, `$1$4 <a class="anchor" href="#$3" aria-label="link to this part">#</a>$5`)
	shown := shownPage{
		Title: p.title, Source: p.path, Front: p.path == frontPage, Body: template.HTML(text),
		Up: strings.Repeat("../", strings.Count(p.path, "/")),
	}
	for _, g := range s.groups {
		sg := shownGroup{Title: g.title}
		for _, e := range g.entries {
			here := e.path == target(p.path)
			sg.Open = sg.Open || here
			sg.Entries = append(sg.Entries, shownEntry{e.title, e.path, here})
		}
		shown.Groups = append(shown.Groups, sg)
	}
	for _, part := range p.sections {
		if part.level == 2 {
			shown.Parts = append(shown.Parts, part)
		}
	}
	var out bytes.Buffer
	err := layout.ExecuteTemplate(&out, "page.html", shown)
	return out.Bytes(), err
}

var spaces = regexp.MustCompile(`\s+`)

// index returns the script that holds what search looks through: a row for each section,
// [address, title of the page, heading, text].
func (s *site) index() ([]byte, error) {
	rows := [][4]string{}
	for _, p := range s.pages {
		for _, part := range p.sections {
			to := target(p.path)
			if part.level > 1 {
				to += "#" + part.id
			}
			rows = append(rows, [4]string{to, p.title, part.title, strings.TrimSpace(spaces.ReplaceAllString(part.text, " "))})
		}
	}
	data, err := json.Marshal(rows)
	return append(append([]byte("var pages = "), data...), ";\n"...), err
}
