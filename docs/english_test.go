package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// unwanted lists phrases that comments, pages and texts of the program do not use.
var unwanted = []habit{
	{regexp.MustCompile(`(?i)\bthe own\b`), "its own, the seat's own", "Run to the own flag."},
	{regexp.MustCompile(`(?i)\b(whom|how [a-z]+) one (is|was|has|had|wants|would|can|may)\b`), "a noun for the person or the measure", "It returns how near one wants to be."},
	{regexp.MustCompile(`(?i)\bthe one takes\b`), "the player that wins: X wins, X beats Y in", "Where the one takes a share, less is better."},
	{regexp.MustCompile(`(?i)\bclear of (an?|0|zero|random|even|half|not)\b`), "ahead of, clearly better than, its interval is above", "The ringer is not clear of random."},
	{regexp.MustCompile(`(?i)\b(is|are) what\b`), "the noun that names it: X returns the …, X holds the …", "stakes are what a Duel is about."},
	{regexp.MustCompile(`(?i)\bso many\b`), "N, as many, this many", "It ends after so many seconds."},
	{regexp.MustCompile(`(?i)\bwhat (a|an|the) [a-z]+ (comes|came) to\b`), "summary of, sum of", "It prints what a run came to."},
	{regexp.MustCompile(`(?i)\bwhat (comes|came) of\b`), "outcome", "A case is a position and what comes of it."},
	{regexp.MustCompile(`(?i)(?:^|[^./])\bexploiters?\b`), "best response (docs/glossary.md)", "The ladder trains three exploiters, too."},
	{regexp.MustCompile(`(?i)\b(trains?|trained|training) (an |the |its )?answers?\b`), "best response (docs/glossary.md)", "The report trains an answer to it."},
	{
		regexp.MustCompile(`\b(at|to|by|after|against) who (is|was|has|had|gets|goes|falls|stands|leaves|loses|moves|comes|takes|holds|carries)\b`),
		"a noun: a fighter that …, the carrier of …", "It blows at who leaves and keeps near to who has the flag.",
	},
	{
		regexp.MustCompile(`(?:^|[.!;:] )Who (is|was|has|had|gets|goes|falls|stands|leaves|loses|moves|comes|takes|holds|carries|spends|plays|may|can)\b[^.?!;]*(?:[.!;]|$)`),
		"a subject: A fighter that …, A seat that …", "Who is prone drops the treasure.",
	},
	{
		regexp.MustCompile(`(?:^|[.!;:] )What (is|was|has|had|stands|lies|follows|counts|blocks|falls)\b[^.?!;]*(?:[.!;]|$)`),
		"a subject: A piece that …, The cards that …", "What is gone stays gone.",
	},
}

// unwantedInStrings lists more phrases that texts of the program do not use: errors, help
// and the page.
var unwantedInStrings = []habit{
	{regexp.MustCompile(`(?i)\b(that|those) of (the|this|each|all|another|its|their|a|an|every)\b`), "the noun again", "it says another hash than that of the run"},
	{regexp.MustCompile(`(?i)\bwant what\b|\bwhat takes that\b`), "but this takes …", "want what takes that, not a pocket"},
	{regexp.MustCompile(`(?i)\bwhen (it|they) (is|was|are|were) where\b`), "they have no timestamps", "the runs do not say when they were where"},
	{regexp.MustCompile(`(?i)\b(played|done|set) otherwise\b`), "X differs from Y", "deal 3 was played otherwise elsewhere"},
	{regexp.MustCompile(`(?i): (whose|whom|who|which) [^?]*\?`), "X is missing, with what to type", "GAME is missing: whose puzzles are to be found?"},
}

// unwantedInComments lists more phrases that comments of Go code do not use.
var unwantedInComments = []habit{
	{regexp.MustCompile(`(?i)\b(that|those) of\b`), "the noun again, or whose it is", "Errors are those of PlayMatch."},
}

// A habit is a phrase, with the words to write instead and a sentence in which the test must
// find it.
type habit struct {
	phrase  *regexp.Regexp
	instead string
	example string
}

// A passage is a comment or a paragraph on one line.
type passage struct {
	file string
	line int // of its beginning
	text string
}

// proseFaults lists the phrases in passages that break habits.
func proseFaults(passages []passage, habits []habit) (faults []string) {
	for _, p := range passages {
		for _, u := range habits {
			if found := u.phrase.FindString(p.text); found != "" {
				faults = append(faults, p.file+":"+strconv.Itoa(p.line)+": "+strconv.Quote(found)+"; write "+u.instead)
			}
		}
	}
	return faults
}

