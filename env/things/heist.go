package things

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/heist"
)

// heistThings lists the roles of the Heist deck rather than its cards: cards of one role
// differ in nothing but their titles.
func heistThings(g *heist.Game) *List {
	l := &List{}
	kinds := g.Kinds()
	phrases := g.Roles()
	titles := make([][]string, len(phrases))
	for _, k := range kinds {
		titles[k.Role] = append(titles[k.Role], k.Title)
	}
	for r, phrase := range phrases {
		t := Thing{Kind: kindCard, Text: phrase}
		for _, k := range kinds {
			if k.Role == r {
				t.ID, t.Name = k.ID, k.Title
				break
			}
		}
		if n := len(titles[r]); n > 1 {
			t.Name = fmt.Sprintf("%s and %d more", t.Name, n-1)
			t.Text = fmt.Sprintf("%s: %s", phrase, strings.Join(titles[r], ", "))
		}
		l.add(t)
	}
	jobs := map[string]int{}
	for _, j := range g.Config().JobDeck {
		jobs[j.ID] = l.add(Thing{"job", j.ID, j.Title, fmt.Sprintf("%d Security, %d points", j.Security, j.Points)})
	}
	own := l.move("execute own Job", "the seat executes its own Job")
	other := l.move("execute another Job", "the seat executes the Job of an opponent")
	trade := l.move("offer a trade", "the seat names a partner")
	pass := l.move("pass", "nothing more in this phase")
	giveUp := l.move("give up", "an execution ends without the Job")

	l.Has = func(s env.State, seat int, dst []float64) {
		h := table(s)
		var room [heist.MaxCards]int
		for _, k := range h.Crew(seat, h.Hand(seat, room[:0])) {
			dst[kinds[k].Role]++
		}
		if j := h.JobCard(seat); j != nil {
			dst[jobs[j.ID]]++
		}
	}
	l.Gets = func(s env.State) bool {
		q := table(s).Question()
		return q == heist.AskChance || q == heist.AskDiscard
	}
	l.Plays = func(s env.State, a env.Action) int {
		h := table(s)
		c := h.Decode(a)
		switch q := h.Question(); {
		case c.Act == heist.ActPass:
			return pass
		case q == heist.AskObstacle && c.Act == heist.ActGiveUp:
			return giveUp
		case c.Act == heist.ActExecute:
			return own
		case q == heist.AskExecute && c.Act == heist.ActJob:
			return other
		case q == heist.AskPartner && c.Act == heist.ActSeat:
			return trade
		case c.Act == heist.ActCard && (q == heist.AskRecruit || q == heist.AskEvent || q == heist.AskAttach || q == heist.AskCrisis || q == heist.AskObstacle),
			c.Act == heist.ActPerson && q == heist.AskObstacle:
			return kinds[c.Kind].Role
		}
		return -1
	}
	return l
}

func table(s env.State) *heist.State { return env.UnwrapState(s).(heist.Position).Table() }
