package opponents

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/env"
	"ringer/internal/callexpr"
)

// Opponent is an agent that a person can play against.
type Opponent struct {
	Agent string `json:"agent"` // "bot(heat-4p)", as Agent builds it
	Name  string `json:"name"`  // for people: "Beginner", "Level 2", "Ringer", "Expert"
	Words string `json:"words"` // what it does: "plays by hand-written rules"

	// Rating is an Elo rating in just this configuration, in which random has 1000, with
	// its 95% interval. All are 0 where nobody measured it.
	Rating float64 `json:"rating,omitempty"`
	Low    float64 `json:"low,omitempty"`
	High   float64 `json:"high,omitempty"`
	Games  int     `json:"games,omitempty"` // behind the rating

	Default bool `json:"default,omitempty"`
	First   bool `json:"first,omitempty"` // good for a first game
}

// Rating is the measured strength of an agent.
type Rating struct {
	Agent  string  `json:"agent"`
	Rating float64 `json:"rating"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Games  int     `json:"games"`         // that the agent took part in
	Bot    string  `json:"bot,omitempty"` // beginning of the SHA-256 of the file of a bot
}

// Rated holds the ratings of one configuration of a game, weakest first.
type Rated struct {
	Game    string   `json:"game"`
	Facts   string   `json:"facts"`            // env.Spec.FactsHash
	Before  []string `json:"before,omitempty"` // hashes that the facts had, oldest first: the games were of the first
	Seats   int      `json:"seats"`
	Pairs   int      `json:"pairs"` // games of each pair
	Seed    uint64   `json:"seed"`
	Ratings []Rating `json:"ratings"`

	// Styles are rated by their games against the ringer: its rating and the difference,
	// with the interval of both.
	Styles []Rating `json:"styles,omitempty"`

	// Search is the Searcher, rated alike. It is nil where it did not clearly win more of these
	// games than the ringer, and where nobody measured it.
	Search *Rating `json:"search,omitempty"`
}

//go:embed ratings.json
var ratings []byte

// Table returns all ratings that ship.
func Table() []Rated {
	var t []Rated
	if err := json.Unmarshal(ratings, &t); err != nil {
		panic("opponents: ratings.json: " + err.Error()) // a test reads it
	}
	return t
}

// Of lists the opponents of a game that this build has, the weakest first. The last of
// those without a rating is the one that is likeliest to be strong. One is the default.
func Of(g env.Game) []Opponent {
	measured := map[string]Rating{}
	for _, t := range Table() {
		if t.Facts == g.Spec().FactsHash {
			for _, r := range slices.Concat(t.Ratings, t.Styles) {
				measured[r.Agent] = r
			}
		}
	}
	var out []Opponent
	for _, agent := range Candidates(g) {
		o := Opponent{Agent: agent}
		if r, ok := measured[agent]; ok {
			o.Rating, o.Low, o.High, o.Games = r.Rating, r.Low, r.High, r.Games
		}
		out = append(out, o)
	}
	sortRated(out)
	out = withoutEquals(g, out)
	describe(g, out)
	if len(out) > 0 {
		out[strongest(g, out)].Default = true
		out[gentlest(out)].First = true
	}
	out = append(out, searcherOf(g)...)          // slow to answer, so nobody's default
	return append(stylesOf(g, measured), out...) // habits and odds are not either
}

// sortRated puts those with a rating in their order, the weakest first, and leaves the others
// where they are.
func sortRated(list []Opponent) {
	rated := slices.DeleteFunc(slices.Clone(list), func(o Opponent) bool { return o.Games == 0 })
	slices.SortStableFunc(rated, func(a, b Opponent) int { return cmp.Compare(a.Rating, b.Rating) })
	for i := range list {
		if list[i].Games > 0 {
			list[i], rated = rated[0], rated[1:]
		}
	}
}

// Default returns the agent of the default opponent, empty where nothing can play.
func Default(g env.Game) string {
	for _, o := range Of(g) {
		if o.Default {
			return o.Agent
		}
	}
	return ""
}

// Adviser returns the agent that gives hints and reviews in a game: the bot that ships for
// it, else the strongest of those that answer at once.
func Adviser(g env.Game) string {
	for _, name := range []string{Ringer(g), solvedOf(g)} {
		if name != "" {
			return "bot(" + name + ")"
		}
	}
	for _, name := range []string{"expert", "greedy"} {
		if plays(g, name) {
			return name
		}
	}
	return "random"
}

// leastStep is the least distance in Elo at which a ringer that is less sure is a level of
// its own.
const leastStep = 40

// withoutEquals drops ringers at a temperature that are as strong as the ringer itself, and
// those that nobody measured in a game whose ringer was.
func withoutEquals(g env.Game, all []Opponent) []Opponent {
	ringer := Ringer(g)
	i := slices.IndexFunc(all, func(o Opponent) bool { return o.Agent == "bot("+ringer+")" })
	if i < 0 {
		return all
	}
	top := all[i]
	return slices.DeleteFunc(all, func(o Opponent) bool {
		return strings.HasPrefix(o.Agent, "bot("+ringer+",") && top.Games > 0 && (o.Games == 0 || o.Rating > top.Rating-leastStep)
	})
}

// strongest returns the index of the default: the highest rating, or the ringer where that
// is no clear step below; where some were not measured, the ringer, else the last.
func strongest(g env.Game, all []Opponent) int {
	best := len(all) - 1
	ringer := slices.IndexFunc(all, func(o Opponent) bool { return o.Agent == "bot("+Ringer(g)+")" })
	unrated := slices.ContainsFunc(all, func(o Opponent) bool { return o.Games == 0 })
	for i, o := range all {
		if !unrated && o.Rating > all[best].Rating {
			best = i
		}
	}
	if ringer >= 0 && (unrated || all[ringer].Rating >= all[best].Low) {
		return ringer
	}
	return best
}

// gentlest returns the index of the opponent for a first game: the weakest one that means what it does,
// where there is one.
func gentlest(all []Opponent) int {
	return max(slices.IndexFunc(all, func(o Opponent) bool { return o.Agent != "random" && o.Agent != "greedy" }), 0)
}

// First returns the agent for a first game, empty where nothing can play.
func First(g env.Game) string {
	for _, o := range Of(g) {
		if o.First {
			return o.Agent
		}
	}
	return ""
}

// searchers stand in where neither a bot nor an expert is: the first that can play.
var searchers = []string{"mcts(sims=500)", "ismcts(sims=100)"}

// mild are the temperatures of a ringer without levels of its own that stand in for them:
// among actions that it likes nearly alike it takes any.
var mild = []string{"60", "20", "8", "3"}

// Candidates lists the agents that a person may meet in a game: the agents of this build
// that can play it, in the order of their expected strength.
func Candidates(g env.Game) []string {
	names := []string{"random", "greedy"}
	ringer, levels := Ringer(g), Levels(g)
	if ringer != "" && len(levels) > 0 {
		levels = levels[:len(levels)-1] // the last level is a ringer
	}
	for _, l := range levels {
		names = append(names, "bot("+l+")")
	}
	if ringer != "" && len(levels) == 0 {
		for _, t := range mild {
			names = append(names, fmt.Sprintf("bot(%s,temperature=%s)", ringer, t))
		}
	}
	names = append(names, "expert")
	if ringer != "" {
		names = append(names, "bot("+ringer+")")
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !plays(g, name) })
	if name := solvedOf(g); name != "" && ringer == "" {
		names = append(names, "bot("+name+")")
	} else if ringer == "" && !slices.Contains(names, "expert") {
		if i := slices.IndexFunc(searchers, func(name string) bool { return plays(g, name) }); i >= 0 {
			names = append(names, searchers[i])
		}
	}
	return names
}

func plays(g env.Game, name string) bool {
	if strings.HasPrefix(name, "bot(") {
		return true // it was found by the game
	}
	_, err := Agent(g, name)
	return err == nil
}

// describe names opponents for people. Bots below the ringer are levels, counted from the
// weakest.
func describe(g env.Game, all []Opponent) {
	ringer := Ringer(g)
	level := 0
	for i := range all {
		o := &all[i]
		expr, err := callexpr.Parse(o.Agent)
		if err != nil {
			continue
		}
		o.Name = strings.ToUpper(expr.Name[:1]) + expr.Name[1:]
		for _, k := range roster.Kinds() {
			if k.Name == expr.Name {
				o.Words, _, _ = strings.Cut(k.Doc, ";")
			}
		}
		switch expr.Name {
		case "ismcts", "mcts":
			o.Name = "Searcher"
		case "bot":
			bot := expr.First()
			if slices.Contains(checkpoints.Solved(), bot) {
				o.Name, o.Words = "Solver", "plays a table that ringer solve computed: of mixed choices that leave little to regret"
				continue
			}
			if len(expr.Args) == 1 && bot == ringer {
				o.Name, o.Words = "Ringer", "learned by playing against itself"
				continue
			}
			level++
			o.Name = fmt.Sprintf("Level %d", level)
			if level == 1 && !slices.ContainsFunc(all[:i], func(o Opponent) bool { return o.Agent == "expert" }) {
				o.Name = "Beginner"
			}
			o.Words = "an earlier self of the Ringer"
			if bot == ringer || checkpoints.RingerOf(bot) == bot {
				o.Words = "the Ringer, less sure of what it likes"
			}
		}
	}
}
