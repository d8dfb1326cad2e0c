package duel

// What Heroes and followers have beyond a fighter.
type valour struct {
	toughness uint8
	traits    [traits]uint8 // how often each was bought
	leader    int8          // whose follower it is; nobody
	followers kind          // of a Hero: what its followers are
	marks     [marks]uint8
	bonds     [bonds]int8
	used      skillSet // triggered in the activation under way (DUEL-115)
	spent     skillSet // used in this round, of what works once a round
	struck    modelSet // enemies interrupted in this round
}

// A mark is a die or a counter beside a model, which everybody sees.
type mark uint8

const (
	markBerserk      mark = iota // has recovered once: Berserker is active
	markGuard                    // Guard is active
	markPrecision                // Precision shot is active
	markEviscerate               // the Eviscerate die
	markImmobilize               // the Immobilize die
	markMark                     // the Mark die
	markWingman                  // rolls one more die this round
	markShift                    // the shape that it is on its way to
	markShape                    // of a shapeshifter: the shape that it has, from 1
	markRaises                   // times that it has raised the dead
	markRaised                   // was raised from the dead, by its leader
	markThrall                   // is a thrall
	markSeen                     // a native who has shown itself
	markKiller                   // cannot go prone until the next Upkeep
	markImmobilizing             // has channelled Immobilize for a Duel to come
	markNative                   // kinds of terrain that it is native to, as bits
	markCoordinated              // acts together with others, by Coordinate
	marks
)

var markNames = [marks]string{
	"berserk", "on guard", "precise", "eviscerated", "immobilized", "marked", "wingman", "shifting shape", "shape", "raises", "raised", "thrall", "seen", "killer", "immobilizing", "native", "coordinated",
}

// Bonds between two models, declared before the first round or made in Duels.
const (
	bondBodyguard = iota
	bondGrudge
	bondManhunt
	bondYang
	bondEviscerator // whose attack has placed the Eviscerate die
	bonds
)

// bondIndex is where the designation of a feat is kept; -1 when it has none.
func bondIndex(id skillID) int {
	switch id {
	case featBodyguard:
		return bondBodyguard
	case featGrudge:
		return bondGrudge
	case featManhunt:
		return bondManhunt
	case featYinYang:
		return bondYang
	}
	return -1
}

var bondNames = [bonds]string{"bodyguard", "grudge", "prey", "yang", "eviscerator"}

// bond is whom a Hero has designated for a feat; nobody before that.
func (s *State) bond(m int8, id skillID) int8 { return s.models[m].bonds[bondIndex(id)] }

func (s *State) mark(m int8, k mark) int { return int(s.models[m].marks[k]) }

func (s *State) setMark(m int8, k mark, n int) { s.models[m].marks[k] = uint8(n) }

// clearMarks takes the dice and switches off a model, but not what it is and what
// it has used up.
func (s *State) clearMarks(m int8) {
	x := &s.models[m].marks
	kept := *x
	*x = [marks]uint8{markShape: kept[markShape], markRaises: kept[markRaises], markThrall: kept[markThrall], markNative: kept[markNative]}
}

// noValour is what every model begins with.
func noValour() valour {
	v := valour{leader: nobody}
	for i := range v.bonds {
		v.bonds[i] = nobody
	}
	return v
}
