package main

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
)

const (
	frontPage = "README.md"
	indexPage = "docs/README.md" // it gives the navigation
)

// A page is a Markdown file of the repository.
type page struct {
	path     string // in the repository
	source   []byte
	doc      ast.Node
	title    string
	sections []section
}

// A section is a heading with the text below it, up to the next heading.
type section struct {
	id    string // anchor of the heading
	level int    // 1 is the title
	title string
	text  string
}

// A site is a set of pages with the files that they show.
type site struct {
	root     fs.FS
	markdown goldmark.Markdown
	pages    []*page // the front page, and then in the order in which links name them
	files    []string
	groups   []group
}

// A group is a heading of the navigation with its entries.
type group struct {
	title   string
	entries []entry
}

type entry struct{ title, path string }

// read finds the pages of a repository, by links from the front page.
func read(root fs.FS) (*site, error) {
	s := &site{root: root, markdown: goldmark.New(
		goldmark.WithExtensions(
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Strikethrough, extension.Linkify,
		),
		goldmark.WithRendererOptions(html.WithUnsafe()), // the pages are ours
	)}
	var faults []error
	known := map[string]*page{}
	for queue := []string{frontPage, indexPage}; len(queue) > 0; queue = queue[1:] {
		name := queue[0]
		if known[name] != nil {
			continue
		}
		p, err := s.parse(name)
		if err != nil {
			return nil, err
		}
		known[name] = p
		s.pages = append(s.pages, p)
		faults = append(faults, s.resolve(p, func(linked string) {
			if path.Ext(linked) == ".md" {
				queue = append(queue, linked)
			} else if !slices.Contains(s.files, linked) {
				s.files = append(s.files, linked)
			}
		})...)
	}
	faults = append(faults, s.anchors(known)...)
	s.groups = navigation(known[indexPage])
	return s, errors.Join(faults...)
}

// parse reads a page.
func (s *site) parse(name string) (*page, error) {
	source, err := fs.ReadFile(s.root, name)
	if err != nil {
		return nil, err
	}
	p := &page{path: name, source: source}
	p.doc = s.markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext()))
	given := map[string]int{}
	for n := p.doc.FirstChild(); n != nil; n = n.NextSibling() {
		heading, ok := n.(*ast.Heading)
		if !ok {
			if last := len(p.sections) - 1; last >= 0 {
				p.sections[last].text += words(n, source) + " "
			}
			continue
		}
		title := strings.TrimSpace(words(heading, source))
		id := anchor(title)
		if n := given[id]; n > 0 {
			given[id]++
			id += "-" + strconv.Itoa(n)
		}
		given[id]++
		heading.SetAttributeString("id", []byte(id))
		p.sections = append(p.sections, section{id: id, level: heading.Level, title: title})
	}
	if len(p.sections) == 0 || p.sections[0].level != 1 {
		return nil, fmt.Errorf("%s: want a title, # TITLE, on the first line", name)
	}
	p.title = p.sections[0].title
	return p, nil
}

// anchor returns the part of a link that leads to a heading, as GitHub names it.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsNumber(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

