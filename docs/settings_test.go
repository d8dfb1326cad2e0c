package docs_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/report/records"
	"ringer/train/algos"
)

const settingsPage = "settings.md"

// The tables of the settings hold every key of a training configuration, as the code has
// it and says it.
func TestSettingsAreUpToDate(t *testing.T) {
	page, err := os.ReadFile(settingsPage)
	require.NoError(t, err)
	s := settings{T: t, comments: map[string]map[string]string{}, tables: map[string]string{}}
	defaults := algos.Defaults()
	s.table("run", reflect.ValueOf(defaults), "")
	for name, section := range defaults.Own {
		s.table(name, reflect.Indirect(reflect.ValueOf(section)), name+".")
	}
	want, err := records.Fill(string(page), "settings", s.tables)
	require.NoError(t, err)
	generated(t, settingsPage, want, "")
	for name := range s.tables {
		assert.Contains(t, string(page), "<!-- settings:begin "+name+" -->", "the page has no place for this table")
	}
}

// ofRuns are keys that nobody writes by hand.
var ofRuns = map[string]bool{"start_sha256": true, "rules": true, "report_seed": true, "teacher": true}

// settings makes the tables of a configuration.
type settings struct {
	*testing.T
	comments map[string]map[string]string // package -> Type or Type.Field -> first sentence
	tables   map[string]string            // section -> table
}

// table makes the tables of a section, whose keys begin with a prefix, and of those in it.
func (s *settings) table(name string, section reflect.Value, prefix string) {
	var rows strings.Builder
	s.rows(&rows, section, prefix)
	about := ""
	if prefix != "" {
		about = s.comment(section.Type(), "", "`"+name+"`") + ".\n\n"
	}
	s.tables[name] = about + "| key | is | default | meaning |\n|---|---|---|---|\n" + rows.String()
}

func (s *settings) rows(b *strings.Builder, section reflect.Value, prefix string) {
	for i := range section.NumField() {
		f := section.Type().Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		v, key := section.Field(i), prefix+name
		switch {
		case strings.HasPrefix(options, "inline"):
			if f.Type.Kind() == reflect.Struct {
				s.rows(b, v, prefix)
			}
		case !f.IsExported(), ofRuns[key]:
		case f.Type.Kind() == reflect.Struct:
			s.table(key, v, key+".")
		case f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct: // a section that may be missing
			s.table(key, reflect.Zero(f.Type.Elem()), key+".")
		default:
			s.row(b, section.Type(), f, key, v)
		}
	}
}

func (s *settings) row(b *strings.Builder, of reflect.Type, f reflect.StructField, key string, v reflect.Value) {
	is, value := shownSetting(s.T, v)
	name := key[strings.LastIndexByte(key, '.')+1:]
	fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", key, is, value, strings.ReplaceAll(s.comment(of, f.Name, "`"+name+"`"), "|", `\|`))
	if f.Type.Kind() == reflect.Map && f.Type.Elem().Kind() == reflect.Struct {
		s.rows(b, reflect.Zero(f.Type.Elem()), key+".NAME.")
	}
}

// shownSetting returns the kind of a setting and its default, in words.
func shownSetting(t *testing.T, v reflect.Value) (is, value string) {
	text, err := json.Marshal(v.Interface())
	require.NoError(t, err)
	value = "`" + strings.ReplaceAll(string(text), ",", ", ") + "`"
	switch v.Kind() {
	case reflect.Bool:
		return "true or false", value
	case reflect.Float64:
		return "number", value
	case reflect.Int, reflect.Uint64:
		return "whole number", value
	case reflect.String:
		if v.String() == "" {
			return "text", ""
		}
		return "text", "`" + v.String() + "`"
	case reflect.Pointer:
		is, _ = shownSetting(t, reflect.Zero(v.Type().Elem()))
		return is, ""
	case reflect.Slice:
		if v.Len() == 0 {
			value = "`[]`"
		}
		return map[reflect.Kind]string{reflect.Int: "list of whole numbers", reflect.Float64: "list of numbers", reflect.String: "list of texts"}[v.Type().Elem().Kind()], value
	case reflect.Map:
		return "mapping", "`{}`"
	}
	require.Fail(t, "no words for "+v.Kind().String())
	return "", ""
}

// comment returns the first sentence of the comment on a type, or on a field of it, with
// keys for the names of fields.
func (s *settings) comment(of reflect.Type, field, key string) string {
	pkg := strings.TrimPrefix(of.PkgPath(), "ringer/")
	if s.comments[pkg] == nil {
		s.comments[pkg] = sentencesOf(s.T, pkg)
	}
	name := strings.TrimSuffix(of.Name()+"."+field, ".")
	text := s.comments[pkg][name]
	assert.NotEmpty(s.T, text, "%s: %s: want a comment that says what the key means", pkg, name)
	if first, rest, _ := strings.Cut(text, " "); first == field || field == "" && first == of.Name() {
		text = strings.TrimPrefix(key+" "+rest, key+" is ")
	}
	text = words.ReplaceAllStringFunc(text, func(word string) string {
		f, ok := of.FieldByName(word)
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if !ok || name == "" || strings.HasPrefix(text, word) {
			return word
		}
		return "`" + name + "`"
	})
	return text
}

// words matches words that may be the name of a field, with what makes another name of them.
var words = regexp.MustCompile(`[\w.]*\w\(?`)

// sentencesOf reads the first sentences of the comments on the types of a package, and on
// their fields.
func sentencesOf(t *testing.T, pkg string) map[string]string {
	t.Helper()
	sentences := map[string]string{}
	say := func(name string, groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if text := new(doc.Package).Synopsis(g.Text()); text != "" {
				sentences[name] = strings.TrimSuffix(strings.TrimSuffix(text, "."), ":")
				return
			}
		}
	}
	root := os.DirFS(repository)
	files, err := fs.Glob(root, path.Join(pkg, "*.go"))
	require.NoError(t, err)
	for _, file := range files {
		source, err := fs.ReadFile(root, file)
		require.NoError(t, err)
		parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range parsed.Decls {
			types, ok := d.(*ast.GenDecl)
			if !ok || types.Tok != token.TYPE {
				continue
			}
			for _, spec := range types.Specs {
				spec := spec.(*ast.TypeSpec)
				say(spec.Name.Name, spec.Doc, types.Doc)
				fields, ok := spec.Type.(*ast.StructType)
				if !ok {
					continue
				}
				for _, f := range fields.Fields.List {
					for _, name := range f.Names {
						say(spec.Name.Name+"."+name.Name, f.Doc, f.Comment)
					}
				}
			}
		}
	}
	return sentences
}
