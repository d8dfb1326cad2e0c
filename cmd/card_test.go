package cmd

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/open"
	"ringer/open/study"
	"ringer/train/metrics"
)

// A run's card names the game, the build and the figures, and its commands work: the
// same training gives the same card.
func TestEveryRunHasACard(t *testing.T) {
	inFolder(t)
	done(t, "train", "--config", "kuhn", "--set", "decisions=2000", "--set", "evaluation.opponents=[random]", "--set", "evaluation.final_games=40", "--out", "a")
	card := readText(t, filepath.Join("a", study.CardName))
	g, err := open.Game("kuhn")
	require.NoError(t, err)
	for _, want := range []string{"kuhn, seed 1", g.Spec().Hash, "Exploitability 0.", "1 × `random`", thisVersion().Vectors, "## Train it again"} {
		assert.Contains(t, card, want)
	}
	assert.Regexp(t, "1 × `random` +\\| +40 \\| +\\d+% \\(\\d+ … \\d+\\) \\| +50%", card)
	lines := shellLines(card)
	again := shellWords(lines[0])
	done(t, append(again[1:], "--out", "b")...)
	assert.Equal(t, card, readText(t, filepath.Join("b", study.CardName)))
	export := shellWords(lines[1])
	require.Equal(t, []string{"ringer", "export", "."}, export[:3])
	t.Chdir("a")
	done(t, append(export[1:4], "x.bot")...)

	// TensorBoard gets grouped tags, the settings and the final figures.
	files, err := filepath.Glob("events.*")
	require.NoError(t, err)
	require.Len(t, files, 1)
	events, err := metrics.ParseEvents([]byte(readText(t, files[0])))
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
	assert.Contains(t, readText(t, files[0]), "_hparams_/session_start_info")
	assert.Contains(t, readText(t, files[0]), "ppo.entropy")
}
