package turn

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// A Task is a piece of the turn that is under way. Tasks lie on a stack: the
// newest runs until it is done, asks for a decision, waits for chance, or pushes
// others to be done first. When its question is answered it runs again, in its
// next step.
type Task struct {
	Kind TaskKind
	Step uint8
	M    int8 // the model it is about
	A, B int16
	With SkillID     // of taskSkill and its kin: the feat or trait
	To   space.Point // of a Move
	from space.Point // where it began
	halt space.Point // where it was interrupted
}

type TaskKind uint8

// The tasks of the engine. Those of the wings follow, each wing with a range of its own.
const (
	taskCorners TaskKind = iota
	taskSetup
	TaskRound
	taskInitiative
	taskUpkeep
	TaskRecover
	TaskTurns
	TaskActivate
	taskPlace
	TaskAct
	TaskGo
	taskTravel
	taskFinish // of an activation
	TaskDuel
	taskWeapon
	taskCommit
	taskReveal
	TaskLevels
	taskTargets
	taskRolls
	taskAttack
	taskDefend
	taskApply
	TaskDuelEnd
	TaskProneNow
	TaskSkill
	TaskSpecial
	taskConvert
	taskRedirect
	taskTrigger
	taskInterrupt
	taskGivenMove
	taskLend

	TaskOptions   TaskKind = 48  // the first of those of the optional rules
	TaskScenarios TaskKind = 80  // the first of those of scenarios
	TaskHeroes    TaskKind = 112 // the first of those of heroes
	taskKinds     TaskKind = 128
)

// A Runner carries a task on: it is called with the newest task.
type Runner = func(s *State, t *Task)

// A Tasks holds the functions behind the kinds of tasks.
type Tasks [taskKinds]Runner

// NewTasks puts the engine's own tasks and those of the wings into one table. It
// panics when two of them have one kind.
func NewTasks(wings ...map[TaskKind]Runner) *Tasks {
	var table Tasks
	for _, wing := range append(wings, engineTasks()) {
		for kind, run := range wing {
			if table[kind] != nil {
				panic("duel: two tasks of one kind")
			}
			table[kind] = run
		}
	}
	return &table
}

func (s *State) Push(kind TaskKind, m int8, a, b int) *Task {
	if int(s.TaskCount) == maxTasks {
		panic("duel: the turn is nested too deeply")
	}
	s.Tasks[s.TaskCount] = Task{Kind: kind, M: m, A: int16(a), B: int16(b)}
	s.TaskCount++
	return &s.Tasks[s.TaskCount-1]
}

func (s *State) Pop() { s.TaskCount-- }

// Newest is the newest task of a kind about a model; nil when there is none.
func (s *State) Newest(kind TaskKind, m int8) *Task {
	for i := int(s.TaskCount) - 1; i >= 0; i-- {
		if t := &s.Tasks[i]; t.Kind == kind && t.M == m {
			return t
		}
	}
	return nil
}

// Run carries the turn on until someone has to choose, or chance, or the end.
func (s *State) Run() {
	s.Node, s.Actor = NodeOver, env.Terminal
	for s.TaskCount > 0 {
		t := &s.Tasks[s.TaskCount-1]
		s.Game.tasks[t.Kind](s, t)
		if s.ended {
			break
		}
		if s.Node != NodeOver {
			if s.answersItself() {
				continue
			}
			return
		}
		if s.wiped != 0 && s.settle() {
			break
		}
	}
	s.TaskCount = 0
	s.finish()
}
