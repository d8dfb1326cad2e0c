package opponents

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/checkpoints"
	"ringer/env/games"
)

// level(N) and beginner name the levels that people are offered, weakest first.
func TestLevelsAreOneList(t *testing.T) {
	assert.Equal(t, "these ship: beginner, level(1), level(2), ringer, which is bot(kuhn)", shelf("kuhn", 2))
	for _, rated := range Table() {
		g := games.MustNew(rated.Game)
		levels := Levels(g)
		require.NotEmpty(t, levels, rated.Game)
		offered := map[string]string{}
		for _, o := range Of(g) {
			offered[o.Agent] = o.Name
		}
		for i, want := range levels {
			got, err := Resolve(g, fmt.Sprintf("level(%d)", i+1))
			require.NoError(t, err)
			assert.Equal(t, want, got)
			_, err = Agent(g, want)
			require.NoError(t, err)
			assert.Contains(t, offered, want, rated.Game)
			if i > 0 && i < len(levels)-1 {
				assert.Equal(t, fmt.Sprintf("Level %d", i+1), offered[want])
			}
		}
		first, err := Resolve(g, Beginner)
		require.NoError(t, err)
		assert.Equal(t, levels[0], first)
		assert.Equal(t, levels[0], First(g))
		if len(levels) > 1 {
			assert.Equal(t, "Beginner", offered[first])
		}
		_, err = Resolve(g, fmt.Sprintf("level(%d)", len(levels)+1))
		assert.ErrorContains(t, err, fmt.Sprintf("want level(N) with N from 1 to %d", len(levels)))
	}
	_, err := Resolve(games.MustNew("kuhn"), Beginner)
	assert.ErrorContains(t, err, "no levels ship for kuhn in this build")
}

// The levels of every game are Step apart or say why not; none loses to a weaker one or to a
// simple player that a weaker one beats; and the beginner is better than chance alone.
func TestLevelsStep(t *testing.T) {
	require.NotEmpty(t, Table())
	for _, rated := range Table() {
		assert.Empty(t, rated.Faults(), "%s; run: make ratings GAME='%s'", rated.Game, rated.Game)
		require.NotNil(t, rated.Choice, rated.Game)
		assert.NotEmpty(t, rated.Choice.Tried, rated.Game)
		assert.NotEqual(t, rated.Choice.Seed, rated.Seed, "%s: the deals of the choice are not those of the report", rated.Game)
		g := games.MustNew(rated.Game)
		for _, l := range rated.Levels {
			for _, other := range Simple(g) {
				if other != l.Agent {
					assert.NotNil(t, l.against(other), "%s: %s did not play %s", rated.Game, l.Agent, other)
				}
			}
		}
		last := rated.Levels[len(rated.Levels)-1].Agent
		for _, o := range Of(g) {
			if StyleOf(o.Agent) == "" {
				assert.LessOrEqual(t, o.Rating, rated.Of(last).Rating, "%s: %s is stronger than the last level", rated.Game, o.Agent)
			}
		}
	}
}

// good returns levels without a fault: a beginner, a level and the ringer, with games in which
// each share has an interval of a tenth.
func good() *Rated {
	won := func(against string, share float64) Wins {
		return Wins{Against: against, Share: share, Low: share - .05, High: share + .05, Lost: 1 - share, LostLow: 1 - share - .05, LostHigh: 1 - share + .05, Games: 400}
	}
	rating := func(agent string, elo float64) Rating {
		return Rating{Agent: agent, Rating: elo, Low: elo - 20, High: elo + 20, Games: 2000}
	}
	return &Rated{
		Ratings: []Rating{{"random", 1000, 1000, 1000, 2000, ""}, rating("first", 1010), rating("a", 1100), rating("greedy", 1200), rating("b", 1260), rating("c", 1420)},
		Levels: []Level{
			{"a", []Wins{won("random", .64), won("first", .6), won("greedy", .35)}},
			{"b", []Wins{won("random", .8), won("first", .75), won("greedy", .57), won("a", .7)}},
			{"c", []Wins{won("random", .9), won("first", .85), won("greedy", .75), won("b", .7)}},
		},
	}
}

