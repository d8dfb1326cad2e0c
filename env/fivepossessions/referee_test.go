package fivepossessions

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/playdesign"
)

// A referee is a second, slow implementation of the rules, written from the
// rulings with names and lists. It is told every action by name, and says whose
// turn it is, how many choices there are, and how the game ends.
type referee struct {
	c        Config
	turn     string // seat 0, seat 1, chance, terminal
	choices  int
	yards    map[string]int
	attacker string
	results  []string // who won each possession
	sudden   bool
	returns  []float64

	stacks map[string][]playdesign.Card // by seat: what is left of the half of the pack in play
	hands  map[string][]playdesign.Card
	laid   map[string]map[int]*playdesign.Card
	open   map[int]*playdesign.Card
	shut   map[int]bool
	line   int
}

func newReferee(c Config) *referee {
	return &referee{c: c, turn: "chance", choices: 2, yards: map[string]int{}, returns: []float64{0, 0}}
}

func rival(seat string) string {
	if seat == "seat 0" {
		return "seat 1"
	}
	return "seat 0"
}

func (r *referee) told(action string) {
	switch name, after, _ := strings.Cut(action, " "); {
	case strings.HasSuffix(action, "wins the toss"):
		r.turn, r.choices = action[:len("seat 0")], 2
	case action == "offense":
		r.possession(r.turn)
	case action == "defense":
		r.possession(rival(r.turn))
	case name == "draw":
		r.drawn(after)
	default:
		card, lane, _ := strings.Cut(action, " to lane ")
		r.laidDown(card, int(lane[0]-'0'))
	}
}

func (r *referee) possession(attacker string) {
	r.attacker, r.line = attacker, 0
	r.stacks = map[string][]playdesign.Card{}
	for _, c := range r.c.Cards {
		owner := attacker
		if c.Side == playdesign.Defense {
			owner = rival(attacker)
		}
		r.stacks[owner] = append(r.stacks[owner], c)
	}
	r.open, r.shut = map[int]*playdesign.Card{}, map[int]bool{}
	r.newLine()
}

func (r *referee) newLine() {
	r.line++
	r.hands = map[string][]playdesign.Card{}
	r.laid = map[string]map[int]*playdesign.Card{"seat 0": {}, "seat 1": {}}
	r.turn, r.choices = "chance", -1
}

func (r *referee) size() int { return min(r.c.Lanes, r.c.EachSide-(r.line-1)*r.c.Lanes) }

func (r *referee) drawn(card string) {
	who := r.attacker
	if len(r.hands[who]) == r.size() {
		who = rival(who)
	}
	i := slices.IndexFunc(r.stacks[who], func(c playdesign.Card) bool { return c.Name == card })
	r.hands[who] = append(r.hands[who], r.stacks[who][i])
	r.stacks[who] = slices.Delete(r.stacks[who], i, i+1)
	if who != r.attacker && len(r.hands[who]) == r.size() {
		r.turn, r.choices = r.attacker, r.c.Lanes
	}
}

func (r *referee) laidDown(card string, lane int) {
	i := slices.IndexFunc(r.hands[r.turn], func(c playdesign.Card) bool { return c.Name == card })
	c := r.hands[r.turn][i]
	r.laid[r.turn][lane] = &c
	r.choices--
	if len(r.laid[r.turn]) < r.size() {
		return
	}
	if r.turn == r.attacker {
		r.turn, r.choices = rival(r.attacker), r.c.Lanes
		return
	}
	r.opened()
}

