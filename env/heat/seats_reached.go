package heat

import "slices"

// A WhoKind is a way to say which seats an effect reaches.
type WhoKind uint8

// The seats that an effect reaches.
const (
	WhoSelf WhoKind = iota
	WhoLeft
	WhoRight
	WhoNeighbours
	WhoOthers
	WhoAll
	WhoChosen
	WhoChosenAmong // chosen with a filter
	WhoRichest
	WhoPoorest
	WhoMostHeat
	WhoSameTag
)

// whoNames is the vocabulary of Effect.Who, in the order of the constants. F is a
// filter, T a tag.
var whoNames = []word{
	WhoSelf:        plain("self", "you"),
	WhoLeft:        plain("left", "the player on your left"),
	WhoRight:       plain("right", "the player on your right"),
	WhoNeighbours:  plain("neighbours", "both your neighbours"),
	WhoOthers:      plain("others", "all other players"),
	WhoAll:         plain("all", "all players"),
	WhoChosen:      plain("chosen", "a player of your choice"),
	WhoChosenAmong: {"chosen", "(F)", func(t term) string { return filterWords(t.arg(0)) }},
	WhoRichest:     plain("richest", "the richest other player"),
	WhoPoorest:     plain("poorest", "the poorest other player"),
	WhoMostHeat:    plain("most_heat", "the other player with the most Heat"),
	WhoSameTag:     {"same_tag", "(T)", func(t term) string { return "every other player whose card in use " + tagged(t.arg(0)) }},
}

// whoWords puts a Who of a configuration into words.
func whoWords(text string) string {
	if text == "" {
		return whoNames[WhoSelf].says(term{})
	}
	return say(whoNames, text)
}

// A Filter is a condition of chosen(F) on the seat.
type Filter uint8

// The filters.
const (
	FilterNeighbours Filter = iota
	FilterRicher
	FilterHeat
	FilterPhase // the seat's card acts in the phase Who.Arg
	FilterTag   // the seat's card has the tag Who.Arg
)

// filterNames lists the filters that have a word of their own.
var filterNames = []string{FilterNeighbours: "neighbours", FilterRicher: "richer", FilterHeat: "heat"}

func filterWords(filter string) string {
	switch slices.Index(filterNames, filter) {
	case int(FilterNeighbours):
		return "a neighbour of your choice"
	case int(FilterRicher):
		return "a player of your choice who is richer than you"
	case int(FilterHeat):
		return "a player of your choice with Heat"
	}
	if parsePhase(filter) != NoPhase {
		return "a player of your choice whose card acts in phase " + filter
	}
	return "a player of your choice whose card in use " + tagged(filter)
}

// A Who says which seats an effect reaches.
type Who struct {
	Kind   WhoKind
	Filter Filter // of WhoChosenAmong
	Arg    uint8  // the Tag of WhoSameTag, the Tag or Phase of a filter
}

// Picks reports whether the actor may have to name a seat.
func (w Who) Picks() bool { return w.Kind >= WhoChosen && w.Kind <= WhoMostHeat }

// parseWho compiles the Who of an effect; want says what is wrong with it.
func (v *vocabulary) parseWho(text string) (w Who, want string) {
	if text == "" {
		return Who{}, ""
	}
	kind, t, want := lookUp(whoNames, text)
	if want != "" {
		return Who{}, want
	}
	w = Who{Kind: WhoKind(kind)}
	switch w.Kind {
	case WhoSameTag:
		tag, want := v.tag(t.arg(0))
		w.Arg = uint8(tag)
		return w, want
	case WhoChosenAmong:
		if i := slices.Index(filterNames, t.arg(0)); i >= 0 {
			w.Filter = Filter(i)
		} else if p := parsePhase(t.arg(0)); p != NoPhase {
			w.Filter, w.Arg = FilterPhase, uint8(p)
		} else if tag, want := v.tag(t.arg(0)); want == "" {
			w.Filter, w.Arg = FilterTag, uint8(tag)
		} else {
			return w, "chosen(F) with F one of neighbours, richer, heat, A, B, C or a tag of some card"
		}
	}
	return w, ""
}

// most returns the largest number of seats that w reaches at once.
func (w Who) most(players int) int {
	switch w.Kind {
	case WhoNeighbours:
		return 2
	case WhoOthers, WhoSameTag:
		return players - 1
	case WhoAll:
		return players
	}
	return 1
}

// left returns the seat to the left of another: the next one in seat order.
func (g *Game) left(seat int) int { return g.seats.Absolute(seat, 1) }

// right returns the seat to the right of another.
func (g *Game) right(seat int) int { return g.seats.Absolute(seat, g.players-1) }

// Candidates returns the seats that w may reach from the actor, before the actor
// names one (HEAT-20).
func (x *Snapshot) Candidates(w Who, actor int) Seats {
	everyone := Seats(1)<<x.game.players - 1
	others := everyone &^ (1 << actor)
	switch w.Kind {
	case WhoSelf:
		return 1 << actor
	case WhoLeft:
		return 1 << x.game.left(actor)
	case WhoRight:
		return 1 << x.game.right(actor)
	case WhoNeighbours:
		return 1<<x.game.left(actor) | 1<<x.game.right(actor)
	case WhoOthers, WhoChosen:
		return others
	case WhoAll:
		return everyone
	case WhoRichest:
		return x.extreme(others, func(i int) int { return int(x.money[i]) })
	case WhoPoorest:
		return x.extreme(others, func(i int) int { return -int(x.money[i]) })
	case WhoMostHeat:
		return x.extreme(others, func(i int) int { return int(x.heat[i]) })
	}
	var m Seats
	for i := range x.game.players {
		if others.Has(i) && x.passes(w, actor, i) {
			m |= 1 << i
		}
	}
	return m
}

// passes tests same_tag(T) and the filter of chosen(F).
func (x *Snapshot) passes(w Who, actor, seat int) bool {
	card := x.inUse[seat]
	if w.Kind == WhoSameTag {
		return card != none && x.game.deck.types[card].has(Tag(w.Arg))
	}
	switch w.Filter {
	case FilterNeighbours:
		return seat == x.game.left(actor) || seat == x.game.right(actor)
	case FilterRicher:
		return x.money[seat] > x.money[actor]
	case FilterHeat:
		return x.heat[seat] > 0
	case FilterPhase:
		return card != none && x.game.deck.types[card].actsIn(Phase(w.Arg))
	}
	return card != none && x.game.deck.types[card].has(Tag(w.Arg))
}

// extreme returns the seats of m where value is largest.
func (x *Snapshot) extreme(m Seats, value func(int) int) Seats {
	var best Seats
	top := 0
	for i := range x.game.players {
		if !m.Has(i) {
			continue
		}
		switch v := value(i); {
		case best == 0 || v > top:
			best, top = 1<<i, v
		case v == top:
			best |= 1 << i
		}
	}
	return best
}

// Reached returns the seats that an effect reaches, after the actor has named one
// where that is needed.
func (x *Snapshot) Reached(w Who, actor int) Seats {
	m := x.Candidates(w, actor)
	if w.Picks() {
		if t := x.target[actor]; t >= 0 && m.Has(int(t)) {
			return 1 << t
		}
		if w.Kind >= WhoRichest && m.Count() == 1 {
			return m
		}
		return 0
	}
	return m
}
