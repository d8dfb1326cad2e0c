package play_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/play"
	"ringer/play/scene/scenes"
)

var update = flag.Bool("update", false, "write golden screens instead of comparing them")

// gamesAtTheTerminal are games of every kind, and the deals that are played. DUEL's first
// deals end soon, by a model that leaves the table.
var gamesAtTheTerminal = []struct {
	name, game string
	seed       uint64
}{
	{"kuhn", "kuhn", 1},
	{"leduc", "leduc", 1},
	{"liarsdice", "liarsdice", 1},
	{"goofspiel", "goofspiel(players=3)", 1},
	{"tictactoe", "tictactoe", 1},
	{"darkhex", "darkhex", 1},
	{"echo", "echo", 2},
	{"heat", "heat", 1},
	{"heist", "heist", 1},
	{"payday", "payday", 1},
	{"fourdowns", "fourdowns", 1},
	{"fivepossessions", "fivepossessions", 1},
	{"duel", "duel", 3},
	{"duel-gang", "duel(players=2,models_per_player=3,file=gang)", 1},
}

// goldenDecisions are those whose pages are kept, besides the end.
var goldenDecisions = []int{1, 2, 9, 40, 120}

// A newcomer types what the page offers: a number of the list, or a point of the map.
type newcomer struct {
	screen *bytes.Buffer
	rng    env.Rand
	rest   []byte // of the line that is being read
	starts []int  // of the pages, in the text of the screen
	ends   []int
}

var (
	offered = regexp.MustCompile(`(?m)(?:^|  ) *(\d+) \S`)
	typeOne = regexp.MustCompile(`type one as (\S+)`)
)

func (n *newcomer) Read(p []byte) (int, error) {
	if len(n.rest) == 0 {
		text := n.screen.Bytes()
		heading := bytes.LastIndex(text, []byte("? help ──"))
		if heading < 0 || !bytes.HasSuffix(text, []byte("\n> ")) {
			return 0, io.EOF
		}
		heading = bytes.LastIndexByte(text[:heading], '\n') + 1
		n.starts, n.ends = append(n.starts, heading), append(n.ends, len(text))
		_, list, _ := strings.Cut(string(text[heading:]), "\n\n")
		var all []string
		for _, m := range offered.FindAllStringSubmatch(list, -1) {
			all = append(all, m[1])
		}
		if m := typeOne.FindStringSubmatch(list); m != nil {
			all = append(all, m[1], m[1], m[1], m[1], m[1], m[1])
		}
		if len(all) == 0 {
			return 0, io.EOF
		}
		n.rest = []byte(all[n.rng.IntN(len(all))] + "\n")
	}
	k := copy(p, n.rest)
	n.rest = n.rest[k:]
	return k, nil
}

// program matches values of a program.
var program = regexp.MustCompile(`[{}]|0x[0-9a-f]|map\[|%!|<nil>|\[\]`)

// Whole games of every kind on a small and on a large screen: no line is wider than the
// screen, no page higher, no value of a program shows, the last line is the result, and some
// pages are golden. make golden writes them.
func TestGames(t *testing.T) {
	if testing.Short() {
		t.Skip("whole games share nothing")
	}
	for _, c := range gamesAtTheTerminal {
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			name := fmt.Sprintf("%s-%dx%d", c.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				pages, _ := playAtTheTerminal(t, c.game, c.seed, 0, size)
				var golden strings.Builder
				for i, page := range pages[:len(pages)-1] {
					if slices.Contains(goldenDecisions, i+1) {
						fmt.Fprintf(&golden, "decision %d\n%s\n\n", i+1, page)
					}
				}
				golden.WriteString(pages[len(pages)-1])
				compareGolden(t, filepath.Join("testdata", "games", name+".txt"), golden.String())
			})
		}
	}
}

