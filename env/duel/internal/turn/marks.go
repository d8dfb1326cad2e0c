package turn

// Valour holds what Heroes and followers have beyond a fighter.
type Valour struct {
	Toughness uint8
	Traits    [traits]uint8 // how often each was bought
	Leader    int8          // whose follower it is; nobody
	Followers Kind          // of a Hero: what its followers are
	Marks     [Marks]uint8
	Bonds     [Bonds]int8
	Used      SkillSet // triggered in the activation under way (DUEL-115)
	Spent     SkillSet // used in this round, of what works once a round
	Struck    ModelSet // enemies interrupted in this round
}

// A Mark is a die or a counter beside a model, which everybody sees.
type Mark uint8

const (
	MarkBerserk      Mark = iota // has recovered once: Berserker is active
	MarkGuard                    // Guard is active
	MarkPrecision                // Precision shot is active
	MarkEviscerate               // the Eviscerate die
	MarkImmobilize               // the Immobilize die
	MarkMark                     // the Mark die
	MarkWingman                  // rolls one more die this round
	MarkShift                    // the shape that it is on its way to
	MarkShape                    // of a shapeshifter: the shape that it has, from 1
	MarkRaises                   // times that it has raised the dead
	MarkRaised                   // was raised from the dead, by its leader
	MarkThrall                   // is a thrall
	MarkSeen                     // a native who has shown itself
	MarkKiller                   // cannot go prone until the next Upkeep
	MarkImmobilizing             // has channelled Immobilize for a Duel to come
	MarkNative                   // kinds of terrain that it is native to, as bits
	MarkCoordinated              // acts together with others, by Coordinate
	Marks
)

// MarkNames holds the words for marks.
var MarkNames = [Marks]string{
	"berserk", "on guard", "precise", "eviscerated", "immobilized", "marked", "wingman", "shifting shape", "shape", "raises", "raised", "thrall", "seen", "killer", "immobilizing", "native", "coordinated",
}

// Bonds between two models, declared before the first round or made in Duels.
const (
	bondBodyguard = iota
	bondGrudge
	bondManhunt
	bondYang
	BondEviscerator // whose attack has placed the Eviscerate die
	Bonds
)

// BondIndex returns where the designation of a feat is kept; -1 when it has none.
func BondIndex(id SkillID) int {
	switch id {
	case FeatBodyguard:
		return bondBodyguard
	case FeatGrudge:
		return bondGrudge
	case FeatManhunt:
		return bondManhunt
	case FeatYinYang:
		return bondYang
	}
	return -1
}

// BondNames holds the words for bonds.
var BondNames = [Bonds]string{"bodyguard", "grudge", "prey", "yang", "eviscerator"}

// Bond returns the model that a Hero has designated for a feat; Nobody before that.
func (s *State) Bond(m int8, id SkillID) int8 { return s.Models[m].Bonds[BondIndex(id)] }

// Mark returns the number that a mark of a model shows; a mob has none.
func (s *State) Mark(m int8, k Mark) int {
	if m >= MaxModels {
		return 0
	}
	return int(s.Models[m].Marks[k])
}

// SetMark has a mark of a model show a number.
func (s *State) SetMark(m int8, k Mark, n int) { s.Models[m].Marks[k] = uint8(n) }

// ClearMarks takes the dice and switches off a model, but not what it is and what
// it has used up.
func (s *State) ClearMarks(m int8) {
	x := &s.Models[m].Marks
	kept := *x
	*x = [Marks]uint8{MarkShape: kept[MarkShape], MarkRaises: kept[MarkRaises], MarkThrall: kept[MarkThrall], MarkNative: kept[MarkNative]}
}

// NoValour returns the marks and bonds that every model begins with.
func NoValour() Valour {
	v := Valour{Leader: Nobody}
	for i := range v.Bonds {
		v.Bonds[i] = Nobody
	}
	return v
}
