package turn

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// A Task is a piece of the turn that is under way. Tasks lie on a stack: the newest
// runs until it is done, asks for a decision, waits for chance, or pushes others to be
// done first. When its question is answered it runs again, in its next step. A task
// knows itself only: what another task must hear of is kept in the State.
//
// A field that a kind of task does not need stays zero.
type Task struct {
	Kind   TaskKind
	Step   Step        // named beside the function that runs the kind
	M      int8        // the model that it is about
	Other  int8        // another model: a target, prey, the enemy that a charge is at
	Seat   int8        // the seat that was asked
	Thing  int8        // a token, mob, light or piece, by number
	With   SkillID     // of TaskSkill and its kin: the feat or trait
	How    DuelHow     // of TaskDuel
	Move   MoveKind    // of TaskGo and taskTravel
	Must   bool        // of taskGivenMove: the Move cannot be declined
	Next   int16       // where a walk through seats, models or choices has come to
	Number int16       // dice, hits, choices, the length of a Move
	To     space.Point // of a Move
	from   space.Point // where it began
	halt   space.Point // where it was interrupted
	each   ModelSet    // models that the task is for, one after the other: see PushEach
}

// A Step says how far a task has come. Each kind of task has steps of its own, the
// first of which is zero.
type Step uint8

// The steps of a task that asks once, a seat or chance, and then takes the answer.
const (
	Asking Step = iota
	Answered
)

// A TaskKind names a kind of task.
type TaskKind uint8

// The tasks of the engine. The tasks of the wings follow, each wing with a range of its
// own.
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
	taskBlow
	taskStrike
	taskTrigger
	taskInterrupt
	taskGivenMove
	taskLend

	TaskOptions   TaskKind = 48  // the first task of the optional rules
	TaskScenarios TaskKind = 80  // the first task of scenarios
	TaskHeroes    TaskKind = 112 // the first task of heroes
	taskKinds     TaskKind = 128
)

// A Runner carries a task on: it is called with the newest task.
type Runner = func(s *State, t *Task)

// Tasks holds the functions behind the kinds of tasks.
type Tasks [taskKinds]Runner

// NewTasks puts the engine's own tasks and the tasks of the wings into one table. It panics
// when two of them have one kind.
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

// Push puts a task about a model on top of the stack, and returns it: what else it is
// about is set there.
func (s *State) Push(kind TaskKind, m int8) *Task {
	if int(s.taskCount) == maxTasks {
		panic("duel: the turn is nested too deeply")
	}
	s.tasks[s.taskCount] = Task{Kind: kind, M: m}
	s.taskCount++
	return s.Top()
}

// PushEach puts a task for each model of a set on top of the stack, all as one. The
// models have their turns one after the other, models of first's owner before models of the
// seats after it. So the stack is no higher for many models, and no seat comes first
// everywhere.
func (s *State) PushEach(like Task, set ModelSet, first int8) {
	if set == 0 {
		return
	}
	t := s.Push(like.Kind, Nobody)
	*t = like
	if set&(set-1) == 0 {
		t.M = set.First()
		return
	}
	t.M, t.each = s.leader(first), set
}

// Around returns the model of a set whose turn is first when the seats have theirs in
// order, beginning with the owner of a model.
func (s *State) Around(set ModelSet, first int8) int8 {
	if set&(set-1) == 0 {
		return set.First()
	}
	return s.Game.next(set, s.leader(first))
}

// next returns the model of a set whose turn is first when the turn of a place is the first
// of all. Automata come last, whatever that place is; those that stand for models of
// players in the order of these.
func (g *Game) next(set ModelSet, from int8) int8 {
	if played := set & (Bit(int8(g.Players*g.PerSeat)) - 1); played != 0 {
		return played.From(from)
	}
	if g.doubles > 0 && set&(Bit(g.doubles)-1) == 0 {
		return set.From(g.doubles + from)
	}
	return set.First()
}

// leader returns the first place of the seat of a model; for Nobody and automata, the first
// place of the player who is first in the order of Initiative.
func (s *State) leader(m int8) int8 {
	if m != Nobody && s.Owner(m) < s.Game.Players {
		return s.Game.FirstOf(s.Owner(m))
	}
	for _, seat := range s.Order[:s.Seated] {
		if int(seat) < s.Game.Players {
			return s.Game.FirstOf(int(seat))
		}
	}
	return 0
}

// parcel puts the task of the next model on top of one that is for each of a set; the
// last takes its place.
func (s *State) parcel(t *Task) {
	one := *t
	one.M, one.each = s.Game.next(t.each, t.M), 0
	if t.each &^= Bit(one.M); t.each == 0 {
		*t = one
		return
	}
	*s.Push(one.Kind, one.M) = one
}

// Underway reports whether a task of a kind about a model is under way.
func (s *State) Underway(kind TaskKind, m int8) bool {
	for i := range s.tasks[:s.taskCount] {
		if t := &s.tasks[i]; t.Kind == kind && t.M == m {
			return true
		}
	}
	return false
}

// Pop takes the task on top of the stack off it: it is done.
func (s *State) Pop() { s.taskCount-- }

// Top returns the task on top of the stack, which is never empty before the end of the
// game.
func (s *State) Top() *Task { return &s.tasks[s.taskCount-1] }

// Stack returns the tasks that are under way, the newest last. It is for logs.
func (s *State) Stack() []Task { return s.tasks[:s.taskCount] }

// Run carries the turn on until someone has to choose, or chance, or the end.
func (s *State) Run() {
	s.Node, s.Actor = NodeOver, env.Terminal
	for s.taskCount > 0 {
		t := s.Top()
		if t.each != 0 {
			s.parcel(t)
			continue
		}
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
	s.taskCount = 0
	s.finish()
}

// engineTasks lists the tasks of the core turn and of the machinery of heroes, with the functions that run them.
func engineTasks() map[TaskKind]Runner {
	return map[TaskKind]Runner{
		TaskActivate:   runActivate,
		TaskAct:        runAct,
		taskFinish:     runFinish,
		TaskProneNow:   runProneNow,
		TaskLevels:     runLevels,
		taskTargets:    runTargets,
		taskRolls:      runRolls,
		taskAttack:     runAttack,
		taskDefend:     runDefend,
		TaskDuel:       runDuel,
		taskWeapon:     runWeapon,
		TaskDuelEnd:    runDuelEnd,
		taskGivenMove:  runGivenMove,
		TaskSkill:      runSkill,
		TaskSpecial:    runSpecial,
		taskConvert:    runConvert,
		taskTrigger:    runTrigger,
		taskApply:      runApply,
		taskRedirect:   runRedirect,
		taskBlow:       runBlow,
		taskStrike:     runStrike,
		taskInterrupt:  runInterrupt,
		TaskGo:         runGo,
		taskTravel:     runTravel,
		TaskRound:      runRound,
		taskInitiative: runInitiative,
		taskUpkeep:     runUpkeep,
		TaskRecover:    runRecover,
		TaskTurns:      runTurns,
		taskCommit:     runCommit,
		taskReveal:     runReveal,
		taskCorners:    runCorners,
		taskSetup:      runSetup,
		taskPlace:      runPlace,
		taskLend:       runLend,
	}
}
