package expert

import (
	"context"
	"fmt"
	"sync"

	"ringer/agents"
	"ringer/env"
	"ringer/env/payday"
)

// Payday plays both sides of PAYDAY DUEL for one configuration. Its rules:
//
//   - a card, a move, a use of an asset is worth what it does to the table as its
//     side sees it (payday_value.go), the next combat and the next Update included;
//     what changes nothing for the better is not done;
//   - the Criminal keeps its heisters where work is being done, carries PAYDAY to
//     the nearer edge and escapes as long as somebody stays;
//   - the Police put officers where heisters are or will be, and shoot whom they
//     can finish;
//   - in combat, kill what can be killed, the most dangerous first.
type Payday struct {
	game   *payday.Game
	kinds  []payday.Kind
	loots  []int // kinds of PAYDAY and of the key items
	payday int   // kind of PAYDAY
	rounds float64
	tables sync.Pool // of *paydayTable, for their memory
}

// NewPayday builds the expert for a configuration of PAYDAY DUEL.
func NewPayday(game *payday.Game) *Payday {
	x := &Payday{game: game, kinds: game.Kinds(), rounds: float64(game.Config().Rounds)}
	x.tables.New = func() any {
		t := &paydayTable{x: x, scores: make([]float64, game.Spec().NumActions())}
		for i := range t.legal {
			t.legal[i] = make([]env.Action, 0, game.Spec().NumActions())
		}
		return t
	}
	for i := range x.kinds {
		switch x.kinds[i].Type {
		case "payday":
			x.payday = i
			x.loots = append(x.loots, i)
		case "key":
			x.loots = append(x.loots, i)
		}
	}
	return x
}

// paydayTemperature is in points of the value: smaller differences are played
// either way.
const paydayTemperature = 0.1

// Decide implements agents.Agent.
func (x *Payday) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	t := x.tables.Get().(*paydayTable)
	defer x.tables.Put(t)
	for i := range views {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := &views[i]
		if v.Game.Hash != x.game.Spec().Hash {
			return nil, fmt.Errorf("expert: built for %s, asked to play %s", x.game.Spec(), v.Game)
		}
		if len(v.Legal) == 1 {
			decisions[i].Probs[0] = 1
			continue
		}
		if v.Resample == nil {
			return nil, fmt.Errorf("expert: %s: %w", v.Game, agents.ErrNoWorlds)
		}
		// What is read from the world is public or the seat's own, so one will do.
		t.s = v.Resample(v.Rand).(*payday.State)
		t.s.Forget()
		t.me = int(v.Seat)
		scores := t.scores[:len(v.Legal)]
		t.rate(v.Legal, scores)
		Softmax(scores, paydayTemperature, decisions[i].Probs)
	}
	return decisions, nil
}

// A paydayTable is one position as one side sees it.
type paydayTable struct {
	x      *Payday
	s      *payday.State
	me     int
	looked *payday.State // the position that v is of
	v      payday.Survey
	copies [paydayDepth]*payday.State
	legal  [paydayDepth][]env.Action // of the copies
	scores []float64
}

// look takes a position in.
func (t *paydayTable) look(s *payday.State) {
	t.looked = s
	s.Survey(&t.v)
}

func (t *paydayTable) columns() []payday.Column   { return t.v.Columns[:t.looked.Columns()] }
func (t *paydayTable) heisters() []payday.Heister { return t.v.Heisters[:t.v.Crew] }

// police are the officers at an objective.
func (t *paydayTable) police(col, depth int) []payday.Officer {
	return t.v.Police[col][depth][:t.v.Posted[col][depth]]
}

// paydayDepth is how many questions about one card are thought through together.
const paydayDepth = 4

// rate scores each legal action in points.
func (t *paydayTable) rate(legal []env.Action, scores []float64) {
	switch q := t.s.Question(); q {
	case "card", "where", "target", "dash", "redeploy", "move", "move_from", "move_who", "move_to", "transfer", "combat":
		t.rateByValue(legal, scores, q)
		return
	default:
		t.look(t.s)
		for i, a := range legal {
			scores[i] = t.byRule(q, t.s.Meaning(a))
		}
	}
}

// rateByValue scores actions by what they make of the table. To end changes
// nothing: it is not played out, as what follows depends on hidden cards.
func (t *paydayTable) rateByValue(legal []env.Action, scores []float64, q payday.Question) {
	for i, a := range legal {
		if t.s.Meaning(a).End {
			scores[i] = t.value(t.s) + paydayInertia[q]
		} else if j := t.twin(t.s, legal, i); j >= 0 {
			scores[i] = scores[j]
		} else {
			scores[i] = t.after(t.s, a, 0)
		}
	}
}

// paydayInertia is what an action must gain to be better than none.
var paydayInertia = map[payday.Question]float64{"card": 0.05, "move": 0.3, "move_from": 0.3, "move_who": 0.3, "transfer": 0.5, "combat": 0.6}

