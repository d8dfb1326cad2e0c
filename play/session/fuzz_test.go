package session_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/play/schematest"
	"ringer/play/session"
)

// Whatever lines a client sends: each gets an answer that follows the schema, or changes a
// table that shows it; nothing panics, and a good client is still answered.
func FuzzMessages(f *testing.F) {
	files, err := filepath.Glob("testdata/vectors/*.txt")
	require.NoError(f, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		var lines []string
		for l := range strings.Lines(string(text)) {
			if _, request, ok := strings.Cut(l, "> "); ok && len(l) > 1 && l[1] == '>' {
				lines = append(lines, strings.TrimSpace(request))
			}
		}
		f.Add(strings.Join(lines, "\n"))
	}
	f.Add(`{"type":"new","game":"kuhn","seats":[{"person":"A"},{"person":"B"}],"seed":18446744073709551615,"id":{"a":[1e400]}}`)
	f.Add(`{"type":"branch","record":"{\"format\":\"ringer-replay/1\"}\n","step":-1,"seats":null}`)
	f.Add(`{"type":"new","game":"duel(width=1000000)","seats":[]}` + "\n" + `{"type":"rules","game":"liarsdice(dice=99999999)"}`)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 || strings.Count(text, "\n") > 20 {
			return
		}
		schema := schematest.Read(t, session.Schema())
		h := session.New(config())
		defer h.Close()
		c := connect(t, h)
		for line := range strings.Lines(text) {
			answers := c.sayLine(strings.TrimSuffix(line, "\n"))
			require.NotEmpty(t, answers, line)
			for _, a := range answers {
				require.True(t, json.Valid([]byte(a)))
				var v any
				if json.Unmarshal([]byte(a), &v) == nil { // else an id has a number that Go's floats lack
					require.Empty(t, schema.Faults("answer", a), "%s\n%s", line, a)
				}
			}
		}
		require.Contains(t, c.sayLine(`{"type":"hello","protocol":"ringer-table/1"}`)[0], `"welcome"`)
	})
}
