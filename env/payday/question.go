package payday

import "ringer/env"

// Question says what a state waits for: a decision of a seat, a draw by chance, or
// nothing, once the game is over. Its text is a word of the observation field
// "decision".
type Question uint8

// The questions. Those before RollDraw are decisions of a seat; where the setup is
// random, chance answers those up to AskGuardAt.
const (
	AskSize       Question = iota // Criminal: number of Loot cards
	AskPaydays                    // Criminal: how many of them are PAYDAY
	AskKey                        // Criminal: a key item for the heist
	AskLootAt                     // Police: the Loot at the end of the next column
	AskHard                       // Police: the place of the hard obstacle of a key item
	AskObstacle                   // Police: a kind of normal obstacle
	AskObstacleAt                 // Police: the place of that obstacle
	AskGuard                      // Police: a kind of guard
	AskGuardAt                    // Police: the place of that guard
	AskRedraw                     // Criminal: keep the hand, or show and redraw it
	AskSwap                       // Police: a card to discard in secret, or no more
	AskCard                       // a card to play, an asset or an ability to use, or no more
	AskWhere                      // the place of the card played
	AskTarget                     // the target of an effect
	AskDash                       // a heister and a direction, by an effect
	AskRedeploy                   // the new place of an officer, by an effect
	AskRecover                    // a card to take from the discards
	AskMove                       // Criminal: a heister and a direction, or no more
	AskTransfer                   // Criminal: an item, its giver and its taker, or no more
	AskEscape                     // Criminal: a heister that escapes, or no more
	AskMoveFrom                   // Police: a place whose officers move, or no more
	AskMoveWho                    // Police: an officer, or no more
	AskMoveTo                     // Police: the new place of that officer
	AskHandLimit                  // a card to discard
	AskBattle                     // Police: the column to fight next
	AskCombat                     // a combat card or asset, or pass
	AskAttacker                   // Criminal: the heister to attack next
	AskAttack                     // Criminal: an officer to attack, or no more
	AskFire                       // Police: the heister that an officer attacks
	AskPay                        // Criminal: pay an obstacle, or not
	AskRegroup                    // Police: an officer goes on to the new top, or to hand
	AskLoot                       // Criminal: a Loot for a heister, or none
	RollDraw                      // chance: a card from a draw pile
	RollDrop                      // chance: a card of a hand is discarded
	Over                          // the game is over
	questions
)

// decisions is the number of questions that a seat can be asked.
const decisions = int(RollDraw)

var questionNames = [questions]string{
	"size", "paydays", "key", "loot_at", "hard", "obstacle", "obstacle_at", "guard", "guard_at", "redraw", "swap", "card", "where", "target",
	"dash", "redeploy", "recover", "move", "transfer", "escape", "move_from", "move_who", "move_to", "hand_limit", "battle", "combat",
	"attacker", "attack", "fire", "pay", "regroup", "loot", "draw", "drop", "over",
}

// questionKinds gives the kind of decision of each question to a seat.
var questionKinds = [decisions]string{
	AskSize: "draft", AskPaydays: "draft", AskKey: "draft", AskObstacle: "draft", AskGuard: "draft",
	AskLootAt: "place", AskHard: "place", AskObstacleAt: "place", AskGuardAt: "place", AskWhere: "place", AskRedeploy: "place", AskRegroup: "place",
	AskRedraw: "discard", AskSwap: "discard", AskHandLimit: "discard",
	AskCard: "play", AskCombat: "play",
	AskTarget: "aim", AskAttack: "aim", AskFire: "aim",
	AskDash: "move", AskMove: "move", AskEscape: "move", AskMoveTo: "move",
	AskMoveFrom: "activate", AskMoveWho: "activate", AskBattle: "activate", AskAttacker: "activate",
	AskTransfer: "trade", AskPay: "pay", AskRecover: "recover", AskLoot: "trade",
}

// String returns the word of a question.
func (q Question) String() string { return questionNames[q] }

// Question returns what the state waits for; public.
func (s *State) Question() Question { return s.question }

// Block names a block of action ids.
type Block uint8

// The blocks of action ids, in their order.
const (
	BlockCard Block = iota
	BlockHeister
	BlockOfficer
	BlockColumn
	BlockPlace
	BlockMove
	BlockTransfer
	BlockEdge
	BlockStep
	BlockNumber
)

// Step is an answer that names nothing on the table.
type Step int8

// The ids within the block "step".
const (
	StepEnd     Step = iota // no more; pass
	StepKeep                // the first hand
	StepRedraw              // show the hand and draw a new one
	StepPay                 // what an obstacle costs
	StepDecline             // not to pay; no Loot for this heister
	StepHand                // an officer goes back to hand
	steps
)

// NoStep stands in a Choice of another block.
const NoStep Step = -1

// Choice is a decoded action. Fields that its block does not use are -1, or zero.
type Choice struct {
	Block         Block
	Kind          int  // of card, in Game.Kinds
	Slot          int  // of a heister or officer
	Column, Depth int  // Depth counts objectives from the front, as set up
	Right         bool // direction of BlockMove and BlockEdge
	Item, To      int  // of BlockTransfer: ItemWeapon, ItemArmor or ItemLoot, and the slot of the heister that gets it
	Step          Step
	Number        int
}

// Decode returns what an action id stands for at the state.
func (s *State) Decode(a env.Action) Choice {
	ids := &s.game.actions
	c := Choice{Kind: -1, Slot: -1, Column: -1, Depth: -1, Step: NoStep}
	switch {
	case a < ids.heister:
		c.Block, c.Kind = BlockCard, int(a)
	case a < ids.officer:
		c.Block, c.Slot = BlockHeister, int(a-ids.heister)
	case a < ids.column:
		t := s.asOfficer(a)
		c.Block, c.Column, c.Depth, c.Slot = BlockOfficer, int(t.col), int(t.depth), int(t.slot)
	case a < ids.place:
		c.Block, c.Column = BlockColumn, int(a-ids.column)
	case a < ids.move:
		c.Block = BlockPlace
		c.Column, c.Depth = s.asPlace(a)
	case a < ids.transfer:
		i, dir := ids.asMove(a)
		c.Block, c.Slot, c.Right = BlockMove, i, dir == right
	case a < ids.edge:
		c.Block = BlockTransfer
		c.Slot, c.Item, c.To = ids.asTransfer(a)
	case a < ids.step:
		c.Block, c.Right = BlockEdge, a == ids.edge+right
	case a < ids.number:
		c.Block, c.Step = BlockStep, Step(a-ids.step)
	default:
		c.Block, c.Number = BlockNumber, int(a-ids.number)+1
	}
	return c
}
