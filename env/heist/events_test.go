package heist_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/heist"
)

// hears applies actions by name, and returns what a seat is told of them.
func hears(t testing.TB, s *heist.State, p env.Player, names ...string) (lines []string) {
	t.Helper()
	for _, name := range names {
		before := s.Clone()
		play(t, s, name)
		a, err := env.ParseAction(before, name)
		require.NoError(t, err)
		for _, e := range env.Tell(before, p, a, s, nil) {
			lines = append(lines, env.Reading{}.Event(e))
		}
	}
	return lines
}

// What seats are told of the same actions. Every line of a case is heard by all; "p: "
// before a line says that seat p alone hears it, "!p: " that all others do.
func TestWhatSeatsAreTold(t *testing.T) {
	for _, c := range []struct {
		name  string
		lay   func(s *heist.State)
		phase string
		do    string // actions, separated by commas
		told  []string
	}{
		{
			"a draw, recruits and offers",
			func(s *heist.State) {
				heist.Deal(s, 0, "Hustler", "Favors")
				heist.Hire(s, 1, "Dame")
			},
			"planning", "draw Rappel, recruit Hustler, pass, choose seat 1, offer Hustler, want Dame, accept, choose seat 2, offer Favors, want nothing, decline",
			[]string{
				"seat 0 takes a turn",
				"0: seat 0 draws Rappel (Con: Acrobat)", "!0: seat 0 draws a card",
				"seat 0 recruits Hustler (Info or Confidence)", "seat 0 recruits nobody else",
				"seat 0 offers Hustler (Info or Confidence) to seat 1 for Dame (Confidence)", "seat 1 accepts",
				"seat 1 gives Dame (Confidence) to seat 0", "seat 0 gives Hustler (Info or Confidence) to seat 1",
				"seat 0 offers Favors (Con: Info) to seat 2 for nothing", "seat 2 declines",
			},
		},
		{
			"a Con is wanted and shown",
			func(s *heist.State) {
				heist.Deal(s, 0, "Favors")
				heist.Deal(s, 1, "Rappel", "Cut Power")
			},
			"contacts", "choose seat 1, offer Favors, want a Con with Tech, accept, give Cut Power, pass",
			[]string{
				"seat 0 offers Favors (Con: Info) to seat 1 for a Con with Tech", "seat 1 accepts",
				"seat 1 gives Cut Power (Con: Tech) to seat 0", "seat 0 gives Favors (Con: Info) to seat 1", "seat 0 makes no offer",
			},
		},
		{
			"a look at a hand",
			func(s *heist.State) {
				heist.Deal(s, 0, "See it Coming", "Favors")
				heist.Deal(s, 1, "Rappel")
			},
			"event", "play See it Coming, choose seat 1, pass, pass",
			[]string{
				"seat 0 plays See it Coming (Event: look at an opponent's hand)",
				"0: seat 0 looks at the hand of seat 1: Rappel (Con: Acrobat)", "!0: seat 0 looks at the hand of seat 1",
				"seat 0 attaches nothing", "seat 0 executes no Job",
				"seat 1 takes a turn",
			},
		},
		{
			"cards changed for others",
			func(s *heist.State) { heist.Deal(s, 0, "Plan B", "Favors", "Rappel") },
			"event", "play Plan B, discard Favors, stop, draw Dame",
			[]string{
				"seat 0 plays Plan B (Event: discard any number of cards, then draw as many)",
				"seat 0 discards Favors (Con: Info)", "seat 0 discards nothing else",
				"0: seat 0 draws Dame (Confidence)", "!0: seat 0 draws a card",
			},
		},
		{
			"random discards and stolen Personnel",
			func(s *heist.State) {
				heist.Deal(s, 0, "Somebody Screwed Up")
				heist.Deal(s, 1, "Rappel", "Delay")
			},
			"event", "play Somebody Screwed Up, choose seat 1, lose Rappel, lose Delay",
			[]string{
				"seat 0 plays Somebody Screwed Up (Event: an opponent discards 3 cards at random)",
				"seat 0 makes seat 1 discard 2 cards at random",
				"seat 1 loses Rappel (Con: Acrobat)", "seat 1 loses Delay (Crisis: spend 1 random Personnel)",
			},
		},
		{
			"an execution with a Crisis, given up",
			func(s *heist.State) {
				heist.Hire(s, 0, "Hustler", "Dame")
				heist.Deal(s, 0, "Rappel")
				heist.Deal(s, 1, "Delay")
			},
			"execution", "execute own Job, seat 1 is the Thwarter, use Hustler, a 6, play Delay, give up, a 6, no 6, a 2",
			[]string{
				"seat 0 executes Art Gallery", "seat 1 is the Thwarter",
				"seat 0 overcomes Guards (Confidence) with Hustler (Info or Confidence)",
				"the table: the die shows a 6, and seat 1 may play a Crisis", "seat 1 plays Delay (Crisis: spend 1 random Personnel)",
				"seat 0 spends Dame (Confidence)",
				"seat 0 gives up: the hand has no Con with Confidence and no Reaction", "seat 0 fails at Art Gallery",
				"seat 0 loses Dame (Confidence)",
				"seat 0 rolls a 2 and lies low for 2 turns", "seat 1 takes a turn",
			},
		},
		{
			"a Secondary Job",
			func(s *heist.State) { heist.Deal(s, 0, "Ulterior Motive") },
			"complications", "play Ulterior Motive, attach to Bank Job of seat 1, Security Boss, execute own Job, seat 2 is the Thwarter",
			[]string{
				"seat 0 attaches Ulterior Motive (Secondary Job: adds 1 Security; adds 1 point) to seat 1's Bank Job",
				"seat 1 gets Security: Boss (Confidence)", "seat 0 executes Art Gallery", "seat 2 is the Thwarter",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for p := range env.Player(3) {
				s := blank(t, "players=3")
				heist.PutJob(s, 0, "Art Gallery", "Guards", "Police")
				heist.PutJob(s, 1, "Bank Job", "Secrets")
				heist.PutJob(s, 2, "Ocean Liner", "Underground")
				c.lay(s)
				var want []string
				for _, line := range c.told {
					who, text, some := strings.Cut(line, ": ")
					switch {
					case some && who == "!0":
						if p != 0 {
							want = append(want, text)
						}
					case some && who == "0":
						if p == 0 {
							want = append(want, text)
						}
					default:
						want = append(want, line)
					}
				}
				names := strings.Split(c.do, ", ")
				if c.phase == "planning" {
					want = want[1:] // the turn begins before the first action
				}
				heist.Begin(s, 0, c.phase)
				assert.Equal(t, want, hears(t, s, p, names...), "seat %d", p)
			}
		})
	}
}

