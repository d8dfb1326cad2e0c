package train

import "ringer/env"

// The purposes of the random streams that this package draws from.
const (
	purposeTrainActions   env.Purpose = "train/actions"       // episodes and actions of an iteration, by group
	purposeTrainOpponents env.Purpose = "train/agent"         // decisions of fixed opponents, by table and episode
	purposeTrainPast      env.Purpose = "train/opponent"      // which past selves play
	purposeTrainTables    env.Purpose = "train/tables"        // at which tables opponents play, by group
	PurposeTrainUpdate    env.Purpose = "train/update"        // minibatches
	purposeTrainWatch     env.Purpose = "train/watch"         // matches during training
	purposeTrainChoose    env.Purpose = "train/choose"        // matches that choose the weights to keep
	purposeTrainReport    env.Purpose = "train/report"        // matches that report on the weights kept
	purposeImitateActions env.Purpose = "demonstrate/actions" // episodes and actions of a demonstration, by group
	purposeImitateAgent   env.Purpose = "imitation/agent"     // decisions of the demonstrator, by table and episode
	purposeImitateTables  env.Purpose = "imitation/tables"    // at which tables opponents play, by group
)