// commentsOf returns the comments of a Go file, a group in each passage. It leaves
// out code and output: lines that begin with a tab.
func commentsOf(file string, text []byte) (list []passage, err error) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, group := range parsed.Comments {
		var lines []string
		for _, comment := range group.List {
			for line := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(comment.Text, "//"), "/*"), "*/"), "\n") {
				if !strings.HasPrefix(line, "\t") {
					lines = append(lines, line)
				}
			}
		}
		list = append(list, paragraphs(file, files.Position(group.Pos()).Line, lines)...)
	}
	return list, nil
}

// wordsOfFacts matches the files whose texts are words of games, which golden playthroughs
// hold, and the files of studies and of work elsewhere, which are not held to this yet.
var wordsOfFacts = regexp.MustCompile(`^(env/|play/scene/|play/[a-z_]+\.go$|cmd/(elsewhere|worker|curves|sweep))`)

// stringsOf returns the texts in the string literals of a Go file: those with a space that
// are neither the path of an import nor the tag of a field. A concatenation is one text.
func stringsOf(file string, text []byte) (list []passage, err error) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	add := func(at token.Pos, said string) {
		if strings.Contains(said, " ") {
			list = append(list, paragraphs(file, files.Position(at).Line, strings.Split(said, "\n"))...)
		}
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			if n.Tag != nil {
				n.Tag = nil
			}
		case *ast.BinaryExpr:
			said, whole := joined(n)
			if whole {
				add(n.Pos(), said)
			}
			return !whole
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				said, _ := strconv.Unquote(n.Value)
				add(n.Pos(), said)
			}
		}
		return true
	})
	return list, nil
}

// joined returns the text of a concatenation of string literals alone.
func joined(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		said, err := strconv.Unquote(e.Value)
		return said, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := joined(e.X)
		right, too := joined(e.Y)
		return left + right, ok && too && e.Op == token.ADD
	}
	return "", false
}

// pageToken matches a comment or a string literal of TypeScript, and pageText what stands
// between the tags of JSX, or between a tag and a value.
var (
	pageToken = regexp.MustCompile("(?s)//[^\\n]*|/\\*.*?\\*/|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'|`(?:\\\\.|[^`\\\\])*`")
	pageText  = regexp.MustCompile(`[>}]([^<>{}]+)[<{]`)
)

// pageOf returns the comments of a file of the page, and its texts: string literals, and what
// JSX shows.
func pageOf(file string, text []byte) (comments, texts []passage) {
	source := string(text)
	line := func(at int) int { return 1 + strings.Count(source[:at], "\n") }
	code := []byte(source)
	for _, at := range pageToken.FindAllStringIndex(source, -1) {
		token := source[at[0]:at[1]]
		said := paragraphs(file, line(at[0]), strings.Split(strings.Trim(token, "/*\"'`"), "\n"))
		if token[0] == '/' {
			if last := len(comments) - 1; last >= 0 && strings.HasPrefix(token, "//") && strings.TrimSpace(string(code[at[0]-min(at[0], 200):at[0]])) == "" {
				comments[last].text += " " + said[0].text
			} else {
				comments = append(comments, said...)
			}
		} else if strings.Contains(token, " ") {
			texts = append(texts, said...)
		}
		for i := at[0]; i < at[1]; i++ {
			if code[i] != '\n' {
				code[i] = ' '
			}
		}
	}
	for _, at := range pageText.FindAllSubmatchIndex(code, -1) {
		texts = append(texts, paragraphs(file, line(at[2]), strings.Split(string(code[at[2]:at[3]]), "\n"))...)
	}
	return comments, texts
}

// paragraphs joins lines into passages: an empty line, an item of a list and a row
// of a table begin another one.
func paragraphs(file string, line int, lines []string) (list []passage) {
	open := false
	for i, text := range lines {
		text = strings.TrimSpace(text)
		own := strings.HasPrefix(text, "|") || strings.HasPrefix(text, "#")
		switch {
		case text == "":
			open = false
			continue
		case !open || own || strings.HasPrefix(text, "- "):
			list = append(list, passage{file, line + i, strings.TrimPrefix(text, "- ")})
		default:
			list[len(list)-1].text += " " + text
		}
		open = !own
	}
	return list
}

// prose returns the passages of a file: comments of Go and YAML, paragraphs of
// Markdown without code.
func prose(file string, text []byte) ([]passage, error) {
	switch path.Ext(file) {
	case ".go":
		return commentsOf(file, text)
	case ".md":
		page := codeBlock.ReplaceAllStringFunc(string(text), func(block string) string {
			return strings.Repeat("\n", strings.Count(block, "\n"))
		})
		return paragraphs(file, 1, strings.Split(inCode.ReplaceAllString(page, "CODE"), "\n")), nil
	case ".yaml":
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			_, comment, _ := strings.Cut(" "+line, " #")
			lines[i] = comment
		}
		return paragraphs(file, 1, lines), nil
	default:
		return nil, nil
	}
}

