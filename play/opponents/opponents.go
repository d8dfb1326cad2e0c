package opponents

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

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

	// Levels rise from a beginner to the strongest that ships, Step apart or more. Few says why
	// there are fewer, or closer ones: FewRange, empty where nothing wants a reason.
	Levels []Level `json:"levels,omitempty"`
	Few    string  `json:"few,omitempty"`
	Choice *Choice `json:"choice,omitempty"` // how they were chosen

	// Styles are rated by their games against the ringer: its rating and the difference,
	// with the interval of both.
	Styles []Rating `json:"styles,omitempty"`

	// Search is the Searcher, rated alike. It is nil where it did not clearly win more of these
	// games than the ringer, and where nobody measured it.
	Search *Rating `json:"search,omitempty"`
}

//go:embed ratings.json
var ratings []byte

// Table returns all ratings that ship. The caller does not change them.
var Table = sync.OnceValue(func() (t []Rated) {
	if err := json.Unmarshal(ratings, &t); err != nil {
		panic("opponents: ratings.json: " + err.Error()) // a test reads it
	}
	return t
})

// ratedOf returns the ratings of just a configuration of a game, nil where nobody measured it.
func ratedOf(g env.Game) *Rated {
	for i := range Table() {
		if t := &Table()[i]; t.Facts == g.Spec().FactsHash {
			return t
		}
	}
	return nil
}

// Of lists the opponents of a game that this build has, as people are offered them: the levels, then
// all others, then the styles, the weakest of each first. The last of those without a rating is the
// one that is likeliest to be strong. One is the default.
func Of(g env.Game) []Opponent {
	measured := map[string]Rating{}
	if t := ratedOf(g); t != nil {
		for _, r := range slices.Concat(t.Ratings, t.Styles) {
			measured[r.Agent] = r
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
	describe(g, out)
	if len(out) > 0 {
		out[strongest(g, out)].Default = true
		out[gentlest(g, out)].First = true
	}
	out = append(out, searcherOf(g)...) // slow to answer, so nobody's default
	levels := Levels(g)
	level := func(o Opponent) int {
		if i := slices.Index(levels, o.Agent); i >= 0 {
			return i
		}
		return len(levels)
	}
	slices.SortStableFunc(out, func(a, b Opponent) int { return cmp.Compare(level(a), level(b)) })
	return append(out, stylesOf(g, measured)...) // habits are not either
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

// gentlest returns the index of the opponent for a first game: the first level, or the weakest
// one that means what it does, where there is one.
func gentlest(g env.Game, all []Opponent) int {
	levels := Levels(g)
	return max(slices.IndexFunc(all, func(o Opponent) bool {
		return len(levels) > 0 && o.Agent == levels[0] || len(levels) == 0 && o.Agent != "random" && o.Agent != "greedy"
	}), 0)
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

// Field lists the agents of this build that can play a game and are no levels of another, in
// the order of their expected strength.
func Field(g env.Game) []string {
	ringer := Ringer(g)
	names := []string{"random", "greedy", "expert"}
	if ringer != "" {
		names = append(names, botCall(ringer))
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !plays(g, name) })
	if name := solvedOf(g); name != "" && ringer == "" {
		names = append(names, botCall(name))
	} else if ringer == "" && !slices.Contains(names, "expert") {
		if i := slices.IndexFunc(searchers, func(name string) bool { return plays(g, name) }); i >= 0 {
			names = append(names, searchers[i])
		}
	}
	return names
}

// Candidates lists the agents that a person may meet in a game: Field, with the levels before
// the expert.
func Candidates(g env.Game) []string {
	names := Field(g)
	var more []string
	for _, level := range Levels(g) {
		if !slices.Contains(names, level) && level != Searcher(g) {
			more = append(more, level)
		}
	}
	at := slices.IndexFunc(names, func(name string) bool { return name != "random" && name != "greedy" })
	if at < 0 {
		at = len(names)
	}
	return slices.Insert(names, at, more...)
}

func plays(g env.Game, name string) bool {
	if strings.HasPrefix(name, "bot(") {
		return true // it was found by the game
	}
	_, err := Agent(g, name)
	return err == nil
}

// describe names opponents for people. Levels below the strongest are counted from the weakest.
func describe(g env.Game, all []Opponent) {
	ringer, levels := Ringer(g), Levels(g)
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
		bot := expr.First()
		switch {
		case expr.Name == "ismcts" || expr.Name == "mcts":
			o.Name = "Searcher"
		case expr.Name == roster.Bot && slices.Contains(checkpoints.Solved(), bot) && len(expr.Args) == 1:
			o.Name, o.Words = "Solver", "plays a table that ringer solve computed: of mixed choices that leave little to regret"
		case expr.Name == roster.Bot && len(expr.Args) == 1 && bot == ringer:
			o.Name, o.Words = "Ringer", "learned by playing against itself"
		}
		level := slices.Index(levels, o.Agent)
		if level < 0 || level == len(levels)-1 {
			continue // the last level is known by what it is
		}
		o.Name = fmt.Sprintf("Level %d", level+1)
		if level == 0 {
			o.Name = "Beginner"
		}
		switch {
		case expr.Name == roster.Careless:
			over, _, _ := strings.Cut(bot, "(")
			o.Words = "plays as " + over + ", but slips now and then"
		case bot != ringer:
			o.Words = "the Solver, less sure of what it likes"
		default:
			o.Words = "the Ringer, less sure of what it likes"
		}
	}
}
