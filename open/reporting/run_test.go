package reporting

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/study"
	"ringer/play/opponents"
	"ringer/report/balance"
	"ringer/report/trust"
)

// configOf returns a small report of a game, in a folder that is not there yet.
func configOf(t *testing.T, game string) Config {
	t.Helper()
	g, err := open.Game(game)
	require.NoError(t, err)
	c := Defaults()
	c.Game, c.Dir, c.Games, c.Trainer = g, filepath.Join(t.TempDir(), "out"), 40, &study.Trainer{Opener: &open.Opener{}}
	return c
}

// All that is wrong with a report is said at once, before anything is played or written.
func TestFaultsAreToldBeforeAnyWork(t *testing.T) {
	c := configOf(t, "kuhn")
	records := filepath.Join(t.TempDir(), "records.jsonl")
	require.NoError(t, os.WriteFile(records, []byte("{\"game\": 3}\n"), 0o600))
	c.Games, c.Workers, c.Band, c.Only = -1, -2, 2, []string{"seat"}
	c.Steps, c.Vary, c.Strategy = []string{"nobody"}, []string{"nobody=1..2"}, "nobody.yaml"
	c.Targets, c.Compare, c.Record, c.Agents = "nobody.yaml", "nowhere", records, []string{"nobody", "random", "random"}
	_, err := Run(t.Context(), c)
	assert.ErrorAs(t, err, new(*input.Error))
	for _, says := range []string{
		"--games -1: want", "--workers -2: want", "--band 2: want", `--only "seat": want one of trust, seats`,
		"--step kuhn has no knob \"nobody\"", "--vary changes: nobody: ", "--strategy nobody.yaml: ", "nobody.yaml: no such file (shipped in targets: ", "--compare: ", "--record " + records + ": line 1:",
		"--agent nobody: ", "--agent random is named twice",
	} {
		assert.ErrorContains(t, err, says)
	}
	assert.NoDirExists(t, c.Dir)
}

// A game with a file of one's own is reported like any other.
func TestReportOfAMapOfOnesOwn(t *testing.T) {
	slowWhenRaced(t)
	text, err := os.ReadFile("../../configs/games/duel/maps/canyon.yaml")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("mine.yaml", text, 0o600))
	c := configOf(t, "duel(file=mini,map=mine.yaml)")
	c.Games, c.Tune, c.Agents, c.Only, c.Steps = 4, 0, []string{"random"}, []string{"what-if"}, []string{"hit_on"}
	r, err := Run(t.Context(), c)
	require.NoError(t, err)
	assert.Len(t, r.WhatIf.Rules, 3)
	assert.Contains(t, r.Command, "map=mine.yaml")
}

// Only the warbands that the rules allow meet, and none where the game has no Heroes.
func TestWarbandsMeetThatMay(t *testing.T) {
	for game, want := range map[string]int{"duel(heroes=true)": 8, "duel(file=gang)": 14, "duel(file=mini)": 0} {
		_, names := warbandsOf(games.MustNew(game))
		assert.Len(t, names, want, game)
		assert.Equal(t, want == 14, slices.Contains(names, "berserkers"), "%s: its juggernaut needs melee", game)
	}
}

// A report that was stopped goes on, trains nothing again, and is the same: also with another
// number of workers, and in a program that has no version.
func TestAReportGoesOn(t *testing.T) {
	slowWhenRaced(t)
	run := func(ctx context.Context, c Config) *balance.Report {
		r, err := Run(ctx, c)
		require.NoError(t, err)
		r.Seconds = 0
		return r
	}
	c := configOf(t, "kuhn")
	c.Tune, c.Trainings, c.Only = 300, 1, []string{"trust", "seats", "length"}
	want := run(t.Context(), c)

	stopped := c
	stopped.Dir, stopped.Workers = filepath.Join(t.TempDir(), "stopped"), 3
	ctx, stop := context.WithCancel(t.Context())
	stopped.Progress = func(part string, _, _ int) {
		if part == "trust" {
			stop()
		}
	}
	_, err := Run(ctx, stopped)
	require.ErrorIs(t, err, context.Canceled)
	assert.FileExists(t, filepath.Join(stopped.Dir, "agents", "seed-1.bot"))
	assert.NoFileExists(t, filepath.Join(stopped.Dir, HTMLName))
	stopped.Progress = nil
	assert.Equal(t, want, run(t.Context(), stopped))
}

