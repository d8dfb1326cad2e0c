package scenarios

import "ringer/env/duel/internal/turn"

const (
	taskStandoff = turn.TaskScenarios + iota
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
	taskMobLeave
	taskMobChoice
	taskMobScore
	taskMobLoses
	taskMobReact
	taskMobAttack
	taskMobAside
)

// Tasks lists the tasks of scenarios, add-ons and automata, with the functions that run them.
func Tasks() map[turn.TaskKind]turn.Runner {
	return map[turn.TaskKind]turn.Runner{
		taskBossFight:    runBossFight,
		taskBossSpawn:    runBossSpawn,
		taskBossGrip:     runBossGrip,
		taskBossFollow:   runBossFollow,
		taskBossBlow:     runBossBlow,
		taskMobChoice:    runMobChoice,
		taskMobScore:     runMobScore,
		taskMobLoses:     runMobLoses,
		taskMobReact:     runMobReact,
		taskMobAttack:    runMobAttack,
		taskMobAside:     runMobAside,
		taskMobPlace:     runMobPlace,
		taskMobStroll:    runMobStroll,
		taskMobReturn:    runMobReturn,
		taskMobLeave:     runMobLeave,
		taskBossTurn:     runBossTurn,
		taskBossTough:    runBossTough,
		taskLonelyCorner: runLonelyCorner,
		taskStandoff:     runStandoff,
	}
}
