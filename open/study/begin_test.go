package study_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/open"
	"ringer/open/study"
)

// The configuration of a run, given to another one, has its rules, whatever file they came from.
func TestAConfigurationKeepsItsRules(t *testing.T) {
	t.Chdir(t.TempDir())
	small, err := open.Game("liarsdice(sides=3)")
	require.NoError(t, err)
	rules := string(small.Spec().Configuration)
	trainer := &study.Trainer{Opener: &open.Opener{}}
	r, err := trainer.New("", "leduc", "game=liarsdice(sides=3)", "evaluation={exact: false, opponents: [random]}")
	require.NoError(t, err)
	r.File.Game = "liarsdice" // as a file of rules that is gone would leave it
	text, err := r.File.Text()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("config.yaml", text, 0o600))
	again, err := trainer.New("", "config.yaml")
	require.NoError(t, err)
	assert.Equal(t, rules, string(again.Game.Spec().Configuration))
	runs, err := trainer.Plan(study.Plan{Config: "config.yaml", Arms: []study.Arm{{Name: "seed"}}, Seeds: []uint64{2}, Dir: filepath.Join("runs", "dice")})
	require.NoError(t, err)
	assert.Equal(t, rules, runs[0].File.Rules)
}

// A file that is gone when a run begins is a fault of every folder: none is looked for any more.
func TestTheNextFolderNeedsTheFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("bids.yaml", []byte("name: bids\nrules:\n  - {always: bid 1}\n"), 0o600))
	trainer := &study.Trainer{Opener: &open.Opener{}}
	run, err := trainer.New("", "goofspiel", "opponents.fixed=["+open.StrategyCall("bids.yaml")+"]", "opponents.fixed_share=0.5")
	require.NoError(t, err)
	require.NoError(t, os.Remove("bids.yaml"))
	_, err = trainer.BeginNext("goofspiel", run)
	require.ErrorContains(t, err, "bids.yaml")
	assert.NoDirExists(t, "runs")
}
