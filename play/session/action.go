package session

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
)

// Choice is an action in its structured form: a block of actions and the place in it.
type Choice struct {
	Block string `json:"block"`
	Index []int  `json:"index"` // one number for each dimension of the block's shape
}

// Block is a block of actions and its first id.
type Block struct {
	Name   string `json:"name"`
	Shape  []int  `json:"shape"`
	Offset int    `json:"offset"`
	Doc    string `json:"doc,omitempty"`
}

// blockActions lists actions of one block, ascending by id.
type blockActions struct {
	Block   string  `json:"block"`
	Indexes [][]int `json:"indexes"`
}

// blocksOf lists the blocks of a game's actions.
func blocksOf(spec *env.Spec) []Block {
	var list []Block
	at := 0
	for _, b := range spec.Actions {
		list = append(list, Block{b.Name, slices.Concat([]int{}, b.Shape), at, b.Doc})
		at += b.Size()
	}
	return list
}

// ChoiceOf returns the structured form of an action. It panics for an id that the game
// does not have.
func ChoiceOf(spec *env.Spec, a env.Action) Choice {
	at := int(a)
	for _, b := range spec.Actions {
		if at < b.Size() && at >= 0 {
			index := make([]int, len(b.Shape))
			for d := len(b.Shape) - 1; d >= 0; d-- {
				index[d] = at % b.Shape[d]
				at /= b.Shape[d]
			}
			return Choice{b.Name, index}
		}
		at -= b.Size()
	}
	panic(fmt.Sprintf("session: %s has no action %d", spec, a))
}

// ActionOf returns the id of a structured action, and an error that says what would be
// one.
func ActionOf(spec *env.Spec, c Choice) (env.Action, error) {
	at := 0
	var names []string
	for _, b := range spec.Actions {
		if b.Name != c.Block {
			at += b.Size()
			names = append(names, b.Name)
			continue
		}
		if len(c.Index) != len(b.Shape) {
			return 0, fmt.Errorf("choice.index: %d numbers: want %d, as block %q has the shape %v", len(c.Index), len(b.Shape), b.Name, b.Shape)
		}
		id := 0
		for d, i := range c.Index {
			if i < 0 || i >= b.Shape[d] {
				return 0, fmt.Errorf("choice.index[%d]: %d: want a number from 0 to %d", d, i, b.Shape[d]-1)
			}
			id = id*b.Shape[d] + i
		}
		return env.Action(at + id), nil
	}
	return 0, fmt.Errorf("choice.block: %q: want %s", c.Block, strings.Join(names, ", "))
}

// structured returns legal actions, ascending, by their blocks.
func structured(spec *env.Spec, legal []env.Action) []blockActions {
	var list []blockActions
	for _, a := range legal {
		c := ChoiceOf(spec, a)
		if n := len(list); n == 0 || list[n-1].Block != c.Block {
			list = append(list, blockActions{Block: c.Block})
		}
		last := &list[len(list)-1]
		last.Indexes = append(last.Indexes, c.Index)
	}
	return list
}
