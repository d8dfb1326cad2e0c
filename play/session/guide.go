package session

import (
	"errors"
	"fmt"
	"slices"

	"ringer/env"
	"ringer/play/lessons"
)

// guideOffer is a first game that teaches, as an offer has it.
type guideOffer struct {
	Seat    env.Player `json:"seat"`    // of the person who learns
	Agent   string     `json:"agent"`   // for all other seats
	Lessons int        `json:"lessons"` // new things that are explained
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

// guideOf returns the guide of a table's game, nil where it has none of just this configuration.
func guideOf(spec *env.Spec) *lessons.Guide {
	if g := lessons.Of(spec.Name); g != nil && g.Game == spec.String() {
		return g
	}
	return nil
}

// guide offers the first game of a game, nil where it has none.
func (r *hall) guide(h *Host) *guideOffer {
	g := guideOf(r.game.Spec())
	if g == nil {
		return nil
	}
	for _, o := range r.offers(h) {
		if o.First {
			return &guideOffer{Seat: g.Seat, Agent: o.Agent, Lessons: len(g.Lessons)}
		}
	}
	return nil
}

// guided turns the head of a table into the head of a first game: with the deal of the guide, and nothing in
// it is counted or cannot be taken back.
func guided(head *tableHead, spec *env.Spec, q *newRequest) error {
	g := guideOf(spec)
	switch {
	case g == nil:
		return fmt.Errorf("guided: there is no guided game of %s", spec)
	case q.Daily || q.Seed != nil || q.Position != "" || q.Puzzle != "":
		return errors.New("guided: it has a deal of its own: leave out seed, daily, position and puzzle")
	case int(g.Seat) >= len(q.Seats) || q.Seats[g.Seat].Person == "":
		return fmt.Errorf("guided: want a person in seat %d", int(g.Seat))
	}
	head.Guided, head.Practice, head.Seed = true, true, g.Seed
	return nil
}

// teach notes the lesson of the question that is asked now. A question that was taken back is
// asked anew with its lesson.
func (t *table) teach() {
	g := guideOf(t.play.Game().Spec())
	if !t.head.Guided || g == nil || t.play.State().CurrentPlayer() != g.Seat {
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
	g := guideOf(t.play.Game().Spec())
	n := len(t.taught)
	if g == nil || n == 0 || seat != g.Seat || t.play.State().CurrentPlayer() != seat || t.taught[n-1].steps != len(t.play.Record().Steps) {
		return nil
	}
	l := &g.Lessons[t.taught[n-1].lesson]
	rule, _ := l.Rule.Text(t.hall.builder.Rules())
	return &lesson{ID: l.ID, Says: l.Says, Why: l.Why, Rule: rule, N: n, Of: len(g.Lessons)}
}
