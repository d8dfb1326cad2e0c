package heroes

import "ringer/env/duel/internal/turn"

const (
	taskDraft = turn.TaskHeroes + iota
	taskDesignate
)

// Tasks lists the tasks that come before the first round, with the functions that run them.
func Tasks() map[turn.TaskKind]turn.Runner {
	return map[turn.TaskKind]turn.Runner{
		taskDraft:     runDraft,
		taskDesignate: runDesignate,
	}
}
