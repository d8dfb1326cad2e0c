package goofspiel

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// ActionString implements env.State: "prize 4", "bid 3".
func (s *State) ActionString(a env.Action) string {
	switch {
	case a < 0 || int(a) >= s.game.config.Cards:
		return fmt.Sprintf("action %d", a)
	case s.actor == env.Chance:
		return "prize " + strconv.Itoa(int(a)+1)
	}
	return "bid " + strconv.Itoa(s.game.Decode(a).Card)
}

// appendRounds appends every finished round as prize:bids>winner, with the bids
// of the given seats only and "=" for a tie. What comes after is the current
// round: its prize, with the bid of every seat for which own is true and that
// has bid.
func (s *State) appendRounds(b []byte, seats []int, own func(seat int) bool) []byte {
	for round := range s.revealed() {
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(s.prizes[round])+1, 10)
		b = append(b, ':')
		done := round < int(s.round)
		separate := false
		for _, seat := range seats {
			if !done && !(s.committed(seat) && own(seat)) {
				continue
			}
			if separate {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(s.bids[seat][round])+1, 10)
			separate = true
		}
		switch {
		case !done:
		case s.won[round] == nobody:
			b = append(b, '=')
		default:
			b = append(b, '>', '0'+byte(s.won[round]))
		}
	}
	return b
}

// allSeats lists the seats.
func (s *State) allSeats() []int {
	seats := make([]int, s.game.config.Players)
	for i := range seats {
		seats[i] = i
	}
	return seats
}

// String implements env.State: every round as prize:bids>winner, as in
// "4:3,1>0 3:".
func (s *State) String() string {
	b := s.appendRounds(nil, s.allSeats(), func(int) bool { return true })
	if s.actor == env.Chance {
		b = append(b, " ?"...)
	}
	return strings.TrimPrefix(string(b), " ")
}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }

// cardList lists the cards of a set, as in "1 2 4".
func cardList(cards uint16) string {
	var names []string
	for ; cards != 0; cards &= cards - 1 {
		names = append(names, strconv.Itoa(bits.TrailingZeros16(cards)+1))
	}
	return strings.Join(names, " ")
}

// Scene implements scene.Shower.
func (s *State) Scene(p env.Player) *scene.Scene {
	g := s.game
	over := s.CurrentPlayer() == env.Terminal
	sc := &scene.Scene{Layout: "goofspiel", Viewer: p, Phase: fmt.Sprintf("Prize %d of %d", min(s.Rounds()+1, g.config.Cards), g.config.Cards)}
	if over {
		sc.Phase = "The game is over"
	}
	table := scene.Zone{ID: "prize", Title: "Prize", Kind: "table"}
	if prize := s.Prize(); prize > 0 {
		table.Things = []scene.Thing{g.prize(prize)}
	}
	stack := scene.Zone{ID: "prizes", Title: "Prizes to come", Kind: "row", Note: fmt.Sprintf("in %s order", g.config.Order)}
	for _, prize := range s.Prizes() {
		stack.Things = append(stack.Things, g.prize(prize))
	}
	sc.Zones = []scene.Zone{table, stack}
	most := 0
	for i := range g.config.Players {
		most = max(most, s.Points(i))
	}
	var winners []string
	for i := range g.config.Players {
		seat := g.seat(s, i, p)
		if over && s.Points(i) == most {
			seat.Marks = append(seat.Marks, "most points")
			winners = append(winners, env.Who(env.Player(i)))
		}
		sc.Seats = append(sc.Seats, seat)
		sc.Zones = append(sc.Zones, g.zones(s, i, p)...)
	}
	if sc.Ask = scene.Ask(g, s, p); sc.Ask != nil {
		sc.Ask.Text = fmt.Sprintf("Bid a card of your hand for the prize of %d, in secret.", s.Prize())
		sc.Ask.Help = "The highest bid wins the prize if it is alone; else nobody gets it. The cards are spent."
		for i := range sc.Ask.Choices {
			c := &sc.Ask.Choices[i]
			card := g.Decode(c.Action).Card
			c.Label, c.Things = fmt.Sprintf("Bid %d", card), []string{fmt.Sprintf("card:%d:%d", p, card)}
			c.Number = card
		}
		return sc
	}
	switch {
	case over && len(winners) == g.config.Players:
		sc.Waits = "All have equally many points."
	case over:
		sc.Waits = "Most points: " + scene.List(winners, "and") + "."
	case s.CurrentPlayer() == env.Chance:
		sc.Waits = "The next prize is revealed."
	case s.Bid(int(p), s.Rounds()) > 0:
		sc.Waits = fmt.Sprintf("You bid %d; the others are still to bid.", s.Bid(int(p), s.Rounds()))
	default:
		sc.Waits = "The others are bidding."
	}
	return sc
}

