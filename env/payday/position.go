package payday

import (
	"fmt"

	"ringer/env"
)

// Position is a table set up by hand: any point of a game at the beginning of one
// of the steps of Step. Cards are named by their ids; cards that are not mentioned
// are in the draw piles. Everything is public but hands and face-down cards.
type Position struct {
	Round int    `json:"round" yaml:"round"` // 0: 1
	Turn  string `json:"turn" yaml:"turn"`   // criminal or police; empty: criminal
	Step  string `json:"step" yaml:"step"`   // cards, moves, transfers, escapes, combat or update; empty: cards

	Cash struct {
		Criminal int `json:"criminal" yaml:"criminal"`
		Police   int `json:"police" yaml:"police"`
	} `json:"cash" yaml:"cash"`
	Hands    CardLists `json:"hands" yaml:"hands"`
	Discards CardLists `json:"discards" yaml:"discards"`

	Secured  int               `json:"secured" yaml:"secured"` // PAYDAY that are out
	Columns  []PositionColumn  `json:"columns" yaml:"columns"`
	Heisters []PositionHeister `json:"heisters" yaml:"heisters"`
	Funding  []PositionFunding `json:"funding" yaml:"funding"`

	game *Game // that it is a position of; set by NewPosition
}

// CardLists are ids of cards of the two sides.
type CardLists struct {
	Criminal []string `json:"criminal" yaml:"criminal"`
	Police   []string `json:"police" yaml:"police"`
}

// PositionColumn is one column, from front to back.
type PositionColumn struct {
	Loot      string             `json:"loot" yaml:"loot"`           // at its end, as set up
	Taken     bool               `json:"taken" yaml:"taken"`         // it was turned up: it lies on a floor, is carried, or secured
	Gone      int                `json:"gone" yaml:"gone"`           // obstacles that were discarded
	Obstacles []PositionObstacle `json:"obstacles" yaml:"obstacles"` // as set up, those that are gone included
	Progress  int                `json:"progress" yaml:"progress"`   // on the first that is left
	Floor     []string           `json:"floor" yaml:"floor"`         // Loot that lies there face up
	Asset     string             `json:"asset" yaml:"asset"`         // of the Criminal
	Uses      int                `json:"uses" yaml:"uses"`           // 0: as printed
	Police    []PositionOfficer  `json:"police" yaml:"police"`
	// End is the asset of the Police at the last place.
	End PositionObstacle `json:"end" yaml:"end"`
}

// PositionObstacle is an objective: an obstacle and what is attached to it.
type PositionObstacle struct {
	ID      string `json:"id" yaml:"id,scalar"`
	Up      bool   `json:"up" yaml:"up"`
	Mandate string `json:"mandate" yaml:"mandate"`
	Asset   string `json:"asset" yaml:"asset"` // of the Police
	Uses    int    `json:"uses" yaml:"uses"`   // 0: as printed
}

// PositionOfficer is an officer or guard of a column.
type PositionOfficer struct {
	ID    string `json:"id" yaml:"id,scalar"`
	Place int    `json:"place" yaml:"place"` // from 1, as set up; 0: the first that is left
	Equip string `json:"equip" yaml:"equip"`
	Down  bool   `json:"down" yaml:"down"` // a guard, face down
}

// PositionHeister is a heister on the table.
type PositionHeister struct {
	ID     string `json:"id" yaml:"id"`
	Column int    `json:"column" yaml:"column"` // from 1
	Damage int    `json:"damage" yaml:"damage"`
	Perk   string `json:"perk" yaml:"perk"`
	Weapon string `json:"weapon" yaml:"weapon"`
	Armor  string `json:"armor" yaml:"armor"`
	Loot   string `json:"loot" yaml:"loot"`
}

// PositionFunding is active Funding.
type PositionFunding struct {
	ID   string `json:"id" yaml:"id"`
	Uses int    `json:"uses" yaml:"uses"` // 0: as printed
	Wait int    `json:"wait" yaml:"wait"` // turns until it pays, for trigger every; 0: as printed
}

// NewPosition implements env.Positioner.
func (g *Game) NewPosition() any { return &Position{game: g} }

// FromPosition implements env.Positioner: the same game, with the same spec, that
// begins at a position. The error is env.Faults with every fault of the position.
func (g *Game) FromPosition(position any) (env.Game, error) {
	p, ok := position.(*Position)
	if !ok {
		panic(fmt.Sprintf("payday: a position of type %T", position))
	}
	s, err := g.State(*p)
	if err != nil {
		return nil, err
	}
	at := *g
	at.first = *s
	at.first.game = &at
	return &at, nil
}

// Validate reports every fault as env.Faults. It panics on a position that was not
// made by NewPosition: State tests any.
func (p *Position) Validate() error {
	if p.game == nil {
		panic("payday: Validate of a position that belongs to no game")
	}
	_, err := p.game.State(*p)
	return err
}

// The steps at which a position may begin.
var positionSteps = map[string]phase{
	"": phaseCards, "cards": phaseCards, "moves": phaseMoves, "transfers": phaseTransfers, "escapes": phaseEscapes, "combat": phaseCombat, "update": phaseUpdate,
}

// State builds the state of a position, or returns env.Faults.
func (g *Game) State(p Position) (*State, error) {
	b := builder{g: g, s: &State{game: g}, ids: map[string]uint8{}}
	for i := range g.deck.Kinds {
		b.ids[g.deck.Kinds[i].ID] = uint8(i)
	}
	b.build(&p)
	if err := b.faults.Err(); err != nil {
		return nil, err
	}
	if err := b.s.Conservation(); err != nil {
		panic("payday: a position that is legal does not add up: " + err.Error())
	}
	b.start(&p)
	return b.s, nil
}
