package curio

import (
	"fmt"
	"ringer/env"
	"strings"
)

// ActionString implements env.State: "bid 3", "taste vases", "lot rugs".
func (s *State) ActionString(a env.Action) string {
	switch {
	case s.actor != env.Chance:
		return fmt.Sprintf("bid %d", a)
	case a < 0 || int(a) >= len(s.game.c.Worth):
		return fmt.Sprintf("suit %d", a)
	case int(s.drawn) < s.game.c.Players:
		return "taste " + suits[a]
	}
	return "lot " + suits[a]
}

// String implements env.State.
func (s *State) String() string {
	return fmt.Sprintf("tastes %v lots %v", s.taste[:s.drawn], s.history(func(int) bool { return true }))
}

// InformationState implements env.InfoStater: the seat, its taste, and every lot with the
// bids that it knows; at the end all tastes.
func (s *State) InformationState(p env.Player) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d:", p)
	for seat := range s.drawn {
		if seat == int8(p) || s.actor == env.Terminal {
			fmt.Fprintf(&b, "%s ", suits[s.taste[seat]])
		}
	}
	fmt.Fprintf(&b, "%d %s", s.drawn, s.history(func(seat int) bool { return seat == int(p) }))
	return b.String()
}

// history returns every lot with its bids, as in "vases 3 1, rugs 2": all bids of lots that are
// sold, and the known bids for the lot that is up.
func (s *State) history(known func(seat int) bool) string {
	var lots []string
	for round := range s.round {
		lots = append(lots, fmt.Sprint(suits[s.lots[round]], s.bids[round][:s.game.c.Players]))
	}
	if s.lot != none {
		up := suits[s.lot]
		for seat := range int(max(s.actor, 0)) {
			if known(seat) {
				up += fmt.Sprintf(" %d", s.bids[s.round][seat])
			}
		}
		lots = append(lots, up)
	}
	return strings.Join(lots, ", ")
}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string {
	c := &s.game.c
	var b strings.Builder
	fmt.Fprintf(&b, "Curio, %d of %d lots sold. You are seat %d", s.round, c.Lots, p)
	if int8(p) < s.drawn {
		fmt.Fprintf(&b, " and collect %s, which are worth twice as much to you", suits[s.taste[p]])
	}
	b.WriteString(".")
	for seat := range c.Players {
		fmt.Fprintf(&b, "\nSeat %d has %d coins", seat, s.coins[seat])
		for suit, name := range s.game.suits() {
			if n := s.won[seat][suit]; n > 0 {
				fmt.Fprintf(&b, ", %d %s", n, name)
			}
		}
		if s.actor == env.Terminal {
			fmt.Fprintf(&b, "; it collected %s: worth %d", suits[s.taste[seat]], s.Worth(env.Player(seat)))
		}
		b.WriteString(".")
	}
	if s.lot != none {
		fmt.Fprintf(&b, "\nUp for sale: %s, worth %d.", suits[s.lot], c.Worth[s.lot])
	}
	if s.actor > p {
		fmt.Fprintf(&b, " You bid %d.", s.bids[s.round][p])
	}
	return b.String()
}

// Tell implements env.Teller: tastes and bids are told to their seat alone, and all when
// the lot is sold and the game is over.
func (s *State) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	end, told := after.(*State), env.Event{Player: s.actor, Text: s.ActionString(a)}
	switch {
	case s.actor == env.Chance && s.lot == none && int(s.drawn) < s.game.c.Players:
		told.Player, told.Text = env.Player(s.drawn), "draws a taste"
		if told.Player == p {
			told.Text = "draws a taste for " + suits[a]
		}
	case s.actor != env.Chance && s.actor != p:
		told.Text = "bids in secret"
	}
	dst = append(dst, told)
	if end.round == s.round {
		return dst
	}
	for seat, bid := range end.bids[s.round][:s.game.c.Players] {
		dst = append(dst, env.Event{Player: env.Player(seat), Text: fmt.Sprintf("shows a bid of %d", bid)})
	}
	if winner := end.winner(s.round); winner == none {
		dst = append(dst, env.Event{Player: env.Chance, Text: "nobody takes the lot"})
	} else {
		dst = append(dst, env.Event{Player: env.Player(winner), Text: "takes the lot"})
	}
	if end.actor == env.Terminal {
		for seat := range end.game.c.Players {
			dst = append(dst, env.Event{Player: env.Player(seat), Text: "collected " + suits[end.taste[seat]]})
		}
	}
	return dst
}