// seat returns what the viewer may know of a seat: not whether it has bid already, which
// would tell of the order of play alone.
func (g *Game) seat(s *State, i int, p env.Player) scene.Seat {
	total := float64(g.config.Cards*(g.config.Cards+1)) / 2
	seat := scene.Seat{Seat: env.Player(i), Meters: []scene.Meter{{ID: "points", Name: "points", Value: float64(s.Points(i)), Max: scene.Max(total), Good: 1}}}
	if env.Player(i) == p && s.CurrentPlayer() == p {
		seat.Acts, seat.Marks = true, []string{scene.ToAct}
	}
	return seat
}

// zones returns a seat's hand, and the rounds that it has played.
func (g *Game) zones(s *State, i int, p env.Player) []scene.Zone {
	seat := scene.Ref(env.Player(i))
	own := env.Player(i) == p || p == env.Terminal
	hand := scene.Zone{ID: fmt.Sprintf("hand:%d", i), Title: "Hand", Kind: "hand", Seat: seat}
	spent := 0
	if s.Bid(i, min(s.Rounds(), g.config.Cards-1)) > 0 && s.Rounds() < g.config.Cards {
		spent = 1
	}
	switch cards := s.Hand(i); {
	case own || !g.config.ImpInfo:
		for _, card := range cards {
			hand.Things = append(hand.Things, g.card(i, card, scene.FaceUp))
		}
		if !own && spent > 0 { // it lies face down: still a card of the hand to others
			hand.Things = append(hand.Things, g.card(i, s.Bid(i, s.Rounds()), scene.FaceUp))
			for k := len(hand.Things) - 1; k > 0 && later(hand.Things[k], hand.Things[k-1]); k-- {
				hand.Things[k], hand.Things[k-1] = hand.Things[k-1], hand.Things[k]
			}
		}
	default:
		hand.Hidden = len(cards) + spent
	}
	won := scene.Zone{ID: fmt.Sprintf("won:%d", i), Title: "Prizes won", Kind: "row", Seat: seat}
	bids := scene.Zone{ID: fmt.Sprintf("bids:%d", i), Title: "Cards bid", Kind: "row", Seat: seat}
	for round := range s.Rounds() {
		prize, winner := s.Round(round)
		if winner == i {
			won.Things = append(won.Things, g.prize(prize))
		}
		if own || !g.config.ImpInfo {
			t := g.card(i, s.Bid(i, round), scene.FaceUp)
			t.Marks = []string{fmt.Sprintf("for %d", prize)}
			if winner == i {
				t.Marks = append(t.Marks, "won")
			}
			bids.Things = append(bids.Things, t)
		} else {
			bids.Hidden++
		}
	}
	if own && spent > 0 {
		t := g.card(i, s.Bid(i, s.Rounds()), scene.FaceMine)
		t.Marks = []string{fmt.Sprintf("for %d", s.Prize())}
		bids.Things = append(bids.Things, t)
	}
	return []scene.Zone{hand, won, bids}
}

// later reports whether a card belongs before another one in a hand.
func later(a, b scene.Thing) bool {
	return len(a.Corner) < len(b.Corner) || len(a.Corner) == len(b.Corner) && a.Corner < b.Corner
}

func (g *Game) card(seat, card int, face string) scene.Thing {
	return scene.Thing{ID: fmt.Sprintf("card:%d:%d", seat, card), Of: fmt.Sprintf("card:%d", card), Name: fmt.Sprint(card), Kind: "card", Corner: fmt.Sprint(card), Face: face}
}

