package train_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/train"
	"ringer/train/checkpoint"
)

// A run of an attention network gives the same bytes on one processor as on all, and when
// it is stopped and goes on.
func TestAttentionTrainsByteByByte(t *testing.T) {
	slowWhenRaced(t)
	f := small()
	f.Game, f.Decisions = "fivepossessions", 1500
	f.Network.Kind, f.Network.Items, f.Network.Settings = models.Attention, 8, map[string]int{models.SettingHeads: 2}
	f.Evaluation = train.EvaluationConfig{FinalGames: 4, Games: 4, Opponents: []string{"random"}}
	_, want := trainWhole(t, f)

	old := runtime.GOMAXPROCS(1)
	_, got := trainWhole(t, f)
	runtime.GOMAXPROCS(old)
	assert.Equal(t, want, got)

	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	opt := options(f, run)
	seen := 0
	opt.Progress = func(train.Progress) {
		if seen++; seen == 3 {
			stop()
		}
	}
	result, err := train.Run(ctx, f.Config, opt)
	require.NoError(t, err)
	require.True(t, result.Interrupted)
	_, err = train.Run(context.Background(), f.Config, options(f, run))
	require.NoError(t, err)
	assert.Equal(t, want, last(t, run))
}
