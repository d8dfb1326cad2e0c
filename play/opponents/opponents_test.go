package opponents

import (
	"cmp"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/checkpoints"
	"ringer/env/games"
	"ringer/models/botfile"
)

// Levels are found by the game that they were made for, and come weakest first.
func TestLevelsComeInOrder(t *testing.T) {
	kuhn, leduc := games.MustNew("kuhn"), games.MustNew("leduc")
	bots := map[string]botfile.Manifest{
		"kuhn":        {SpecHash: kuhn.Spec().Hash},
		"kuhn.hard":   {SpecHash: kuhn.Spec().Hash, Level: &botfile.Level{Level: 2}},
		"kuhn.simple": {SpecHash: kuhn.Spec().Hash, Level: &botfile.Level{Level: 1}},
		"leduc.1":     {SpecHash: leduc.Spec().Hash, Level: &botfile.Level{Level: 1}},
	}
	open := func(name string) (*botfile.Manifest, error) {
		m, ok := bots[name]
		if !ok {
			return nil, errors.New("damaged")
		}
		return &m, nil
	}
	assert.Equal(t, []string{"kuhn.simple", "kuhn.hard"}, levelsOf(kuhn, []string{"damaged", "kuhn", "kuhn.hard", "kuhn.simple", "leduc.1"}, open))
	assert.Empty(t, levelsOf(games.MustNew("goofspiel"), []string{"kuhn", "kuhn.hard"}, open))
	assert.Equal(t, "these ship: beginner, level(1), level(2), ringer, which is bot(kuhn)", shelf("kuhn", 2))
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
		assert.Subset(t, Candidates(g), names, r.Game)
		best := r.Ratings[len(r.Ratings)-1]
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
	for _, name := range checkpoints.Ringers() {
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
	name := checkpoints.Ringers()[0]
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