// repositoryFaults lists the unwanted phrases of all files below a root.
func repositoryFaults(root fs.FS) (faults []string, err error) {
	err = fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != "docs/rules" && (slices.Contains(skippedFolders, file) || slices.Contains(skippedFolders, entry.Name())):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		text, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		if ext := path.Ext(file); ext == ".ts" || ext == ".tsx" {
			comments, texts := pageOf(file, text)
			faults = append(faults, proseFaults(comments, slices.Concat(unwanted, unwantedInComments))...)
			faults = append(faults, proseFaults(texts, slices.Concat(unwanted, unwantedInStrings))...)
			return nil
		}
		passages, err := prose(file, text)
		faults = append(faults, proseFaults(passages, unwanted)...)
		if path.Ext(file) == ".go" {
			faults = append(faults, proseFaults(passages, unwantedInComments)...)
		}
		if err == nil && path.Ext(file) == ".go" && !strings.HasSuffix(file, "_test.go") && !wordsOfFacts.MatchString(file) {
			passages, err = stringsOf(file, text)
			faults = append(faults, proseFaults(passages, slices.Concat(unwanted, unwantedInStrings))...)
		}
		return err
	})
	return faults, err
}

// Comments, pages, configurations and the program's texts keep to plain English
// (CONTRIBUTING.md).
func TestPlainEnglish(t *testing.T) {
	t.Parallel()
	faults, err := repositoryFaults(os.DirFS(repository))
	require.NoError(t, err)
	assert.Empty(t, faults, "%s", strings.Join(faults, "\n"))
}

// The test finds each phrase in every kind of file, also across the end of a line,
// and neither in code nor in questions.
func TestPlainEnglishBites(t *testing.T) {
	t.Parallel()
	for _, u := range unwanted {
		broken := strings.Replace(u.example, " ", "\n", 2)
		faults, err := repositoryFaults(fstest.MapFS{
			"a.go":   {Data: []byte("package a\n\n// " + strings.ReplaceAll(broken, "\n", "\n// ") + "\nvar x = 1 // " + u.example + "\n")},
			"a.md":   {Data: []byte("# A\n\nFirst. " + broken + "\n\n| a | b |\n| " + "x: " + u.example + " | y |\n")},
			"a.yaml": {Data: []byte("# " + strings.ReplaceAll(broken, "\n", "\n# ") + "\n\na: 1 # " + u.example + "\n")},
			"a.tsx":  {Data: []byte("// " + strings.ReplaceAll(broken, "\n", "\n// ") + "\nconst x = 'it\\'s'\n/** " + u.example + " */\nconst y = <p title=\"" + u.example + "\">\n  " + broken + "\n</p>\n")},
		})
		require.NoError(t, err)
		assert.Len(t, faults, 10, "%s: %q", u.example, faults)
	}
	for _, u := range unwantedInComments {
		faults, err := repositoryFaults(fstest.MapFS{
			"a.go":      {Data: []byte("package a\n\n// " + strings.Replace(u.example, " of ", "\n// of ", 1) + "\nvar x = 1 // " + u.example + "\n")},
			"b_test.go": {Data: []byte("package a\n\nvar x = " + strconv.Quote(u.example) + "\n")},
			"c.md":      {Data: []byte(u.example + "\n")},
		})
		require.NoError(t, err)
		assert.Len(t, faults, 2, "%s: %q", u.example, faults)
	}
	for _, u := range unwantedInStrings {
		faults, err := repositoryFaults(fstest.MapFS{
			"a.go":      {Data: []byte("package a\n\nvar x = " + strconv.Quote("%s: "+u.example) + " // " + u.example + "\n\nvar y = \"x \" +\n\t" + strconv.Quote(u.example) + "\n")},
			"b_test.go": {Data: []byte("package a\n\nvar x = " + strconv.Quote(u.example) + "\n")},
			"env/c.go":  {Data: []byte("package a\n\nvar x = " + strconv.Quote(u.example) + "\n")},
			"d.go":      {Data: []byte("package a\n\ntype t struct {\n\tx int `doc:" + strconv.Quote(u.example) + "`\n}\n")},
		})
		require.NoError(t, err)
		faults = slices.DeleteFunc(faults, func(f string) bool { return !strings.HasSuffix(f, "; write "+u.instead) })
		assert.Len(t, faults, 2, "%s: %q", u.example, faults)
	}
	faults, err := repositoryFaults(fstest.MapFS{
		"a.go": {Data: []byte("package a\n\n// Example:\n//\n//\tthe own\nvar x = `the_own`\n")},
		"a.ts": {Data: []byte("const the own = `the_own`\n")},
		"a.md": {Data: []byte("```\nthe own\n```\n\nWho is there? See `the own`.\n\n## What is drafted\n")},
	})
	require.NoError(t, err)
	assert.Empty(t, faults)
}
