package session

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/play/lessons"
)

// guideOffer is a first game that teaches, as an offer has it.
type guideOffer struct {
	Seat    env.Player `json:"seat"`           // of the person who learns
	Role    string     `json:"role,omitempty"` // whom the seat plays, where a game has guides for several
	Agent   string     `json:"agent"`          // for all other seats
	Lessons int        `json:"lessons"`        // new things that are explained
}

// lesson explains a new thing at a question.
type lesson struct {
	ID   string `json:"id"`
	Says string `json:"says"` // what is new
	Why  string `json:"why"`  // why one would do it
	Rule string `json:"rule"` // the paragraph of the rules behind it
	N    int    `json:"n"`    // how many were told so far, with this one
	Of   int    `json:"of"`   // how many there are
}

// taught is a lesson that was told, by its place in the guide.
type taught struct {
	steps  int // of the table before the question
	lesson int
}

// guidesOf returns the guides of just this configuration of a game, one a seat.
func guidesOf(spec *env.Spec) []*lessons.Guide {
	if all := lessons.Of(spec.Name); len(all) > 0 && all[0].Game == spec.String() {
		return all
	}
	return nil
}

// guide returns the guide of the person at a table of a first game, nil at any other table.
func (t *table) guide() *lessons.Guide {
	if t.head.Guided {
		for _, g := range guidesOf(t.play.Game().Spec()) {
			if t.head.Seats[g.Seat].Agent == "" {
				return g
			}
		}
	}
	return nil
}

// guides offers the first games of a game.
func (r *hall) guides(h *Host) (list []guideOffer) {
	all := r.offers(h)
	first := slices.IndexFunc(all, func(o Opponent) bool { return o.First })
	if first < 0 {
		return nil
	}
	for _, g := range guidesOf(r.game.Spec()) {
		list = append(list, guideOffer{Seat: g.Seat, Role: g.Role, Agent: all[first].Agent, Lessons: len(g.Lessons)})
	}
	return list
}

// guided turns the head of a table into the head of a first game: with the deal of the guide, and nothing in
// it is counted or cannot be taken back.
func guided(head *tableHead, spec *env.Spec, q *newRequest) error {
	all := guidesOf(spec)
	seats := make([]string, len(all)) // in which a person may learn
	for i, g := range all {
		seats[i] = strconv.Itoa(int(g.Seat))
	}
	at := slices.IndexFunc(all, func(g *lessons.Guide) bool { return int(g.Seat) < len(q.Seats) && q.Seats[g.Seat].Person != "" })
	switch {
	case len(all) == 0:
		return fmt.Errorf("guided: there is no guided game of %s", spec)
	case q.Daily || q.Seed != nil || q.Position != "" || q.Puzzle != "":
		return errors.New("guided: it has a deal of its own: leave out seed, daily, position and puzzle")
	case at < 0:
		return fmt.Errorf("guided: want a person in seat %s", strings.Join(seats, " or "))
	}
	head.Guided, head.Practice, head.Seed = true, true, all[at].Seed
	return nil
}

// teach notes the lesson of the question that is asked now. A question that was taken back is
// asked anew with its lesson.
func (t *table) teach() {
	g := t.guide()
	if g == nil || t.play.State().CurrentPlayer() != g.Seat {
		return
	}
	steps := len(t.play.Record().Steps)
	t.taught = slices.DeleteFunc(t.taught, func(x taught) bool { return x.steps >= steps })
	told := make([]int, len(t.taught))
	for i, x := range t.taught {
		told[i] = x.lesson
	}
	s := t.play.State()
	if i := g.Next(t.play.Game().Spec(), s, t.hall.builder.Scene(s, g.Seat), told); i >= 0 {
		t.taught = append(t.taught, taught{steps, i})
	}
}

// lessonOf returns the lesson of the question to a seat, nil where nothing in it is new.
func (t *table) lessonOf(seat env.Player) *lesson {
	g := t.guide()
	n := len(t.taught)
	if g == nil || n == 0 || seat != g.Seat || t.play.State().CurrentPlayer() != seat || t.taught[n-1].steps != len(t.play.Record().Steps) {
		return nil
	}
	l := &g.Lessons[t.taught[n-1].lesson]
	rule, _ := l.Rule.Text(t.hall.builder.Rules())
	return &lesson{ID: l.ID, Says: l.Says, Why: l.Why, Rule: rule, N: n, Of: len(g.Lessons)}
}
