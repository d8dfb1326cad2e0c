package compare_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/open"
	"ringer/open/compare"
	"ringer/open/study"
)

// Two trainings that end in the same weights meet the shipped bot on the same deals, however
// long they took and wherever they lie.
func TestEqualTrainingsMeetOnEqualDeals(t *testing.T) {
	trainer := &study.Trainer{Opener: &open.Opener{}}
	var met []float64
	for _, name := range []string{"one", "other"} {
		s, err := trainer.Study(study.Design{
			Config: "kuhn", Dir: filepath.Join(t.TempDir(), name), Seeds: []uint64{1},
			Set: []string{"decisions=600", "collect={batch: 300, tables: 8, groups: 1}", "ppo.minibatch=64"},
		})
		require.NoError(t, err)
		require.NoError(t, s.Train(t.Context(), 1, nil, nil))
		c := &compare.Comparison{Study: s, Trainer: trainer, Ringer: 200}
		require.NoError(t, c.Run(t.Context()))
		require.NotNil(t, s.Records[0].Ringer)
		r := s.Records[0].Ringer.Report
		met = append(met, r.WinRate, r.Low, r.High)
	}
	assert.Equal(t, met[:3], met[3:])
}