// words returns the text of a node without its marks, with a space after each block and cell.
func words(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(source))
				if n.SoftLineBreak() || n.HardLineBreak() {
					b.WriteByte(' ')
				}
			}
			return ast.WalkContinue, nil
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		case *ast.HTMLBlock, *ast.RawHTML:
			return ast.WalkSkipChildren, nil
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			if entering {
				b.Write(n.Lines().Value(source))
			}
		}
		if !entering && n.Type() == ast.TypeBlock {
			b.WriteByte(' ')
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// shown matches the files that raw HTML on a page shows.
var shown = regexp.MustCompile(`(?:src|srcset)="([^"]+)"`)

// resolve turns the links of a page into links of the site, and tells found each page and
// each picture that it leads to. A link to any other file of the repository becomes its
// path.
func (s *site) resolve(p *page, found func(string)) (faults []error) {
	var sources []*ast.Link
	_ = ast.Walk(p.doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Image:
			found(path.Join(path.Dir(p.path), string(n.Destination)))
		case *ast.RawHTML:
			faults = append(faults, s.show(p, string(n.Segments.Value(p.source)), found)...)
		case *ast.HTMLBlock:
			faults = append(faults, s.show(p, string(n.Lines().Value(p.source)), found)...)
		case *ast.Link:
			to := string(n.Destination)
			if outside(to) || strings.HasPrefix(to, "#") {
				break
			}
			name, part, _ := strings.Cut(to, "#")
			file := path.Join(path.Dir(p.path), name)
			info, err := fs.Stat(s.root, file)
			if err == nil && info.IsDir() {
				if _, err := fs.Stat(s.root, path.Join(file, frontPage)); err == nil {
					file = path.Join(file, frontPage)
					name = path.Join(name, frontPage)
				}
			}
			switch {
			case err != nil:
				faults = append(faults, fmt.Errorf("%s: no file %s", p.path, to))
			case path.Ext(file) == ".md":
				found(file)
				n.Destination = []byte(target(name))
				if part != "" {
					n.Destination = append(n.Destination, "#"+part...)
				}
			case slices.Contains(pictures, path.Ext(file)):
				found(file)
			default:
				n.Destination = []byte(file)
				sources = append(sources, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, link := range sources {
		inRepository(link, p.source)
	}
	return faults
}

// pictures are the endings of the files that go into the site beside the pages.
var pictures = []string{".svg", ".png", ".webp"}

// show finds the pictures of raw HTML.
func (s *site) show(p *page, raw string, found func(string)) (faults []error) {
	for _, m := range shown.FindAllStringSubmatch(raw, -1) {
		file := path.Join(path.Dir(p.path), m[1])
		if _, err := fs.Stat(s.root, file); err != nil {
			faults = append(faults, fmt.Errorf("%s: no file %s", p.path, m[1]))
			continue
		}
		found(file)
	}
	return faults
}

// inRepository puts the words of a link to a source file in its place, with the file's path
// in the repository, which the site does not hold.
func inRepository(link *ast.Link, source []byte) {
	parent, file := link.Parent(), string(link.Destination)
	said := strings.TrimSpace(words(link, source))
	for child := link.FirstChild(); child != nil; child = link.FirstChild() {
		parent.InsertBefore(parent, link, child)
	}
	if said != file {
		named := ast.NewString([]byte(" (<code>" + template.HTMLEscapeString(file) + "</code>)"))
		named.SetCode(true) // written as it stands
		parent.InsertBefore(parent, link, named)
	}
	parent.RemoveChild(parent, link)
}

// outside reports whether a link leaves the repository.
func outside(to string) bool {
	return strings.Contains(to, "://") || strings.HasPrefix(to, "mailto:")
}

// target returns the path of a page in the site.
func target(name string) string {
	if path.Base(name) == "README.md" {
		return path.Join(path.Dir(name), "index.html")
	}
	return strings.TrimSuffix(name, ".md") + ".html"
}

// anchors lists the links of pages to headings that are not there.
func (s *site) anchors(known map[string]*page) (faults []error) {
	by := map[string]*page{}
	for _, p := range known {
		by[target(p.path)] = p
	}
	for _, p := range s.pages {
		_ = ast.Walk(p.doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			link, ok := n.(*ast.Link)
			if !ok || !entering || outside(string(link.Destination)) {
				return ast.WalkContinue, nil
			}
			name, part, _ := strings.Cut(string(link.Destination), "#")
			to := p
			if name != "" {
				to = by[path.Join(path.Dir(p.path), name)]
			}
			if to != nil && part != "" && !slices.ContainsFunc(to.sections, func(s section) bool { return s.id == part }) {
				faults = append(faults, fmt.Errorf("%s: no heading #%s in %s", p.path, part, to.path))
			}
			return ast.WalkContinue, nil
		})
	}
	return faults
}

// navigation reads the groups and entries of the index of the documentation: its headings
// of the second level, and the first link of each item below them.
func navigation(index *page) (groups []group) {
	for n := index.doc.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level == 2 {
				groups = append(groups, group{title: strings.TrimSpace(words(n, index.source))})
			}
		case *ast.List:
			if len(groups) == 0 {
				continue
			}
			g := &groups[len(groups)-1]
			for item := n.FirstChild(); item != nil; item = item.NextSibling() {
				_ = ast.Walk(item, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
					link, ok := n.(*ast.Link)
					if !ok || !entering {
						return ast.WalkContinue, nil
					}
					g.entries = append(g.entries, entry{words(link, index.source), path.Join(path.Dir(index.path), string(link.Destination))})
					return ast.WalkStop, nil
				})
			}
		}
	}
	return groups
}