func TestFaultsOfLevelsAreFound(t *testing.T) {
	assert.Empty(t, good().Faults())
	lose := func(w *Wins) {
		w.Share, w.Lost, w.Low, w.LostLow, w.High, w.LostHigh = w.Lost, w.Share, w.LostLow, w.Low, w.LostHigh, w.High
	}
	for want, change := range map[string]func(*Rated){
		"no levels": func(r *Rated) { r.Levels = nil },
		"level 3 is 130 points above level 2: want 150 or more":      func(r *Rated) { r.Ratings[5].Rating = 1390 },
		"level 2, b: not rated":                                      func(r *Rated) { r.Ratings[4].Agent = "z" },
		"level 3 does not clearly beat level 2":                      func(r *Rated) { r.Levels[2].Wins[3].Low = .3 },
		"level 2 does not clearly beat level 1":                      func(r *Rated) { r.Levels[1].Wins = r.Levels[1].Wins[:3] },
		`few "range": want none`:                                     func(r *Rated) { r.Few = FewRange },
		"level 1 does not clearly beat random":                       func(r *Rated) { r.Levels[0].Wins[0].Low = .4 },
		"the beginner does not clearly lose to greedy":               func(r *Rated) { r.Levels[0].Wins[2].High = .6 },
		"the last level loses to greedy":                             func(r *Rated) { lose(&r.Levels[2].Wins[2]) },
		"level 2 loses to first, which level 1 beats":                func(r *Rated) { lose(&r.Levels[1].Wins[1]) },
		"level 2 was not played against first":                       func(r *Rated) { r.Levels[1].Wins[1].Against = "z" },
		"level 2 is 100 points above level 1: want 150 or more, or ": func(r *Rated) { r.Levels, r.Ratings[4].Rating = r.Levels[:2], 1200 },
	} {
		r := good()
		change(r)
		assert.Contains(t, strings.Join(r.Faults(), "\n"), want)
	}
	r := good()
	r.Levels, r.Ratings[4].Rating, r.Few = r.Levels[:2], 1200, FewRange
	assert.Empty(t, r.Faults(), "there is no room for two steps")
}

// A level counts up in names, the default is one of the opponents, and all of them can play.
func TestOpponentsCanPlay(t *testing.T) {
	for _, text := range []string{"heat(players=4)", "fivepossessions", "kuhn", "tictactoe", "heist(players=2)", "duel(file=skirmish)", "heist(players=3)"} {
		g := games.MustNew(text)
		all := Of(g)
		require.NotEmpty(t, all, text)
		defaults, names := 0, map[string]bool{}
		for _, o := range all {
			_, err := Agent(g, o.Agent)
			require.NoError(t, err, "%s: %s", text, o.Agent)
			assert.NotEmpty(t, o.Words, o.Agent)
			assert.False(t, names[o.Name], "%s: two opponents are named %s", text, o.Name)
			names[o.Name] = true
			if o.Default {
				defaults++
			}
		}
		assert.Equal(t, 1, defaults, text)
	}
	_, err := Agent(games.MustNew("kuhn"), "cmd:true")
	require.Error(t, err, "no program is started")
	_, err = Agent(games.MustNew("kuhn"), "bot(../x.bot)")
	require.Error(t, err, "no file is opened")
}

