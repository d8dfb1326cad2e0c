package env

// HeadStarter is a game that can begin with odds: a seat has more of something than the
// rules give it, or less.
type HeadStarter interface {
	// HeadStarts lists what seats can begin with, in an order that stays; nil: nothing.
	HeadStarts() []HeadStart

	// WithHeadStart returns the same game, with the same spec, in which a seat begins with
	// n of the i-th head start besides what it has. It panics where n is not a multiple of
	// its Step from Step to Most.
	WithHeadStart(seat Player, i, n int) Game
}

// HeadStart is one thing that a seat can begin with.
type HeadStart struct {
	Name  string `json:"name"`  // in one word: "money"
	Step  int    `json:"step"`  // the least, and what all are multiples of
	Most  int    `json:"most"`  // the most that a seat can be given
	Words string `json:"words"` // for people, with %d for the number: "$%d more"
}

// CheckHeadStart panics unless a game may give a seat n of a head start.
func CheckHeadStart(g Game, starts []HeadStart, seat Player, i, n int) {
	if seat < 0 || int(seat) >= g.Spec().Players || n < starts[i].Step || n > starts[i].Most || n%starts[i].Step != 0 {
		panic("env: " + g.Spec().String() + ": " + seat.String() + " cannot begin with so much " + starts[i].Name)
	}
}

// Ahead returns a copy of a game for its WithHeadStart, of which it checks the arguments.
// first finds in a game the state that it begins at; give ties a clone of that state to the
// copy and adds the head start.
func Ahead[G, S any, PG interface {
	*G
	Game
	HeadStarter
}, PS interface {
	*S
	State
}](g PG, seat Player, i, n int, first func(PG) PS, give func(at PG, s PS)) Game {
	CheckHeadStart(g, g.HeadStarts(), seat, i, n)
	at := PG(new(G))
	*at = *g
	s := first(at)
	*s = *first(g).Clone().(PS)
	give(at, s)
	return at
}
