package choices

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"ringer/report/ratio"
)

// Counts holds the choices of one deal or one game. Groups are kinds of decisions, or
// questions.
type Counts struct {
	Groups []Group

	actions map[key]*Times
}

// Group counts the decisions of one group.
type Group struct {
	Asked, Forced int     // Forced: those with a single legal action
	Legal         int     // legal actions of the others
	Entropy       float64 // of the policies of the others, each as a share of the largest possible
	Apart         float64 // total variation between these and other policies
}

// key names an action by its words: the same words are the same action.
type key struct {
	group int
	words string
}

// Times counts what became of an action where there was a choice.
type Times struct {
	Offered, Taken int
	Random         float64 // times that an agent would have taken it that prefers nothing
	Given, Beside  float64 // and that the agent, and another one that was asked, would have by their policies
	Worth          float64 // what those who took it got
	First          int     // actions before the first one that was offered
}

// New returns counts of some number of groups.
func New(groups int) Counts { return Counts{Groups: make([]Group, groups)} }

// Ask counts a decision, and reports whether there was a choice.
func (c *Counts) Ask(group, legal int) bool {
	g := &c.Groups[group]
	g.Asked++
	if legal == 1 {
		g.Forced++
		return false
	}
	g.Legal += legal
	return true
}

// At returns the counts of an action, and whether they are new.
func (c *Counts) At(group int, words string) (n *Times, first bool) {
	k := key{group, words}
	if n = c.actions[k]; n != nil {
		return n, false
	}
	if c.actions == nil {
		c.actions = map[key]*Times{}
	}
	n = &Times{}
	c.actions[k] = n
	return n, true
}

// Offer counts that an action was one of some legal ones.
func (n *Times) Offer(legal int, taken bool) {
	n.Offered++
	n.Random += 1 / float64(legal)
	if taken {
		n.Taken++
	}
}

// Summary sums up one group.
type Summary struct {
	Times   int
	Asked   ratio.Figure // of each place at a table
	Forced  ratio.Figure // share with a single legal action
	Legal   ratio.Figure // actions where there is a choice, on average
	Entropy ratio.Figure // of the policy where there is a choice
	Apart   ratio.Figure // from another agent there
	Actions []Action     // by their words
}

// Action sums up one action of a group, where there was a choice.
type Action struct {
	Words          string
	Taken, Offered int
	Share          ratio.Figure // of the decisions with a choice
	Often          ratio.Figure // share of the times that it was offered
	Beside         ratio.Figure // the same of another agent, asked in the same places
	Worth          ratio.Figure // of each time that it was taken
	Random         float64      // share of the times offered that an agent without preferences takes
	More           float64      // how much more often another agent would take it
	Game, At       int          // where it was offered first
}

// Sum sums up one group over deals or games. places is how often an agent sat at a table in
// one of them.
func Sum(list []Counts, group, places int) Summary {
	asked, forced, legal := ratio.Ratio{Name: "decisions"}, ratio.Ratio{Name: "forced", Share: true}, ratio.Ratio{Name: "legal actions"}
	entropy, apart, free := ratio.Ratio{Name: "entropy", Share: true}, ratio.Ratio{Name: "apart", Share: true}, ratio.Ratio{}
	found := map[string]*summing{}
	var s Summary
	for i := range list {
		g := &list[i].Groups[group]
		choices := float64(g.Asked - g.Forced)
		s.Times += g.Asked
		asked.Add(float64(g.Asked), float64(places))
		forced.Add(float64(g.Forced), float64(g.Asked))
		legal.Add(float64(g.Legal), choices)
		entropy.Add(g.Entropy, choices)
		apart.Add(g.Apart, choices)
		free.Add(0, choices)
		for _, r := range []*ratio.Ratio{&asked, &forced, &legal, &entropy, &apart, &free} {
			r.Close()
		}
		for k, n := range list[i].actions {
			if k.group != group {
				continue
			}
			a := found[k.words]
			if a == nil {
				a = newSumming(k.words, i, n.First)
				found[k.words] = a
			}
			a.add(n, choices)
		}
	}
	s.Asked, s.Forced, s.Legal = asked.Figure(), forced.Figure(), legal.Figure()
	s.Entropy, s.Apart = entropy.Figure(), apart.Figure()
	for _, words := range slices.Sorted(maps.Keys(found)) {
		s.Actions = append(s.Actions, found[words].action(&free))
	}
	return s
}

// summing is an action that is being summed up.
type summing struct {
	Action
	share, often, beside, worth ratio.Ratio
}

func newSumming(words string, game, at int) *summing {
	return &summing{
		Action: Action{Words: words, Game: game, At: at},
		share:  ratio.Ratio{Name: "share", Share: true}, often: ratio.Ratio{Name: "taken", Share: true},
		beside: ratio.Ratio{Name: "beside", Share: true}, worth: ratio.Ratio{Name: "wins", Share: true},
	}
}

// add adds the counts of one deal or game with some decisions with a choice.
func (a *summing) add(n *Times, choices float64) {
	a.Taken, a.Offered = a.Taken+n.Taken, a.Offered+n.Offered
	a.Random += n.Random
	a.More += n.Beside - n.Given
	a.share.Add(float64(n.Taken), choices)
	a.often.Add(float64(n.Taken), float64(n.Offered))
	a.beside.Add(n.Beside, float64(n.Offered))
	a.worth.Add(n.Worth, float64(n.Taken))
	for _, r := range []*ratio.Ratio{&a.share, &a.often, &a.beside, &a.worth} {
		r.Close()
	}
}

// action returns the sum; free counted the decisions with a choice everywhere.
func (a *summing) action(free *ratio.Ratio) Action {
	a.share.Among(free)
	a.Share, a.Often, a.Beside, a.Worth = a.share.Figure(), a.often.Figure(), a.beside.Figure(), a.worth.Figure()
	a.Random /= float64(max(1, a.Offered))
	return a.Action
}

// ByCount orders actions: those taken most often first, then by their words.
func ByCount(a, b Action) int { return cmp.Or(b.Taken-a.Taken, strings.Compare(a.Words, b.Words)) }

// Entropy returns the entropy of a policy over two or more actions as a share of the
// largest possible: 0 for one action alone, 1 for all alike.
func Entropy(probs []float32) float64 {
	h := 0.
	for _, p := range probs {
		if p > 0 {
			h -= float64(p) * math.Log(float64(p))
		}
	}
	return min(1, max(0, h/math.Log(float64(len(probs)))))
}