// Options at the terminal, and kinds of decisions that the newcomer must have met: each option
// that adds a question, and each kind of question that a game has.
var optionsAtTheTerminal = []struct {
	game string
	seat env.Player
	asks []string
}{
	{"leduc(players=3)", 1, []string{"bid"}},
	{"goofspiel(cards=13,order=random,impinfo=false,returns=point_difference)", 1, []string{"bid"}},
	{"heat(players=3,talk=claims)", 0, []string{"aim", "amount", "claim", "draft", "play"}},
	{"heat(players=3,file=draws,heists=2)", 1, []string{"aim", "draft", "play"}},
	{"heist(players=3,trade_cards=3,give_up=any,jobs=5)", 1, []string{"attempt", "pay", "place", "play", "trade"}},
	{"heist(jobs=5)", 0, []string{"aim", "discard"}},
	{"payday(loot_cards=0,rounds=2,more_rounds=1)", 0, []string{"aim", "discard", "draft", "move", "place", "play"}},
	{"payday(loot_cards=1,rounds=3)", 1, []string{"activate", "draft", "place"}},
	{"payday(setup=random,loot_cards=1,rounds=3,deck=even,wrap=forecast)", 0, []string{"place", "play"}},
	{"fourdowns(players=3,knock_when=any_time,hands=3,returns=yards)", 0, []string{"bid", "play"}},
	{"fivepossessions(tie=sudden_death,goal=30,wrap=levelk)", 1, []string{"place"}},
	{"duel(heroes=true,warband=draft,max_models=3,bid_initiative=player,rounds=4,step=1)", 0, []string{"act", "aim", "bid", "draft", "place", "score"}},
	{"duel(players=4,scenario=tug_of_war,respawn=true,one_and_half_actions=true,bid_initiative=model,rounds=4,step=1)", 0, []string{"bid", "place"}},
	{"duel(place_terrain=2,placement=absolute,interactive_terrain=[water,fragile,laser,tree],fragile_hits=3,climbing=true,falling=true,jump=true,rounds=4,step=1)", 0, []string{"place"}},
	{"duel(scenario=capture_the_flag,one_and_half_actions=true,avoid_hits=true,melee=true,cover=advanced,jamming=true,specialization=true,take_aim=true,exhaust=true,charge=true,respawn=true,rounds=4,step=1)", 0, []string{"act", "move"}},
	{"duel(models_per_player=3,cover=simple,melee=true,avoid_hits=true,rounds=4,step=1)", 0, []string{"activate", "aim", "reroll"}},
	{"duel(players=1,models_per_player=2,scenario=solitaire,bid_initiative=model,armory=true,avoid_hits=true,melee=true,cover=advanced,upgrades=true,rounds=4,step=1)", 0, []string{"aim", "bid"}},
	{"duel(scenario=boss_fight,boss_abilities=[zverg,bounce],players=2,melee=true,avoid_hits=true,rounds=4,step=1)", 0, []string{"aim", "place"}},
	{"duel(add_ons=[night_raid,city_brawl],mob_radius=1,one_and_half_actions=true,armory=true,upgrades=true,avoid_hits=true,melee=true,rounds=4,step=1)", 0, []string{"aim", "place"}},
}

// What holds of the usual games holds with options that change what is asked: with talk,
// with teams, drafts, bids, automata, and terrain that seats put down.
func TestGamesWithOptions(t *testing.T) {
	for i, c := range optionsAtTheTerminal {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			_, table := playAtTheTerminal(t, c.game, 1, c.seat, [2]int{80 + 40*(i%2), 24 + 16*(i%2)})
			spec := table.Game().Spec()
			asked, s := map[string]bool{}, table.Game().NewInitialState()
			observation := make([]float32, spec.ObservationSize())
			for _, step := range table.Record().Steps {
				if s.CurrentPlayer() == c.seat {
					s.Observe(c.seat, observation)
					asked[spec.Kinds()[spec.Kind(observation, s.LegalActions(nil))]] = true
				}
				require.NoError(t, s.Apply(step.Action))
			}
			for _, kind := range c.asks {
				assert.True(t, asked[kind], "no decision to %s", kind)
			}
		})
	}
}

// playAtTheTerminal lets a newcomer play a game in a seat, and returns the page of every
// decision and then the end, and the table.
func playAtTheTerminal(t *testing.T, game string, seed uint64, seat env.Player, size [2]int) (pages []string, table *play.Table) {
	t.Helper()
	g := games.MustNew(game)
	var out bytes.Buffer
	n := &newcomer{screen: &out, rng: env.Stream(seed, envtest.PurposeCheckEvents, 1)}
	table = play.NewTable(g, against(g, random.New(), seat), seed)
	outcome, err := play.Terminal(t.Context(), table, play.TerminalConfig{
		In: n, Out: &out, Width: size[0], Height: size[1], Scenes: scenes.Of(g), Echo: true,
	})
	require.NoError(t, err)
	require.True(t, outcome.Over, "%d decisions, and:\n%s", len(n.starts), tail(out.String()))
	text := out.String()
	for line := range strings.SplitSeq(text, "\n") {
		if utf8.RuneCountInString(line) > size[0] || program.MatchString(line) {
			require.Fail(t, "a line is too wide, or shows a value of a program", line)
		}
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	assert.Regexp(t, `^(You|Your side) (won|lost|came|shares?)\b|^A draw`, lines[len(lines)-1])
	for i, start := range n.starts {
		page := text[start:n.ends[i]]
		if strings.Count(page, "\n")+1 > size[1] {
			require.Fail(t, "a page is too high", "decision %d:\n%s", i+1, page)
		}
		pages = append(pages, page)
	}
	return append(pages, text[strings.LastIndex(text, "── the game is over"):]), table
}

// tail returns the last lines of a text.
func tail(text string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[max(0, len(lines)-30):], "\n")
}

func compareGolden(t *testing.T, file, text string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	text = strings.Join(lines, "\n")
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "run: make golden, or go test ./play -run TestGames -update")
	assert.Equal(t, string(want), text, "run: make golden, or go test ./play -run TestGames -update")
}
