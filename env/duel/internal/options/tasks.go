package options

import "ringer/env/duel/internal/turn"

const (
	taskBids = turn.TaskOptions + iota
	taskLateDuels
	taskMelees
	taskTwoHanded
	taskCoverReroll
	TaskJam
	taskAim
	taskShield
	taskFall
	taskUpgrade
	taskMirage
	taskBoost
	taskDistortion
	taskDrown
	taskLaserHit
	TaskScatter
	TaskDisengage
	taskRespawn
	taskClimbOn
	taskPutDown
)

// Tasks lists the tasks of the optional rules, with the functions that run them.
func Tasks() map[turn.TaskKind]turn.Runner {
	return map[turn.TaskKind]turn.Runner{
		taskTwoHanded:   runTwoHanded,
		taskShield:      runShield,
		taskBids:        runBids,
		taskLateDuels:   runLateDuels,
		taskCoverReroll: runCoverReroll,
		taskFall:        runFall,
		TaskJam:         runJam,
		taskMelees:      runMelees,
		TaskDisengage:   runDisengage,
		TaskScatter:     runScatter,
		taskRespawn:     runRespawn,
		taskAim:         runAim,
		taskLaserHit:    runLaser,
		taskDrown:       runDrown,
		taskUpgrade:     runUpgrade,
		taskMirage:      runMirage,
		taskBoost:       runBoost,
		taskDistortion:  runDistortion,
		taskClimbOn:     runClimbOn,
		taskPutDown:     runPutDown,
	}
}