// The table of ratings is about the bots and opponents that ship: who changes one makes it
// anew (make ratings).
func TestRatingsAreOfWhatShips(t *testing.T) {
	rated := map[string]string{}
	for _, r := range Table() {
		g, err := games.New(r.Game)
		require.NoError(t, err)
		require.Equal(t, g.Spec().FactsHash, r.Facts, r.Game)
		assert.Equal(t, g.Spec().Players, r.Seats)
		assert.True(t, slices.IsSortedFunc(r.Ratings, func(a, b Rating) int { return cmp.Compare(a.Rating, b.Rating) }), r.Game)
		names := make([]string, len(r.Ratings))
		for i, a := range r.Ratings {
			names[i], rated[a.Agent] = a.Agent, a.Bot
			assert.GreaterOrEqual(t, a.Rating, a.Low, a.Agent)
			assert.LessOrEqual(t, a.Rating, a.High, a.Agent)
			sum, err := Checksum(a.Agent)
			require.NoError(t, err)
			assert.Equal(t, sum, a.Bot, "%s at %s is another bot than the one that was rated", a.Agent, r.Game)
		}
		assert.Subset(t, slices.Concat(Candidates(g), Simple(g)), names, r.Game)
		offered := slices.DeleteFunc(slices.Clone(r.Ratings), func(a Rating) bool { return !slices.Contains(Candidates(g), a.Agent) })
		best := offered[len(offered)-1]
		for _, o := range Of(g) {
			assert.True(t, StyleOf(o.Agent) != "" || o.Agent == Searcher(g) || slices.Contains(names, o.Agent), "%s: nobody rated %s", r.Game, o.Agent)
			if o.Default {
				assert.GreaterOrEqual(t, o.Rating, best.Low, r.Game)
				if o.Agent != "bot("+Ringer(g)+")" {
					assert.InDelta(t, best.Rating, o.Rating, 0, r.Game)
				}
			}
		}
	}
	for _, name := range checkpoints.Names() {
		m, err := Manifest(name)
		require.NoError(t, err)
		g, err := games.Restore(m.Game, m.Rules)
		require.NoError(t, err)
		if g.Spec().MaxUtility == 1 {
			assert.Contains(t, rated, "bot("+name+")", "nobody rated it")
		}
	}
}

// The name of a bot may stand behind its options.
func TestChecksumOfABotWithOptions(t *testing.T) {
	name := checkpoints.Names()[0]
	want, err := Checksum("bot(" + name + ")")
	require.NoError(t, err)
	require.NotEmpty(t, want)
	sum, err := Checksum("bot(temperature=2," + name + ")")
	require.NoError(t, err)
	assert.Equal(t, want, sum)
	sum, err = Checksum("bot(temperature=2)")
	require.NoError(t, err)
	assert.Empty(t, sum)
}

// People read a list that rises: the levels to the strongest, then all others, then habits.
func TestLevelsStandFirst(t *testing.T) {
	of := func(game string) (names []string) {
		for _, o := range Of(games.MustNew(game)) {
			names = append(names, o.Name)
		}
		return names
	}
	assert.Equal(t, []string{"Beginner", "Level 2", "Ringer", "Random", "Greedy", "Expert", "Ringer without its favourites", "Robber"}, of("heat"))
	for _, rated := range Table() {
		g := games.MustNew(rated.Game)
		all, levels := Of(g), Levels(g)
		styles := slices.IndexFunc(all, func(o Opponent) bool { return StyleOf(o.Agent) != "" })
		if styles < 0 {
			styles = len(all)
		}
		for i, o := range all {
			switch {
			case i < len(levels):
				assert.Equal(t, levels[i], o.Agent, rated.Game)
			case i < styles:
				assert.NotContains(t, levels, o.Agent, rated.Game)
			default:
				assert.NotEmpty(t, StyleOf(o.Agent), rated.Game)
			}
			if i > 0 && i != len(levels) && i != styles {
				assert.LessOrEqual(t, all[i-1].Rating, o.Rating, "%s: %s", rated.Game, o.Agent)
			}
		}
	}
}

