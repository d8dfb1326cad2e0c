package fourdowns

import (
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/playdesign"
)

// className returns a colour and a side, as in "blue defense".
func className(class int) string {
	colour := playdesign.Orange + playdesign.Colour(class%colours)
	return colour.String() + " " + (playdesign.Offense + playdesign.Side(class/colours)).String()
}

// verbs holds the words for each kind of event, between the seat and the card.
var verbs = [...]string{
	evDealer: " deals", evDeal: " gets ", evPass: " passes", evKnock: " knocks", evCall: " calls", evFold: " folds",
	evOpen: " opens with ", evFollow: " plays ",
}

// tell appends one event in words, hidden cards included.
func (s *State) tell(b []byte, e event) []byte {
	b = strconv.AppendInt(append(b, "seat "...), int64(e.seat), 10)
	b = append(b, verbs[e.kind]...)
	if e.card != none {
		b = append(b, s.game.name(e.card)...)
	}
	return b
}

// recently writes the actions of this hand since the deal, and the end of the last
// hand.
func (s *State) recently(b *strings.Builder, p env.Player) {
	const most = 14
	from := 0
	if s.hands > 0 {
		from = int(s.handAt[s.hands-1])
	}
	var last, lines []string
	for i, e := range s.log[from:] {
		if e.kind == evDeal || e.kind == evDealer {
			continue
		}
		line := string(s.tell(nil, e))
		if e.seat == int8(p) {
			line = "you" + strings.TrimPrefix(line, "seat "+strconv.Itoa(int(p)))
			line = youWords.Replace(line)
		}
		lines = append(lines, line)
		if s.hands > 0 && from+i+1 == int(s.handAt[s.hands]) {
			last = append(lines, "seat "+strconv.Itoa(int(s.dealer))+" wins the hand") // the winner deals next
			lines = nil
		}
	}
	if len(lines) < most && len(last) > 0 {
		b.WriteString("Last hand: " + strings.Join(last[max(0, len(last)-most+len(lines)):], "; ") + ".\n")
	}
	if len(lines) > 0 {
		b.WriteString("Lately: " + strings.Join(lines[max(0, len(lines)-most):], "; ") + ".\n")
	}
}

// youWords turns sentences about others into sentences about "you".
var youWords = strings.NewReplacer("you passes", "you pass", "you knocks", "you knock", "you calls", "you call",
	"you folds", "you fold", "you opens", "you open", "you plays", "you play")
