package train_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/cmdtest"
	"ringer/open"
	"ringer/open/study"
	"ringer/train/metrics"
)

// A run's card names the game, the build and the figures, and its commands work: the
// same training gives the same card.
func TestEveryRunHasACard(t *testing.T) {
	cmdtest.InFolder(t)
	cmdtest.Done(t, "train", "--config", "kuhn", "--set", "decisions=2000", "--set", "evaluation.opponents=[random]", "--set", "evaluation.final_games=40", "--out", "a")
	card := cmdtest.ReadText(t, filepath.Join("a", study.CardName))
	g, err := open.Game("kuhn")
	require.NoError(t, err)
	for _, want := range []string{"kuhn, seed 1", g.Spec().Hash, "Exploitability 0.", "1 × `random`", buildinfo.ThisVersion().Vectors, "## Train it again"} {
		assert.Contains(t, card, want)
	}
	assert.Regexp(t, "1 × `random` +\\| +40 \\| +\\d+% \\(\\d+ … \\d+\\) \\| +50%", card)
	lines := cmdtest.ShellLines(card)
	again := cmdtest.ShellWords(lines[0])
	cmdtest.Done(t, append(again[1:], "--out", "b")...)
	assert.Equal(t, card, cmdtest.ReadText(t, filepath.Join("b", study.CardName)))
	export := cmdtest.ShellWords(lines[1])
	require.Equal(t, []string{"ringer", "export", "."}, export[:3])
	t.Chdir("a")
	cmdtest.Done(t, append(export[1:4], "x.bot")...)

	// TensorBoard gets grouped tags, the settings and the final figures.
	files, err := filepath.Glob("events.*")
	require.NoError(t, err)
	require.Len(t, files, 1)
	events, err := metrics.ParseEvents([]byte(cmdtest.ReadText(t, files[0])))
	require.NoError(t, err)
	tags := map[string]bool{}
	for _, e := range events {
		for _, v := range e.Values {
			tags[v.Name] = true
		}
	}
	for _, want := range []string{"train/decisions", "time/seconds", "final/exploitability", "final/win_rate/random", "final/win_rate_low/random"} {
		assert.True(t, tags[want], want)
	}
	assert.Contains(t, cmdtest.ReadText(t, files[0]), "_hparams_/session_start_info")
	assert.Contains(t, cmdtest.ReadText(t, files[0]), "ppo.entropy")
}