// A style changes what the ringer does, plays at the tables that it is offered for, and is
// nobody's default. Each that ships belongs to a game, and was rated.
func TestStyles(t *testing.T) {
	offered := map[string]bool{}
	for _, r := range Table() {
		g := games.MustNew(r.Game)
		rated := map[string]bool{}
		for _, s := range r.Styles {
			rated[s.Agent] = true
			sum, err := Checksum("bot(" + Ringer(g) + ")")
			require.NoError(t, err)
			assert.Equal(t, sum, s.Bot, "%s at %s is over another bot than the one that was rated", s.Agent, r.Game)
			assert.GreaterOrEqual(t, s.Rating, s.Low)
			assert.LessOrEqual(t, s.Rating, s.High)
			assert.GreaterOrEqual(t, s.Games, 200)
		}
		assert.Len(t, rated, len(Styles(g)), r.Game)
		for _, o := range Of(g) {
			name := StyleOf(o.Agent)
			if name == "" {
				continue
			}
			offered[name] = true
			assert.False(t, o.Default, o.Agent)
			assert.NotZero(t, o.Games, "%s: nobody rated %s", r.Game, o.Agent)
			assert.NotEmpty(t, o.Words)
			s, err := Style(g, name)
			require.NoError(t, err)
			assert.Equal(t, "bot("+Ringer(g)+")", s.Agent)
			_, err = Agent(g, o.Agent)
			require.NoError(t, err)
		}
	}
	for _, name := range StyleNames() {
		assert.True(t, offered[name], "%s: no game offers it", name)
	}
	assert.Empty(t, Styles(games.MustNew("tictactoe")))
	_, err := Style(games.MustNew("heat"), "heat.nobody")
	require.ErrorContains(t, err, "these ship: ")
	for _, name := range SimpleNames() {
		game, _, _ := strings.Cut(name, ".")
		g := games.MustNew(game)
		assert.Contains(t, Simple(g), "script("+name+")")
		_, err := Agent(g, "script("+name+")")
		require.NoError(t, err)
	}
	_, err = Agent(games.MustNew("heat"), "script(../x.yaml)")
	require.Error(t, err, "no file is opened")
}

// A ringer that searches is offered where its games against the ringer say that it is stronger:
// with its rating, and never by itself.
func TestSearchers(t *testing.T) {
	offered := 0
	for _, r := range Table() {
		g := games.MustNew(r.Game)
		ringer := "bot(" + Ringer(g) + ")"
		i := slices.IndexFunc(Of(g), func(o Opponent) bool { return o.Agent == Searcher(g) })
		if r.Search == nil {
			assert.Negative(t, i, r.Game)
			continue
		}
		offered++
		require.GreaterOrEqual(t, i, 0, r.Game)
		o := Of(g)[i]
		assert.False(t, o.Default || o.First, r.Game)
		assert.Equal(t, []float64{r.Search.Rating, r.Search.Low, r.Search.High}, []float64{o.Rating, o.Low, o.High}, r.Game)
		k := slices.IndexFunc(r.Ratings, func(a Rating) bool { return a.Agent == ringer })
		require.GreaterOrEqual(t, k, 0, r.Game)
		assert.Greater(t, o.Rating, r.Ratings[k].Rating, r.Game)
		sum, err := Checksum(ringer)
		require.NoError(t, err)
		assert.Equal(t, sum, r.Search.Bot, "%s: another bot than the one that was rated", r.Game)
		_, err = Agent(g, o.Agent)
		require.NoError(t, err)
	}
	assert.Positive(t, offered)
	assert.Empty(t, Searcher(games.MustNew("tictactoe")), "no bot ships")
}

// Those with a rating stand in its order, whoever without one is among them.
func TestRatedAreInOrder(t *testing.T) {
	list := []Opponent{{Agent: "a", Rating: 1200, Games: 9}, {Agent: "b"}, {Agent: "c", Rating: 1000, Games: 9}, {Agent: "d"}, {Agent: "e", Rating: 1100, Games: 9}}
	sortRated(list)
	var names []string
	for _, o := range list {
		names = append(names, o.Agent)
	}
	assert.Equal(t, []string{"c", "b", "e", "d", "a"}, names)
}
