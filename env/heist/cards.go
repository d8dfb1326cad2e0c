package heist

// This file holds the words that a file of cards may use.

// The six skills.
const skills = 6

var skillNames = [skills]string{"info", "sleight", "acrobat", "engineering", "tech", "confidence"}

// skillTitles name the skills for people.
var skillTitles = [skills]string{"Info", "Sleight", "Acrobat", "Engineering", "Tech", "Confidence"}

// A CardType is one of the eight types of cards of the Heist deck.
type CardType uint8

// The types of cards of the Heist deck.
const (
	TypeLeader CardType = iota
	TypePersonnel
	TypeCon
	TypeEvent
	TypeComplication
	TypeSecondary
	TypeReaction
	TypeCrisis
	cardTypes
)

var typeNames = [cardTypes]string{"leader", "personnel", "con", "event", "complication", "secondary", "reaction", "crisis"}

var typeTitles = [cardTypes]string{"Leader", "Personnel", "Con", "Event", "Complication", "Secondary Job", "Reaction", "Crisis"}

// String returns the word that files of cards use.
func (t CardType) String() string { return typeNames[t] }

// isPersonnel returns whether cards of the type can be recruited.
func (t CardType) isPersonnel() bool { return t <= TypePersonnel }

// Whether cards of a type have skills.
const (
	skillsNever = iota
	skillsMaybe
	skillsAlways
)

var skillsOf = [cardTypes]int{
	TypeLeader: skillsMaybe, TypePersonnel: skillsMaybe, TypeCon: skillsAlways, TypeComplication: skillsAlways, TypeCrisis: skillsMaybe,
}

// An Operation is a word of Effect.Op.
type Operation uint8

// The operations; the table below says what each does.
const (
	OpCrewLimit Operation = iota
	OpHandLimit
	OpDraw
	OpDiscardPersonnel
	OpStealPersonnel
	OpDiscardJob
	OpExecuteOther
	OpLook
	OpExchange
	OpDiscardRandom
	OpAddSecurity
	OpAddPoints
	OpUnspend
	OpSpendRandom
	operationCount
)

// An opInfo is the line of an operation in the table.
type opInfo struct {
	name   string
	types  uint16 // bits: types of cards that may have it
	amount bool   // takes an amount of at least 1
	words  string // for people; %d is the amount, and %s an s when that is not 1
	doc    string
}

// operations is the vocabulary of Effect.Op.
var operations = [operationCount]opInfo{
	OpCrewLimit:        {"crew_limit", people, true, "crew limit +%d", "while it is in play, this many more Personnel may be in play"},
	OpHandLimit:        {"hand_limit", people, true, "hand limit +%d", "while it is in play, this many more cards may be kept in hand"},
	OpDraw:             {"draw", events, true, "draw %d card%s", "the player draws this many cards"},
	OpDiscardPersonnel: {"discard_personnel", events, false, "discard one Personnel in play", "one Personnel of any crew is discarded"},
	OpStealPersonnel:   {"steal_personnel", events, false, "steal one Personnel in play", "one Personnel of an opponent joins the player's crew"},
	OpDiscardJob:       {"discard_job", events, false, "discard a Job in play with all its cards", "any Job in play is discarded; its owner draws a new one in their next Job Phase"},
	OpExecuteOther:     {"execute_other", events, false, "you may execute an opponent's Job this turn", "the player may execute that Job instead of their own this turn"},
	OpLook:             {"look", events, false, "look at an opponent's hand", "the player sees an opponent's hand, and remembers it"},
	OpExchange:         {"exchange", events, false, "discard any number of cards, then draw as many", "the player discards cards one at a time, then draws as many"},
	OpDiscardRandom:    {"discard_random", events, true, "an opponent discards %d card%s at random", "an opponent loses this many random cards, or all when it holds fewer"},
	OpAddSecurity:      {"add_security", 1<<TypeSecondary | events, true, "adds %d Security", "this many cards of the Security deck join the end of the line; of an Event, that of any Job in play"},
	OpAddPoints:        {"add_points", 1 << TypeSecondary, true, "adds %d point%s", "the Job is worth this many more points"},
	OpUnspend:          {"unspend", 1 << TypeReaction, true, "remove %d Spent token%s", "this many spent Personnel of the executor can be used again"},
	OpSpendRandom:      {"spend_random", 1 << TypeCrisis, true, "spend %d random Personnel", "this many random unspent Personnel of the executor are spent"},
}

// String returns the word that files of cards use.
func (o Operation) String() string { return operations[o].name }

const (
	people = 1<<TypeLeader | 1<<TypePersonnel
	events = 1 << TypeEvent
)
