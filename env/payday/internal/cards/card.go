package cards

// The two seats, and the decks of cards: one for each seat, and one for the heist.
const (
	Criminal = 0
	Police   = 1
	Heist    = 2
)

// Limits of cards.
const (
	MaxDeck      = 200
	MaxAmount    = 9 // of an effect, a stat or a cost
	MaxEffects   = 4 // of a card
	MaxPresent   = 3 // PAY-42
	maxCashAsked = 6 // PAY-42
	MaxTargets   = 6 // officers at a place
)

// None stands where no card is.
const None uint8 = 0xFF

// Card is one kind of card (PAY-1, PAY-2). Which fields it may use depends on its
// type; what is left out is 0, empty or false.
type Card struct {
	ID     string `json:"id" yaml:"id,key"`
	Title  string `json:"title" yaml:"title"`
	Type   string `json:"type" yaml:"type"`
	Copies int    `json:"copies,omitempty" yaml:"copies"` // in a deck; kinds of the heist deck are unlimited (PAY-20)
	Cost   int    `json:"cost,omitempty" yaml:"cost"`     // 0: free (PAY-23)
	Text   string `json:"text,omitempty" yaml:"text"`     // empty: put in words from the rest

	Damage  int `json:"damage,omitempty" yaml:"damage"`   // of a heister, officer or guard; what a weapon adds
	Health  int `json:"health,omitempty" yaml:"health"`   // of a heister
	Armor   int `json:"armor,omitempty" yaml:"armor"`     // of an officer or guard; what an armor adds
	Targets int `json:"targets,omitempty" yaml:"targets"` // of a weapon of the Criminal: its Target value; 0: 1
	// Reach lists the subtypes that a weapon of the Criminal may attack; empty: all.
	Reach   []string `json:"reach,omitempty" yaml:"reach"`
	Subtype string   `json:"subtype,omitempty" yaml:"subtype"` // of an officer or guard

	Value  int  `json:"value,omitempty" yaml:"value"`   // of a Loot card of the Criminal's deck
	Keep   bool `json:"keep,omitempty" yaml:"keep"`     // its value becomes cash instead of paying one card
	Combat bool `json:"combat,omitempty" yaml:"combat"` // a skill, order or asset for combat
	Uses   int  `json:"uses,omitempty" yaml:"uses"`     // of an asset, or of an active Funding

	Trigger string `json:"trigger,omitempty" yaml:"trigger"` // of a Funding
	Every   int    `json:"every,omitempty" yaml:"every"`     // turns between two payments, for trigger every

	Key      string      `json:"key,omitempty" yaml:"key"` // id of the key item that a hard obstacle needs
	Requires Requirement `json:"requires,omitzero" yaml:"requires"`

	Effects []Effect `json:"effects,omitempty" yaml:"effects,through"`
}

// Requirement says when an obstacle is discarded: all that it names must hold
// (PAY-3). The key of a hard obstacle comes on top.
type Requirement struct {
	Progress int  `json:"progress,omitempty" yaml:"progress"` // tokens; each heister at the place adds one a turn
	Present  int  `json:"present,omitempty" yaml:"present"`   // heisters at the place
	Clear    bool `json:"clear,omitempty" yaml:"clear"`       // no police at the place
	Cash     int  `json:"cash,omitempty" yaml:"cash"`         // paid by the Criminal
}

// Effect is one typed operation of a card. Its words are listed in Operations,
// scopeNames, targetNames and ConditionNames.
type Effect struct {
	Op     string `json:"op" yaml:"op,key"`
	Amount int    `json:"amount,omitempty" yaml:"amount,through,one"` // 0: 1
	On     string `json:"on,omitempty" yaml:"on"`                     // a scope of a lasting operation, a target of another
	If     string `json:"if,omitempty" yaml:"if"`                     // empty: always
	When   string `json:"when,omitempty" yaml:"when"`                 // of a heister or officer: enter or turn, for operations that happen once
	Of     string `json:"of,omitempty" yaml:"of"`                     // a type of card, for discount and recover
}