func (r *referee) opened() {
	won := 0
	for lane := 1; lane <= r.c.Lanes; lane++ {
		o, d := r.laid[r.attacker][lane], r.laid[rival(r.attacker)][lane]
		if o == nil {
			continue
		}
		switch {
		case r.shut[lane], r.open[lane] != nil && r.open[lane].Colour == o.Colour:
			r.shut[lane] = true
			r.open[lane] = nil
		case d == nil || r.men(o, o) >= r.men(o, d)+r.c.Margin:
			r.open[lane] = o
			if won++; r.line == r.c.Lines {
				r.ended(r.attacker, r.c.ScoreYards)
				return
			}
		default:
			r.shut[lane] = true
			r.open[lane] = nil
		}
	}
	if won == 0 {
		r.ended(rival(r.attacker), r.c.StopYards)
		return
	}
	r.newLine()
}

// men counts on card the dots that the colour of attack counts.
func (r *referee) men(attack, card *playdesign.Card) int {
	names := []string{"orange", "purple", "green", "blue", "yellow"}
	n := 0
	for i, dots := range card.Dots {
		if slices.Contains(r.c.Counts[attack.Colour.String()], names[i]) {
			n += dots
		}
	}
	return n
}

func (r *referee) ended(winner string, yards int) {
	r.results = append(r.results, winner)
	r.yards[winner] += yards
	a, b := r.yards["seat 0"], r.yards["seat 1"]
	leader := []float64{0, 0}
	if a > b {
		leader = []float64{1, -1}
	} else if b > a {
		leader = []float64{-1, 1}
	}
	switch {
	case r.sudden:
		if r.returns = []float64{1, -1}; winner == "seat 1" {
			r.returns = []float64{-1, 1}
		}
		r.turn, r.choices = "terminal", 0
	case len(r.results)%2 == 1:
		r.possession(rival(r.attacker))
	case a != b && max(a, b) >= r.c.Goal:
		r.turn, r.choices, r.returns = "terminal", 0, leader
	case a == b && a >= r.c.Goal && r.c.Tie == TieSuddenDeath:
		r.sudden, r.turn, r.choices = true, "chance", 2
	case len(r.results) == 2*r.c.MaxPairs:
		r.turn, r.choices, r.returns = "terminal", 0, leader
	default:
		r.possession(rival(r.attacker))
	}
}

// The two implementations agree on random games of many configurations (FP-1 to
// FP-6, FP-9, FP-11 to FP-13).
func TestAgainstTheReferee(t *testing.T) {
	games := map[string]*Game{
		"shipped":      build(t),
		"mini":         mini(t),
		"sudden death": build(t, func(c *Config) { c.Tie, c.Goal = TieSuddenDeath, 40 }),
		"two pairs":    build(t, func(c *Config) { c.MaxPairs = 2 }),
		"three lanes":  build(t, func(c *Config) { c.Lanes, c.Lines = 3, 5 }),
		"five lanes":   build(t, func(c *Config) { c.Lanes, c.Lines, c.Margin = 5, 2, 0 }),
		"six lanes":    build(t, func(c *Config) { c.Lanes, c.Lines, c.ScoreYards, c.StopYards = 6, 3, 70, 10 }),
		"one line":     build(t, func(c *Config) { c.Lanes, c.Lines = 4, 1 }),
	}
	for name, g := range games {
		sudden := 0
		for episode := range uint64(25) {
			s, r := g.NewInitialState(), newReferee(g.config)
			rng := env.Stream(episode, "referee")
			returns := make([]float64, Players)
			for {
				p := s.CurrentPlayer()
				require.Equal(t, r.turn, p.String(), name)
				legal := s.LegalActions(nil)
				if r.choices >= 0 {
					require.Len(t, legal, r.choices, name)
				}
				for seat := range Players {
					require.Equal(t, r.yards[env.Player(seat).String()], s.(*State).Yards(seat), name)
				}
				s.Returns(returns)
				require.Equal(t, r.returns, returns, name)
				if p == env.Terminal {
					break
				}
				a := legal[rng.IntN(len(legal))]
				action := s.ActionString(a)
				require.NoError(t, s.Apply(a))
				r.told(action)
			}
			if r.sudden {
				sudden++
			}
		}
		if name == "sudden death" {
			assert.Greater(t, sudden, 2)
		}
	}
}