// The setup is told as a deal: a seat hears of its own cards one by one.
func TestTheDealIsTold(t *testing.T) {
	s := game(t).NewInitialState().(*heist.State)
	rng := env.Stream(3, "deal")
	var mine, others []string
	for s.Question() == heist.AskChance {
		legal := s.LegalActions(nil)
		name := s.ActionString(legal[rng.IntN(len(legal))])
		mine = append(mine, hears(t, s.Clone().(*heist.State), 0, name)...)
		others = append(others, hears(t, s, 1, name)...)
	}
	count := func(lines []string, part string) (n int) {
		for _, line := range lines {
			n += strings.Count(line, part)
		}
		return n
	}
	assert.Equal(t, 7, count(mine, "seat 0 draws ")-count(mine, "seat 0 draws a card"))
	assert.Zero(t, count(others, "seat 0 draws ")-count(others, "seat 0 draws a card"))
	assert.Equal(t, 1, count(others, "the table: everybody is dealt 7 cards"))
}

// A state that keeps its history tells the same, and its history stays as it is.
func TestRecalledStatesTell(t *testing.T) {
	g := game(t, "history=on")
	s := g.NewInitialState()
	var told []env.Event
	for range 30 {
		legal := s.LegalActions(nil)
		before := s.Clone()
		require.NoError(t, s.Apply(legal[0]))
		was, is := before.(env.InfoStater).InformationState(0), s.(env.InfoStater).InformationState(0)
		told = env.Tell(before, 0, legal[0], s, told)
		assert.Equal(t, was, before.(env.InfoStater).InformationState(0))
		assert.Equal(t, is, s.(env.InfoStater).InformationState(0))
		if s.CurrentPlayer() == env.Terminal {
			break
		}
	}
	assert.Greater(t, len(told), 20)
}

var update = flag.Bool("update", false, "write the tables of cards and words of docs/games/heist.md, instead of comparing")

const page = "../../docs/games/heist.md"

// The tables of cards and of the language of cards are printed from code.
func TestTablesOfThePage(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	now := string(text)
	for name, table := range map[string]string{"cards": cardTable(t), "words": wordTable()} {
		begin, end := "<!-- "+name+":begin -->\n", "<!-- "+name+":end -->"
		before, rest, ok := strings.Cut(now, begin)
		require.True(t, ok, "the page has no %s", begin)
		old, after, ok := strings.Cut(rest, end)
		require.True(t, ok, "the page has no %s", end)
		if !*update {
			assert.Equal(t, table, old, "run: go test ./env/heist -run TestTables -update")
		}
		now = before + begin + table + end + after
	}
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(now), 0o644))
	}
}

