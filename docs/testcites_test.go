package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// testPrefixes begin the names of functions that go test runs.
var testPrefixes = []string{"Test", "Fuzz", "Example", "Benchmark"}

// citedInTests finds the citations in a Go test file. Citations in the name, the comment or
// the body of a test function belong to that function. Citations in a helper or a table
// belong to every test function of the file that uses it.
func citedInTests(file string, text []byte) (all []citation, err error) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	pieces := cutDeclarations(files, parsed)
	for i, line := range strings.Split(string(text), "\n") {
		ids := citedIn(line)
		if len(ids) == 0 {
			continue
		}
		tests := pieces.testsAt(i + 1)
		for _, id := range ids {
			if len(tests) == 0 {
				all = append(all, citation{id: id, file: file, line: i + 1})
			}
			for _, test := range tests {
				all = append(all, citation{id: id, file: file, line: i + 1, test: test})
			}
		}
	}
	for _, p := range pieces {
		if !p.test {
			continue
		}
		for _, id := range namedBy(p.name) {
			all = append(all, citation{id: id, file: file, line: p.from, test: p.name})
		}
	}
	return all, nil
}

// A piece is one declaration of a file, with its comment.
type piece struct {
	name     string
	test     bool
	from, to int             // lines
	uses     map[string]bool // names in its body
}

type pieces []piece

// cutDeclarations lists the functions, variables and types of a file.
func cutDeclarations(files *token.FileSet, parsed *ast.File) (list pieces) {
	add := func(name string, doc *ast.CommentGroup, node ast.Node) {
		p := piece{name: name, from: files.Position(node.Pos()).Line, to: files.Position(node.End()).Line, uses: map[string]bool{}}
		if doc != nil {
			p.from = files.Position(doc.Pos()).Line
		}
		ast.Inspect(node, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name != name {
				p.uses[id.Name] = true
			}
			return true
		})
		list = append(list, p)
	}
	for _, declaration := range parsed.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			add(d.Name.Name, d.Doc, d)
			list[len(list)-1].test = d.Recv == nil && isTest(d.Name.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.ValueSpec:
					add(s.Names[0].Name, firstOf(s.Doc, d.Doc), s)
				case *ast.TypeSpec:
					add(s.Name.Name, firstOf(s.Doc, d.Doc), s)
				}
			}
		}
	}
	return list
}

func firstOf(a, b *ast.CommentGroup) *ast.CommentGroup {
	if a != nil {
		return a
	}
	return b
}

func isTest(name string) bool {
	for _, prefix := range testPrefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// testsAt returns the test functions that a line belongs to: the one around it, or
// those that use the declaration around it, through others too.
func (list pieces) testsAt(line int) (tests []string) {
	for _, p := range list {
		if line < p.from || line > p.to {
			continue
		}
		if p.test {
			return []string{p.name}
		}
		return list.usersOf(p.name, map[string]bool{})
	}
	return nil
}

func (list pieces) usersOf(name string, seen map[string]bool) (tests []string) {
	if seen[name] {
		return nil
	}
	seen[name] = true
	for _, p := range list {
		switch {
		case !p.uses[name] || seen[p.name]:
		case p.test:
			seen[p.name] = true
			tests = append(tests, p.name)
		default:
			tests = append(tests, list.usersOf(p.name, seen)...)
		}
	}
	return tests
}
