package heist

// This file is the vocabulary of cards: what a file may say.

// The six skills.
const skills = 6

var skillNames = [skills]string{"info", "sleight", "acrobat", "engineering", "tech", "confidence"}

// skillTitles name the skills for people.
var skillTitles = [skills]string{"Info", "Sleight", "Acrobat", "Engineering", "Tech", "Confidence"}

// A cardType is one of the eight types of cards of the Heist deck.
type cardType uint8

const (
	typeLeader cardType = iota
	typePersonnel
	typeCon
	typeEvent
	typeComplication
	typeSecondary
	typeReaction
	typeCrisis
	cardTypes
)

var typeNames = [cardTypes]string{"leader", "personnel", "con", "event", "complication", "secondary", "reaction", "crisis"}

var typeTitles = [cardTypes]string{"Leader", "Personnel", "Con", "Event", "Complication", "Secondary Job", "Reaction", "Crisis"}

// isPersonnel says whether cards of the type can be recruited.
func (t cardType) isPersonnel() bool { return t <= typePersonnel }

// What a type says about skills.
const (
	skillsNever = iota
	skillsMaybe
	skillsAlways
)

var skillsOf = [cardTypes]int{
	typeLeader: skillsMaybe, typePersonnel: skillsMaybe, typeCon: skillsAlways, typeComplication: skillsAlways, typeCrisis: skillsMaybe,
}

// An operation is a word of Effect.Op.
type operation uint8

const (
	opCrewLimit operation = iota
	opHandLimit
	opDraw
	opDiscardPersonnel
	opStealPersonnel
	opDiscardJob
	opExecuteOther
	opLook
	opExchange
	opDiscardRandom
	opAddSecurity
	opAddPoints
	opUnspend
	opSpendRandom
	operationCount
)

// An opInfo is what the table says about an operation.
type opInfo struct {
	name   string
	types  uint16 // bits: types of cards that may have it
	amount bool   // takes an amount of at least 1
	words  string // for people; %d is the amount, and %s an s when that is not 1
	doc    string
}

// operations is the vocabulary of Effect.Op.
var operations = [operationCount]opInfo{
	opCrewLimit:        {"crew_limit", people, true, "crew limit +%d", "while in play, so many more Personnel may be in play"},
	opHandLimit:        {"hand_limit", people, true, "hand limit +%d", "while in play, so many more cards may be kept in hand"},
	opDraw:             {"draw", events, true, "draw %d card%s", "the player draws cards"},
	opDiscardPersonnel: {"discard_personnel", events, false, "discard one Personnel in play", "one Personnel of any crew is discarded"},
	opStealPersonnel:   {"steal_personnel", events, false, "steal one Personnel in play", "one Personnel of an opponent joins the player's crew"},
	opDiscardJob:       {"discard_job", events, false, "discard a Job in play with all its cards", "any Job in play is discarded; its owner draws a new one in their next Job Phase"},
	opExecuteOther:     {"execute_other", events, false, "you may execute an opponent's Job this turn", "the player may execute that Job instead of their own this turn"},
	opLook:             {"look", events, false, "look at an opponent's hand", "the player sees, and remembers, a hand"},
	opExchange:         {"exchange", events, false, "discard any number of cards, then draw as many", "one at a time, then the draws"},
	opDiscardRandom:    {"discard_random", events, true, "an opponent discards %d card%s at random", "all of them when the hand has no more"},
	opAddSecurity:      {"add_security", 1 << typeSecondary, true, "adds %d Security", "cards from the Security deck at the end of the line"},
	opAddPoints:        {"add_points", 1 << typeSecondary, true, "adds %d point%s", "to the value of the Job, on success"},
	opUnspend:          {"unspend", 1 << typeReaction, true, "remove %d Spent token%s", "Personnel of the executor can be used again"},
	opSpendRandom:      {"spend_random", 1 << typeCrisis, true, "spend %d random Personnel", "unspent Personnel of the executor"},
}

const (
	people = 1<<typeLeader | 1<<typePersonnel
	events = 1 << typeEvent
)
