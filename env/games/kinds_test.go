package games_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
)

// Every shipped configuration states the kinds of its decisions, in words that the page for
// researchers explains; it explains no others. TestLaws plays them: the law "kinds"
// wants a kind for every decision with a choice.
func TestKindsAreExplained(t *testing.T) {
	used := map[string]bool{}
	for _, text := range everyConfiguration() {
		kinds := games.MustNew(text).Spec().Kinds()
		assert.Greater(t, len(kinds), 1, "%s states no kinds of decisions", text)
		for _, kind := range kinds {
			used[kind] = true
		}
	}
	// Questions of DUEL's add-ons.
	for _, text := range []string{"duel(heroes=true)", "duel(heroes=true,add_ons=[city_brawl],mob_radius=1)"} {
		if g, err := games.New(text); assert.NoError(t, err) {
			for _, kind := range g.Spec().Kinds() {
				used[kind] = true
			}
		}
	}
	delete(used, env.OtherKind)

	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "laws.md"))
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(page), "\n## Kinds of decisions\n")
	require.True(t, ok)
	section, _, _ = strings.Cut(section, "\n## ")
	var explained []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| .+ \\|$").FindAllStringSubmatch(section, -1) {
		explained = append(explained, m[1])
	}
	assert.ElementsMatch(t, slices.Collect(maps.Keys(used)), explained)
}
