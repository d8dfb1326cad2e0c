package fourdowns

import (
	"fmt"
	"math/bits"

	"ringer/env"
	"ringer/env/scene"
)

// ask fills in the question of the seat that acts.
func (l *look) ask(q *scene.Question) {
	s := l.s
	now, raised := s.Stake()*l.s.game.config.Yards, (s.Stake()+1)*l.s.game.config.Yards
	lost := s.Accepted(int(l.p)) * l.s.game.config.Yards
	knocker := scene.Sentence(who(s.Knocker()))
	mayKnock := len(q.Choices) > 0 && l.s.game.Decode(q.Choices[0].Action).Verb == Knock
	switch s.Question() {
	case AskWindow:
		q.Kind = "bid"
		q.Text = fmt.Sprintf("Down %d of %d%s: knock, or pass?", s.Round()+1, s.Rounds(), s.before())
		q.Help = fmt.Sprintf("The hand is for %d yards, which all in it lose but the player that leads the last down. A knock makes it %d: the others call, fold or knock again.", now, raised)
		if !mayKnock {
			q.Text = fmt.Sprintf("Down %d of %d%s: you can only pass.", s.Round()+1, s.Rounds(), s.before())
			q.Help = "You knocked last, and nobody raises their own knock."
			if s.Stake() > l.s.game.MostKnocks() {
				q.Help = fmt.Sprintf("The hand has had its %s.", scene.Count(l.s.game.MostKnocks(), "knock"))
			}
		}
	case AskAnswer:
		q.Kind = "bid"
		q.Text = fmt.Sprintf("%s knocked, and the hand is for %d yards: call or fold?", knocker, now)
		if mayKnock {
			q.Text = fmt.Sprintf("%s knocked, and the hand is for %d yards: call, fold, or knock again?", knocker, now)
		}
		q.Help = fmt.Sprintf("If you fold, you lose %d yards and are safe from more. If you stay, you lose %d or more, unless you lead the last down.", lost, now)
	case AskOpen:
		q.Kind = "play"
		q.Text = fmt.Sprintf("Open down %d of %d: play any card.", s.Round()+1, s.Rounds())
		q.Help = "The others must answer with its colour from the other side, if they can. As strong or stronger, they take the lead."
		if s.Round()+1 == s.Rounds() {
			q.Help = "This is the last down: the player that leads it wins the hand."
		}
	case AskFollow:
		l.follow(q)
	}
	for i := range q.Choices {
		l.choice(&q.Choices[i])
	}
}

// before says which card a bid comes before: none in a window before a round (FD-11).
func (s *State) before() string {
	if s.hand.lead == none {
		return ""
	}
	if left := s.toPlay(); left != 0 {
		next := env.Player(s.after(int(s.hand.opener), left))
		return ", before " + env.Who(next) + " " + env.Does(next, "plays")
	}
	return ""
}

// follow fills in the question of a follower: which cards the rule of following leaves.
func (l *look) follow(q *scene.Question) {
	lead, best := l.s.Lead()
	c := l.s.game.Card(lead)
	first := l.s.game.Card(l.s.game.Decode(q.Choices[0].Action).Card)
	answer := fmt.Sprintf("%s %s", c.Colour, c.Side.Other())
	q.Kind = "play"
	q.Text = fmt.Sprintf("Follow %s, with which %s opened", l.s.game.full(lead), who(l.s.Opener()))
	if best != lead {
		q.Text += fmt.Sprintf("; %s leads with %s", who(l.s.Leader()), l.s.game.full(best))
	}
	switch {
	case first.Colour == c.Colour && first.Side == c.Side.Other():
		q.Text += fmt.Sprintf(": play %s.", answer)
		q.Help = fmt.Sprintf("You have %s, so you must play it. Of strength %d or more, it takes the lead; of several the strongest has it.", answer, c.Strength)
	case first.Colour == c.Colour:
		q.Text += fmt.Sprintf(": play %s %s.", c.Colour, c.Side)
		q.Help = fmt.Sprintf("You have no %s, so you must play %s %s. It cannot take the lead.", answer, c.Colour, c.Side)
	default:
		q.Text += ": play any card."
		q.Help = fmt.Sprintf("You have no %s at all, so you may play anything. It cannot take the lead.", c.Colour)
	}
}

// choice fills in one choice.
func (l *look) choice(c *scene.Choice) {
	s := l.s
	d := l.s.game.Decode(c.Action)
	switch d.Verb {
	case Knock:
		c.Label = "Knock"
		c.Note = fmt.Sprintf("the hand is then for %d yards", (s.Stake()+1)*l.s.game.config.Yards)
	case Pass:
		c.Label = "Pass"
	case Call:
		c.Label = "Call"
		c.Note = fmt.Sprintf("stay in for %d yards", s.Stake()*l.s.game.config.Yards)
	case Fold:
		c.Label = "Fold"
		c.Note = fmt.Sprintf("lose %d yards now", s.Accepted(int(l.p))*l.s.game.config.Yards)
	case Play:
		c.Label = "Play " + l.s.game.Card(d.Card).Name
		c.Things = []string{thingID(d.Card)}
		c.Note = l.threat(d.Card)
	}
}

// threat says how many cards that the viewer does not see could take the lead from a card
// that opens, or whether a card that follows takes it.
func (l *look) threat(card int) string {
	lead, best := l.s.Lead()
	if lead >= 0 {
		c, b := l.s.game.Card(card), l.s.game.Card(best)
		if l.s.game.Beats(lead)>>card&1 == 0 || best != lead && c.Strength <= b.Strength {
			return "does not take the lead"
		}
		n := 0
		for set := l.s.game.Beats(lead) & l.possible(); set != 0; set &= set - 1 {
			if l.s.game.Card(bits.TrailingZeros64(set)).Strength > c.Strength {
				n++
			}
		}
		return "takes the lead" + l.beaten(n)
	}
	n := bits.OnesCount64(l.s.game.Beats(card) & l.possible())
	if n == 0 {
		return "nobody can take the lead from it"
	}
	return scene.Count(n, "unseen card") + " could take the lead from it"
}

// beaten says how many cards that are still to come could beat a follower.
func (l *look) beaten(n int) string {
	if n == 0 {
		return " for good"
	}
	return fmt.Sprintf("; %s could take it back", scene.Count(n, "unseen card"))
}

// possible returns the cards that seats which are still to play could hold.
func (l *look) possible() uint64 {
	lead, _ := l.s.Lead()
	var set uint64
	for i := range l.s.game.config.Players {
		if i == int(l.p) || !l.s.InHand(i) || lead >= 0 && !l.s.ToPlay(i) {
			continue
		}
		set |= l.s.Unseen(int(l.p)) &^ l.s.Lacked(i)
	}
	return set
}
