package balance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/env"
)

// Plan says how much each panel plays. Equal plans and seeds give equal reports.
type Plan struct {
	Games      int `json:"games"`       // of the strong agents
	LevelGames int `json:"level_games"` // of each level of skill

	ForcedGames int `json:"forced_games"` // of each style against another
	Blocks      int `json:"blocks"`       // of forked games
	PerQuestion int `json:"per_question"` // decisions that are taken back of each question
	ArcGames    int `json:"arc_games"`    // whose positions are played out
	LuckDeals   int `json:"luck_deals"`   // that are played again and again
	TrustGames  int `json:"trust_games"`  // of each pair of agents
	SearchGames int `json:"search_games"` // of each pair with one that searches
	RulesGames  int `json:"rules_games"`  // of each set of rules
}

// PlanOf returns a plan for a number of games of the strong agents.
func PlanOf(games int) Plan {
	return Plan{
		Games: games, LevelGames: games / 2, TrustGames: games / 4, SearchGames: max(8, games/100), RulesGames: games / 2, ForcedGames: max(40, games/5),
		Blocks: max(3, games/25), PerQuestion: min(100, max(8, games/40)), ArcGames: max(20, games/20), LuckDeals: max(20, games/10),
	}
}

// part is a number of a plan that belongs to one panel.
type part struct {
	name  string // as in JSON
	panel string
	least int // below which a panel says nothing
	of    func(p *Plan) *int
}

// parts lists the numbers of a plan besides its games.
func parts() []part {
	return []part{
		{"level_games", seatsID, 20, func(p *Plan) *int { return &p.LevelGames }},
		{"forced_games", stylesID, 8, func(p *Plan) *int { return &p.ForcedGames }},
		{"blocks", thingsID, 1, func(p *Plan) *int { return &p.Blocks }},
		{"per_question", optionsID, 2, func(p *Plan) *int { return &p.PerQuestion }},
		{"arc_games", arcID, 4, func(p *Plan) *int { return &p.ArcGames }},
		{"luck_deals", luckID, 8, func(p *Plan) *int { return &p.LuckDeals }},
		{"trust_games", trustID, 20, func(p *Plan) *int { return &p.TrustGames }},
		{"search_games", trustID, 4, func(p *Plan) *int { return &p.SearchGames }},
		{"rules_games", whatifID, 20, func(p *Plan) *int { return &p.RulesGames }},
	}
}

// Differs writes what differs from the plan that the games give: "blocks=12,arc_games=8". With reads
// it.
func (p *Plan) Differs() string {
	usual := PlanOf(p.Games)
	var list []string
	for _, x := range parts() {
		if n := *x.of(p); n != *x.of(&usual) {
			list = append(list, fmt.Sprintf("%s=%d", x.name, n))
		}
	}
	return strings.Join(list, ",")
}

// With returns a plan with some numbers of its own, as Differs writes them.
//
// Errors: env.Faults for every part that is no number of a plan.
func (p Plan) With(text string) (Plan, error) {
	var faults env.Faults
	all := parts()
	for one := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(one), "=")
		if name == "" && value == "" {
			continue
		}
		i := slices.IndexFunc(all, func(x part) bool { return x.name == name })
		n, err := strconv.Atoi(value)
		switch {
		case i < 0:
			var names []string
			for _, x := range all {
				names = append(names, x.name)
			}
			faults.Add("plan", one, "one of %s with a number, such as blocks=12", strings.Join(names, ", "))
		case err != nil || n < 1 || n > mostPlanned:
			faults.Add("plan", one, "a number from 1 to %d", mostPlanned)
		default:
			*all[i].of(&p) = n
		}
	}
	return p, faults.Err()
}

// mostPlanned bounds the numbers of a plan.
const mostPlanned = 10_000_000

// scale makes what a panel plays larger or smaller, and returns by how much it did.
func (p *Plan) scale(panel string, by float64) float64 {
	did := 1.
	for _, x := range parts() {
		if x.panel != panel && (x.panel != whatifID || panel != sensitivityID) {
			continue
		}
		n := x.of(p)
		to := min(mostPlanned, max(min(*n, x.least), int(float64(*n)*by)))
		did = float64(to) / float64(*n)
		*n = to
	}
	return did
}

// String returns the plan in words.
func (p Plan) String() string {
	return fmt.Sprintf("%s games of the strong agents, %s of each level, %s a pair for trust, %s for the arc, %s deals for luck, %s for each change of the rules",
		number(p.Games), number(p.LevelGames), number(p.TrustGames), number(p.ArcGames), number(p.LuckDeals), number(p.RulesGames))
}
