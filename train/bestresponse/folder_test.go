package bestresponse_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/train"
	"ringer/train/bestresponse"
)

func opened(t *testing.T, dir, search string) *bestresponse.Folder {
	t.Helper()
	f, err := bestresponse.OpenFolder(dir, []byte(search))
	require.NoError(t, err)
	return f
}

// A search that is stopped again and again, each time a little later, ends with the answer of
// one that is not, and does nothing twice that it has finished.
func TestASearchGoesOnWhereItWasStopped(t *testing.T) {
	c := small()
	want := found(t, c)

	began := map[string]int{} // weights that each start has made
	for i := range c.Starts {
		if plain := c.Starts[i].Begin; plain != nil {
			c.Starts[i].Begin = func(ctx context.Context, k *train.Collector, w *models.Weights, p func(done, total int)) error {
				began[c.Starts[i].Name]++
				return plain(ctx, k, w, p)
			}
		}
	}
	dir := filepath.Join(t.TempDir(), "search")
	moments := 0 // of progress, until the search is stopped
	stops := map[string]int{}
	for {
		f := opened(t, dir, "a search\n")
		ctx, stop := context.WithCancel(t.Context())
		c.Folder = f
		moments += 3
		at := 0
		c.Progress = func(phase string, done, total int) {
			if at++; at == moments {
				stops[phase]++
				stop()
			}
		}
		r, err := bestresponse.Run(ctx, c)
		stop()
		if err != nil {
			require.ErrorIs(t, err, context.Canceled)
			require.True(t, r.Interrupted)
			require.NoError(t, f.Close())
			continue
		}
		assert.Positive(t, r.Budget.Seconds)
		require.NoError(t, f.Close())
		break
	}
	for _, phase := range []string{"training", "screening", "choosing", "reporting"} {
		assert.Positive(t, stops[phase], phase)
	}
	assert.Equal(t, map[string]int{"once": 1, "each": 3}, began)

	c.Progress, c.Folder = nil, opened(t, dir, "a search\n")
	assert.Equal(t, want, found(t, c))
	require.NoError(t, c.Folder.Close())
}

// A search that is over answers from its folder: it plays the games of the report, and trains nothing.
func TestASearchPlaysNothingTwice(t *testing.T) {
	c := small()
	dir := filepath.Join(t.TempDir(), "search")
	c.Folder = opened(t, dir, "a search\n")
	want := found(t, c)
	require.NoError(t, c.Folder.Close())

	names, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	assert.Len(t, slices.DeleteFunc(names, func(n string) bool { ok, _ := filepath.Match("run-*", filepath.Base(n)); return !ok }), 0, "runs that have ended are gone")

	phases := map[string]bool{}
	c.Folder, c.Progress = opened(t, dir, "a search\n"), func(phase string, _, _ int) { phases[phase] = true }
	assert.Equal(t, want, found(t, c))
	assert.Equal(t, map[string]bool{"reporting": true}, phases)
	require.NoError(t, c.Folder.Close())
}

// Networks that are trained elsewhere are kept as well, with the weights that a start makes once.
func TestASearchElsewhereGoesOn(t *testing.T) {
	c := small()
	want := found(t, c)
	dir := filepath.Join(t.TempDir(), "search")
	place := &elsewhere{config: c}
	c.Place, c.Folder = place, opened(t, dir, "a search\n")
	assert.Equal(t, want, found(t, c))
	require.NoError(t, c.Folder.Close())
	assert.Equal(t, 12, place.trains)

	// As if the process had been killed when the second training and the last three were under way.
	for _, n := range []string{"01", "09", "10", "11"} {
		require.NoError(t, os.Remove(filepath.Join(dir, "training-"+n+".safetensors")))
	}
	place.begun, place.trains = nil, 0
	c.Folder = opened(t, dir, "a search\n")
	assert.Equal(t, want, found(t, c))
	require.NoError(t, c.Folder.Close())
	assert.Equal(t, 4, place.trains)
	assert.Equal(t, []string{"each"}, place.begun)
}

// A line of gains that was cut off is measured again, and damaged weights are named.
func TestAFolderThatIsDamaged(t *testing.T) {
	c := small()
	dir := filepath.Join(t.TempDir(), "search")
	c.Folder = opened(t, dir, "a search\n")
	want := found(t, c)
	require.NoError(t, c.Folder.Close())

	gains := filepath.Join(dir, "gains.jsonl")
	text, err := os.ReadFile(gains)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(gains, text[:len(text)-20], 0o600))
	c.Folder = opened(t, dir, "a search\n")
	assert.Equal(t, want, found(t, c))
	require.NoError(t, c.Folder.Close())
	again, err := os.ReadFile(gains)
	require.NoError(t, err)
	assert.Equal(t, string(text), string(again))

	weights := filepath.Join(dir, "training-03.safetensors")
	require.NoError(t, os.Truncate(weights, 100))
	c.Folder = opened(t, dir, "a search\n")
	_, err = bestresponse.Run(t.Context(), c)
	assert.ErrorContains(t, err, weights)
	require.NoError(t, c.Folder.Close())
}