func (g *Game) prize(prize int) scene.Thing {
	return scene.Thing{ID: fmt.Sprintf("prize:%d", prize), Of: fmt.Sprintf("prize:%d", prize), Name: fmt.Sprintf("Prize %d", prize), Short: fmt.Sprintf("Prize %d", prize), Kind: "prize", Corner: fmt.Sprint(prize)}
}

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	secret := "The bids are shown once everybody has bid."
	if g.config.ImpInfo {
		secret = "Only the winner is announced; the bids stay hidden."
	}
	r := &scene.Rules{
		Title: g.Spec().Title, Goal: "Win the most points of prizes.",
		Course: []string{
			fmt.Sprintf("Everybody holds the cards 1 to %d; the prizes are worth 1 to %d, and come in %s order.", g.config.Cards, g.config.Cards, g.config.Order),
			"For each prize all bid a card of their hand, in secret and at once. The cards are then spent.",
			"The highest bid wins the prize if it is alone; otherwise nobody gets it. " + secret,
			"The last round has no choice and is played out at once.",
		},
	}
	for card := 1; card <= g.config.Cards; card++ {
		r.Entries = append(r.Entries,
			scene.Entry{ID: fmt.Sprintf("card:%d", card), Kind: "card", Name: fmt.Sprint(card), Text: fmt.Sprintf("A bid of %d.", card)},
			scene.Entry{ID: fmt.Sprintf("prize:%d", card), Kind: "prize", Name: fmt.Sprintf("Prize %d", card), Text: fmt.Sprintf("Worth %d.", card)})
	}
	return r
}

// Tell implements env.Teller. A bid is named to its seat alone; the others are told
// that there is one, and what it was when the bids are turned over, where that is
// played. The last cards, which are played without asking, are told in the same way.
func (s *State) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	end := after.(*State)
	if s.actor == env.Chance {
		return append(dst, end.tellPrize(end.round))
	}
	dst = append(dst, s.tellBid(p, s.actor, int8(a)))
	if end.round == s.round {
		return dst
	}
	dst = end.tellAward(s.round, dst)
	if end.prize != noCard {
		return append(dst, end.tellPrize(end.round))
	}
	for round := s.round + 1; round < end.round; round++ {
		dst = append(dst, end.tellPrize(round))
		for seat := range s.game.config.Players {
			dst = append(dst, s.tellBid(p, env.Player(seat), end.bids[seat][round]))
		}
		dst = end.tellAward(round, dst)
	}
	return dst
}

// tellPrize returns the event that a round's prize is revealed.
func (s *State) tellPrize(round uint8) env.Event {
	return env.Event{Player: env.Chance, Text: fmt.Sprintf("the prize is %d", s.prizes[round]+1)}
}

// tellBid returns the event that a seat bids a card in secret.
func (s *State) tellBid(p, seat env.Player, card int8) env.Event {
	if seat != p {
		return env.Event{Player: seat, Text: env.Does(seat, "bids") + " a card"}
	}
	return env.Event{Player: seat, Text: env.Does(seat, "bids") + fmt.Sprintf(" %d", card+1)}
}

// tellAward appends what is announced at the end of a round.
func (s *State) tellAward(round uint8, dst []env.Event) []env.Event {
	if !s.game.config.ImpInfo {
		for seat := range env.Player(s.game.config.Players) {
			dst = append(dst, env.Event{Player: seat, Text: env.Does(seat, "shows") + fmt.Sprintf(" %d", s.bids[seat][round]+1)})
		}
	}
	prize := s.prizes[round] + 1
	if s.won[round] == nobody {
		return append(dst, env.Event{Player: env.Chance, Text: fmt.Sprintf("nobody wins the prize %d: the highest bids are equal", prize)})
	}
	winner := env.Player(s.won[round])
	return append(dst, env.Event{Player: winner, Text: env.Does(winner, "wins") + fmt.Sprintf(" the prize %d", prize)})
}