// A panel that asks nothing about learning trains nobody where a bot was made for the rules: its
// games begin at once.
func TestPanelsThatNeedNoTrainingTrainNobody(t *testing.T) {
	c := configOf(t, "kuhn")
	c.Only = []string{"seats", "length"}
	r, err := Run(t.Context(), c)
	require.NoError(t, err)
	assert.Contains(t, r.Command, "--tune 0")
	assert.NoDirExists(t, c.agentsDir())

	w := &work{Config: c}
	kuhn := startFor(c.Game)
	assert.Zero(t, w.tuneDecisions(kuhn))
	w.Only = []string{"seats", "trust"}
	assert.Equal(t, 4000, w.tuneDecisions(kuhn))
	w.Only = []string{"things"}
	assert.Equal(t, 4000, w.tuneDecisions(kuhn), "trainings must agree on what is flagged")
	w.Only = nil
	assert.Equal(t, 4000, w.tuneDecisions(kuhn))
	w.Only = []string{"seats"}
	other := *kuhn
	other.exact = false
	assert.Equal(t, 4000, w.tuneDecisions(&other), "rules that no bot was made for are learned first")
}

// A report of some minutes says which games and which plan make it again, and the same command
// goes on with it rather than playing anew.
func TestAReportOfMinutesIsMadeAgain(t *testing.T) {
	slowWhenRaced(t)
	c := configOf(t, "leduc")
	c.Games, c.Minutes, c.Tune, c.Trainings, c.Only = 0, .05, 0, 1, []string{"seats", "arc", "luck", "length"}
	began := time.Now()
	r, err := Run(t.Context(), c)
	require.NoError(t, err)
	assert.Less(t, time.Since(began), 60*time.Second, "three seconds, and what a busy machine adds")
	assert.Positive(t, r.Plan.Games)
	require.Empty(t, r.Late)

	c.Progress = func(part string, _, _ int) { assert.Fail(t, "nothing is played again", part) }
	again, err := Run(t.Context(), c)
	require.NoError(t, err)
	assert.Equal(t, r.Measures, again.Measures)
	assert.Equal(t, r.Command, again.Command)

	c.Progress, c.Dir = nil, filepath.Join(t.TempDir(), "other")
	c.Games, c.Minutes, c.Plan = r.Plan.Games, 0, r.Plan.Differs()
	if c.Plan != "" {
		assert.Contains(t, r.Command, "--plan "+c.Plan)
	}
	again, err = Run(t.Context(), c)
	require.NoError(t, err)
	assert.Equal(t, r.Measures, again.Measures)
	assert.Equal(t, r.Command, again.Command)
}

// Numbers of a plan are refused where they are none, and where no games say what the others are.
func TestPlansAreRefusedBeforeAnyWork(t *testing.T) {
	c := configOf(t, "kuhn")
	c.Plan = "block=3"
	_, err := Run(t.Context(), c)
	require.ErrorContains(t, err, "--plan: ")
	require.ErrorContains(t, err, "block=3")
	c.Plan, c.Games, c.Minutes = "blocks=3", 0, 1
	_, err = Run(t.Context(), c)
	require.ErrorContains(t, err, "--plan: want --games")
	assert.NoDirExists(t, c.Dir)
}

// Levels of skill come in the order of their ratings, and end below the agent that was asked for: a game of
// beginners says nothing of how experts play it.
func TestLevelsBelowAnAgent(t *testing.T) {
	c := configOf(t, "heat")
	w := &work{Config: c, words: map[string]string{}}
	levels := opponents.Levels(c.Game)
	require.Len(t, levels, 3)
	assert.Equal(t, []string{"random"}, w.below(levels[0])[:1])
	assert.NotContains(t, w.below(levels[0]), "expert")
	assert.NotContains(t, w.below(levels[0]), levels[2])
	all := w.below("bot(mine.bot)")
	assert.ElementsMatch(t, w.levels(), all)
	assert.Less(t, slices.Index(all, levels[0]), slices.Index(all, "expert"), "rated below it")
	assert.Less(t, slices.Index(all, levels[1]), slices.Index(all, levels[2]))
	assert.Equal(t, "beginners", w.called()[levels[0]])
	assert.Equal(t, "level 3", w.called()[levels[2]])

	w.play.Cast = []trust.Agent{{Name: "the shipped bot", Command: levels[2]}}
	w.enter(&w.play.Cast[0], "")
	assert.NotContains(t, w.below("the shipped bot"), levels[2], "one level under two names")
}
