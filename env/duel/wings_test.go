package duel_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/duel/internal/heroes"
	optionwing "ringer/env/duel/internal/options"
	scenariowing "ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
)

// Every feat, trait, scenario and add-on is in the table of its wing and in a file of
// its name.
func TestTablesOfTheWings(t *testing.T) {
	for id := turn.NoSkill + 1; id < turn.SkillIDs; id++ {
		kind := "feat"
		if id.Trait() {
			kind = "trait"
		}
		assert.NotNil(t, heroes.Skills[id], id)
		assert.FileExists(t, filepath.Join("internal", "heroes", kind+"_"+id.String()+".go"))
	}
	for _, name := range append(scenariowing.Names(), scenariowing.AddOnNames()...) {
		assert.FileExists(t, filepath.Join("internal", "scenarios", name+".go"))
	}
}

// Every kind of task of a wing has a function that runs it, and no two have one kind.
func TestTasksOfTheWings(t *testing.T) {
	all := turn.NewTasks(optionwing.Tasks(), scenariowing.Tasks(), heroes.Tasks())
	for _, wing := range []struct {
		from, to turn.TaskKind
		tasks    map[turn.TaskKind]turn.Runner
	}{
		{turn.TaskOptions, turn.TaskScenarios, optionwing.Tasks()},
		{turn.TaskScenarios, turn.TaskHeroes, scenariowing.Tasks()},
		{turn.TaskHeroes, turn.TaskKind(len(all)), heroes.Tasks()},
	} {
		for i := range wing.tasks {
			assert.True(t, wing.from <= i && i < wing.to, "task %d is not of its wing", i)
		}
		for i := range turn.TaskKind(len(wing.tasks)) {
			assert.NotNil(t, all[wing.from+i], "task %d has no function", wing.from+i)
		}
	}
	assert.Panics(t, func() { turn.NewTasks(optionwing.Tasks(), optionwing.Tasks()) })
}
