package session_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/scene"
	"ringer/play/schematest"
	"ringer/play/session"
)

// Every conversation of testdata/vectors stands as the host writes it, byte for byte, and every
// message in it follows the schema. A line "a> …" is a request of the client a, "a< …" a
// message to it; a line of # is a comment.
func TestConversations(t *testing.T) {
	update := flag.Lookup("update").Value.String() == "true"
	files, err := filepath.Glob("testdata/vectors/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	schema := schematest.Read(t, session.Schema())
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
			h := newHost(t, func(c *session.Config) {
				c.Keeper = &memory{lines: map[string][][]byte{}}
				c.Scenes = func(g env.Game) scene.Builder { return scene.Plain{Game: g} } // which do not change
			})
			clients := map[string]*talk{}
			var names, said []string
			for _, l := range lines {
				name, request, ok := strings.Cut(l, "> ")
				if !ok || len(name) != 1 {
					if strings.HasPrefix(l, "#") || l == "" {
						said = append(said, l)
					}
					continue
				}
				if clients[name] == nil {
					clients[name] = connect(t, h)
					names = append(names, name)
				}
				said = append(said, l)
				clients[name].Handle([]byte(request))
				h.Wait()
				refused := false
				for _, n := range names {
					for _, answer := range clients[n].take() {
						said = append(said, n+"< "+answer)
						assert.Empty(t, schema.Faults("answer", answer), answer)
						refused = refused || strings.Contains(answer, `"type":"error"`)
					}
				}
				if faults := schema.Faults("request", request); faults != "" {
					assert.True(t, refused, "%s: the schema refuses it, the host does not: %s", request, faults)
				}
			}
			if update {
				require.NoError(t, os.WriteFile(file, []byte(strings.Join(said, "\n")+"\n"), 0o644))
				return
			}
			assert.Equal(t, lines, said)
		})
	}
}
