package tactics

import (
	"ringer/env"
)

// table lists the games about which there are opinions.
var table = []entry{
	{game: "heat", judge: byState},
	{game: "duel", judge: byState},
	{game: "heist", judge: byState},
	{game: "payday", judge: byState},
	{game: "fourdowns", judge: byState},
	{game: "fivepossessions", judge: byState},
}

// byState asks the state itself, for games whose opinions have not moved yet.
func byState(env.Game) env.Judge { return stateJudge{} }

type stateJudge struct{}

func (stateJudge) Evaluate(s env.State, p env.Player) float64 {
	return s.(interface{ Evaluate(env.Player) float64 }).Evaluate(p)
}