// cardTable lists all 155 cards, those that say the same on one line.
func cardTable(t *testing.T) string {
	c := config(t)
	var b strings.Builder
	b.WriteString("| Job | Security | points |\n|---|--:|--:|\n")
	for _, j := range c.JobDeck {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", j.Title, j.Security, j.Points)
	}
	b.WriteString("\n| Security | cards | titles |\n|---|--:|---|\n")
	group := newGroups()
	for _, g := range c.SecurityDeck {
		group.add(strings.Join(g.Skills, " or "), g.Title, max(g.Copies, 1))
	}
	group.write(&b)
	b.WriteString("\n| Heist cards | cards | titles |\n|---|--:|---|\n")
	group = newGroups()
	for _, k := range game(t).Kinds() {
		group.add(k.Text, k.Title, k.Copies)
	}
	group.write(&b)
	return b.String()
}

type groups struct {
	order  []string
	titles map[string][]string
	count  map[string]int
}

func newGroups() *groups { return &groups{titles: map[string][]string{}, count: map[string]int{}} }

func (g *groups) add(text, title string, n int) {
	if g.titles[text] == nil {
		g.order = append(g.order, text)
	}
	g.titles[text] = append(g.titles[text], title)
	g.count[text] += n
}

func (g *groups) write(b *strings.Builder) {
	for _, text := range g.order {
		fmt.Fprintf(b, "| %s | %d | %s |\n", text, g.count[text], strings.Join(g.titles[text], ", "))
	}
}

func wordTable() string {
	var b strings.Builder
	b.WriteString("| op | on cards of type | amount | what it does |\n|---|---|---|---|\n")
	for _, o := range heist.Vocabulary() {
		amount := ""
		if o.Amount {
			amount = "1 to 20"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", o.Op, strings.Join(o.Types, ", "), amount, o.Doc)
	}
	return b.String()
}

// Random games with large hands play every card of the Heist deck, and bring every
// Security card and Job to the table.
func TestRandomGamesPlayEveryCard(t *testing.T) {
	const most = 40
	g := game(t, "players=3", "contact_offers=0", "deal=20", "draw=5", "hand_limit=40", "crew_limit=30", "die=2")
	missing := map[string]bool{}
	for _, k := range g.Kinds() {
		missing[k.Title] = true
	}
	c := g.Config()
	for _, k := range c.SecurityDeck {
		missing["Security "+k.Title] = true
	}
	for _, j := range c.JobDeck {
		missing["Job "+j.Title] = true
	}
	p := newPlayer(g)
	for i := uint64(0); len(missing) > 0; i++ {
		require.Less(t, i, uint64(most), "not played: %v", missing)
		p.rng = env.Stream(i, "every card")
		p.s = g.NewInitialState()
		for p.s.CurrentPlayer() != env.Terminal {
			name := p.step()
			delete(missing, name) // Security and Jobs
			for _, verb := range []string{"recruit ", "play ", "use "} {
				if title, ok := strings.CutPrefix(name, verb); ok {
					delete(missing, title)
				}
			}
		}
	}
}

// What a seat leaves undone is marked, so that a list of what happened may leave it out; nothing
// else is.
func TestWhatIsLeftUndoneIsIdle(t *testing.T) {
	left := regexp.MustCompile(` (nobody else|no offer|no Event|nothing|nothing else|no Job|no Crisis)$`)
	g := game(t)
	marked := 0
	for seed := range uint64(3) {
		s, rng := g.NewInitialState().(*heist.State), env.Stream(seed, "undone")
		for n := 0; s.CurrentPlayer() != env.Terminal && n < 2000; n++ {
			before := s.Clone()
			var a env.Action
			if s.CurrentPlayer() == env.Chance {
				a = env.SampleOutcome(s.ChanceOutcomes(nil), rng)
			} else {
				legal := s.LegalActions(nil)
				a = legal[rng.IntN(len(legal))]
			}
			require.NoError(t, s.Apply(a))
			for _, e := range env.Tell(before, 0, a, s, nil) {
				assert.Equal(t, left.MatchString(e.Text) && !strings.Contains(e.Text, " for nothing"), e.Idle, e.Text)
				if e.Idle {
					marked++
				}
			}
		}
	}
	assert.Greater(t, marked, 100)
}
