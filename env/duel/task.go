package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// A task is a piece of the turn that is under way. Tasks lie on a stack: the
// newest runs until it is done, asks for a decision, waits for chance, or pushes
// others to be done first. When its question is answered it runs again, in its
// next step.
type task struct {
	kind taskKind
	step uint8
	m    int8 // the model it is about
	a, b int16
	with skillID     // of taskSkill and its kin: the feat or trait
	to   space.Point // of a Move
	from space.Point // where it began
	halt space.Point // where it was interrupted
}

type taskKind uint8

const (
	taskCorners taskKind = iota
	taskSetup
	taskRound
	taskInitiative
	taskBids
	taskUpkeep
	taskRecover
	taskTurns
	taskActivate
	taskPlace
	taskAct
	taskGo
	taskTravel
	taskFinish // of an activation
	taskLateDuels
	taskDuel
	taskWeapon
	taskMelees
	taskCommit
	taskReveal
	taskLevels
	taskTargets
	taskRolls
	taskAttack
	taskDefend
	taskApply
	taskDuelEnd
	taskTwoHanded
	taskCoverReroll
	taskJam
	taskAim
	taskShield
	taskFall
	taskTopple
	taskUpgrade
	taskMirage
	taskBoost
	taskDistortion
	taskDrown
	taskLaserHit
	taskScatter
	taskDisengage
	taskBurst
	taskProneNow
	taskRespawn
	taskStandoff
	taskLonelyCorner
	taskBossTurn
	taskBossFight
	taskBossTough
	taskBossSpawn
	taskBossGrip
	taskBossFollow
	taskBossBlow
	taskMobPlace
	taskMobStroll
	taskMobReturn
	taskMobRecover
	taskMobLeave
	taskMobChoice
	taskMobDuel
	taskMobReact
	taskMobAttack
	taskMobAside
	taskDraft
	taskDesignate
	taskSkill
	taskSpecial
	taskConvert
	taskRedirect
	taskTrigger
	taskInterrupt
	taskGivenMove
	taskLend
	taskKinds
)

// runners are the functions behind the kinds of tasks.
var runners [taskKinds]func(s *State, t *task)

func (s *State) push(kind taskKind, m int8, a, b int) *task {
	if int(s.taskCount) == maxTasks {
		panic("duel: the turn is nested too deeply")
	}
	s.tasks[s.taskCount] = task{kind: kind, m: m, a: int16(a), b: int16(b)}
	s.taskCount++
	return &s.tasks[s.taskCount-1]
}

func (s *State) pop() { s.taskCount-- }

// newest is the newest task of a kind about a model; nil when there is none.
func (s *State) newest(kind taskKind, m int8) *task {
	for i := int(s.taskCount) - 1; i >= 0; i-- {
		if t := &s.tasks[i]; t.kind == kind && t.m == m {
			return t
		}
	}
	return nil
}

// run carries the turn on until someone has to choose, or chance, or the end.
func (s *State) run() {
	s.node, s.actor = nodeOver, env.Terminal
	for s.taskCount > 0 {
		t := &s.tasks[s.taskCount-1]
		runners[t.kind](s, t)
		if s.ended {
			break
		}
		if s.node != nodeOver {
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
