package external_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/play/external"
)

// The program that docs/protocol.md shows plays, and wins: in Kuhn poker at random,
// everybody pays its bluffs half of the time.
func TestTheProgramOnThePagePlays(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs python3")
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "protocol.md"))
	require.NoError(t, err)
	_, code, ok := strings.Cut(string(page), "```python\n")
	require.True(t, ok)
	code, _, _ = strings.Cut(code, "```")
	assert.LessOrEqual(t, strings.Count(code, "\n"), 20, "it is short")
	file := filepath.Join(t.TempDir(), "my agent.py")
	require.NoError(t, os.WriteFile(file, []byte(code), 0o600))

	game := games.MustNew("kuhn")
	programs := external.NewPrograms()
	defer programs.Close()
	agent, err := external.New(game.Spec(), programs, python+" '"+file+"'", limits(60))
	require.NoError(t, err)
	m, err := match(t.Context(), game, agent, 2000, 2)
	require.NoError(t, err)
	assert.Greater(t, m.Agents[0].ReturnLow, 0.0)
	t.Logf("mean return %+.3f (%+.3f … %+.3f)", m.Agents[0].MeanReturn, m.Agents[0].ReturnLow, m.Agents[0].ReturnHigh)
}
