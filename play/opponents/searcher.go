package opponents

import (
	"strconv"

	"ringer/agents/roster"
	"ringer/env"
	"ringer/internal/callexpr"
)

// simulations counts what the searching ringer plays for a decision: so little that a person does not wait.
const simulations = 50

// Searcher names the ringer of a game that searches a tree before it decides, by the method
// gumbel. It is empty where no bot ships. Of offers it where Rated.Search says that it pays.
func Searcher(g env.Game) string {
	ringer := Ringer(g)
	if ringer == "" {
		return ""
	}
	return callexpr.Expr{Name: roster.Bot, Args: []callexpr.Arg{
		{Value: ringer}, {Key: "search", Value: strconv.Itoa(simulations)}, {Key: "method", Value: "gumbel"},
	}}.String()
}

// searcherOf describes the ringer that searches, where its games against the ringer say that
// it is stronger.
func searcherOf(g env.Game) []Opponent {
	t := ratedOf(g)
	if t == nil || t.Search == nil || t.Search.Agent != Searcher(g) {
		return nil
	}
	s := t.Search
	return []Opponent{{
		Agent: s.Agent, Name: "Searching Ringer", Words: "the Ringer, looking ahead before it decides: stronger, and slower",
		Rating: s.Rating, Low: s.Low, High: s.High, Games: s.Games,
	}}
}