// after is the value once an action was played, with the best answers to the
// questions about it that follow at once.
func (t *paydayTable) after(s *payday.State, a env.Action, depth int) float64 {
	if t.copies[depth] == nil {
		t.copies[depth] = s.Clone().(*payday.State)
	}
	next := t.copies[depth]
	next.CopyFrom(s)
	if err := next.Apply(a); err != nil {
		panic("expert: " + err.Error())
	}
	if int(next.CurrentPlayer()) != t.me || depth+1 == paydayDepth || !follows(s.Question(), next.Question()) {
		return t.worth(s, next)
	}
	legal := next.LegalActions(t.legal[depth][:0])
	best, first := 0., true
	for i, b := range legal {
		if next.Meaning(b).End || t.twin(next, legal, i) >= 0 {
			continue
		}
		if x := t.after(next, b, depth+1); first || x > best {
			best, first = x, false
		}
	}
	if first {
		return t.worth(s, next)
	}
	return best
}

// worth is the value of the table that an action leads to. What a Criminal turns up
// is not looked at, as it is hidden until then.
func (t *paydayTable) worth(s, next *payday.State) float64 {
	if t.me == payday.Criminal && open(next) > open(s) {
		return t.value(s) + turnUpPoints
	}
	v := t.value(next)
	if next.Question() == "recover" {
		v += recoverPoints
	}
	return v
}

// open counts the obstacles that are face up.
func open(s *payday.State) int {
	n := 0
	for col := range s.Columns() {
		c := s.ColumnAt(col)
		for d := c.Gone; d < c.Obstacles; d++ {
			if _, up := s.ObstacleAt(col, d); up {
				n++
			}
		}
	}
	return n
}

// follows says whether a question is about the action that answered another.
func follows(asked, q payday.Question) bool {
	switch q {
	case "where", "target", "dash", "redeploy", "move_to":
		return true
	case "move_who":
		return asked == "move_from"
	}
	return false
}

// twin is the index of an earlier action aimed at an officer of the same place that
// is like the one of action i in all that counts, or -1: what it leads to is worth
// the same.
func (t *paydayTable) twin(s *payday.State, legal []env.Action, i int) int {
	m := s.Meaning(legal[i])
	if m.Block != "officer" {
		return -1
	}
	o, _ := s.OfficerAt(m.Column, m.Depth, m.Slot)
	for j := i - 1; j >= 0; j-- {
		n := s.Meaning(legal[j])
		if n.Block != m.Block || n.Column != m.Column || n.Depth != m.Depth {
			break
		}
		if twin, _ := s.OfficerAt(n.Column, n.Depth, n.Slot); twin == o {
			return j
		}
	}
	return -1
}

// byRule scores an answer that needs no look ahead.
func (t *paydayTable) byRule(q payday.Question, m payday.Meaning) float64 {
	switch q {
	case "size":
		return -float64(m.Number) // little to steal is soon stolen
	case "paydays":
		return -float64(m.Number)
	case "loot_at", "hard", "obstacle", "obstacle_at", "guard", "guard_at", "key":
		return t.setup(q, m)
	case "redraw":
		if m.Block == "step" && m.Step == 2 {
			return 1 // no heister, so anything is better
		}
	case "swap", "hand_limit":
		if m.End {
			return -paydaySwap
		}
		return -t.keep(m.Kind)
	case "recover":
		return t.keep(m.Kind)
	case "escape":
		return t.escape(m)
	case "battle":
		return t.clash(t.s, m.Column)
	case "attacker":
		h, _ := t.s.HeisterAt(m.Slot)
		return -float64(h.Strength) // the strongest last: it sees what is left
	case "attack":
		return t.attack(m)
	case "fire":
		return t.fire(m)
	case "pay":
		if !m.Decline {
			return 1
		}
	case "regroup":
		if m.Avoid {
			return -1
		}
	case "loot":
		if m.Decline {
			return 0
		}
		return t.lootWorth(m.Kind)
	}
	return 0
}

// escape is worth it when it wins or somebody stays (PAY-17).
func (t *paydayTable) escape(m payday.Meaning) float64 {
	if m.End {
		return 0
	}
	if t.s.Secured()+1 == t.s.Paydays() || t.v.Crew > 1 {
		return 10
	}
	return -10
}

// attack prefers a kill, the most dangerous first, then the one nearest to it.
func (t *paydayTable) attack(m payday.Meaning) float64 {
	if m.End {
		return 0
	}
	h, _ := t.s.HeisterAt(t.s.Subject())
	o, _ := t.s.OfficerAt(m.Column, m.Depth, m.Slot)
	switch left := o.Armor - o.Hurt; {
	case left < 0:
		return 0.1 // dead already
	case h.Strength > left:
		return 3 + officerWorth(&o) - 0.3*float64(h.Strength-left)
	default:
		return 0.5 + officerWorth(&o)/10 + float64(o.Hurt)/5
	}
}

// fire prefers to finish a heister, the most valuable first.
func (t *paydayTable) fire(m payday.Meaning) float64 {
	h, _ := t.s.HeisterAt(m.Slot)
	n := max(0, t.s.FiringDamage()-h.Armor)
	worth := t.heisterWorth(&h)
	switch {
	case n == 0:
		return 0
	case h.Health <= 0:
		return 0.1
	case n >= h.Health:
		return 10 + worth
	default:
		return float64(n)/float64(h.Health)*5 + worth/10
	}
}
