package mcts

import (
	"math"
	"math/bits"
)

// index finds nodes by their hash. Two different ones of a search share a hash
// of 64 bits with a probability under 1e-9 in a hundred thousand simulations,
// and would then share their statistics.
type index struct {
	keys  []uint64 // open addressing; 0 is an empty slot
	nodes []int32
	used  int
}

const smallestIndex = 256

func (x *index) reset() {
	if x.keys == nil {
		x.keys, x.nodes = make([]uint64, smallestIndex), make([]int32, smallestIndex)
	}
	clear(x.keys)
	x.used = 0
}

// find returns the node under a key, or puts next there and returns it with
// false.
func (x *index) find(key uint64, next int32) (node int32, found bool) {
	if key == 0 {
		key = 1
	}
	mask := uint64(len(x.keys) - 1)
	i := key & mask
	for ; x.keys[i] != 0; i = (i + 1) & mask {
		if x.keys[i] == key {
			return x.nodes[i], true
		}
	}
	x.keys[i], x.nodes[i] = key, next
	if x.used++; 2*x.used > len(x.keys) {
		x.grow()
	}
	return next, false
}

func (x *index) grow() {
	keys, nodes := x.keys, x.nodes
	x.keys, x.nodes = make([]uint64, 2*len(keys)), make([]int32, 2*len(keys))
	mask := uint64(len(x.keys) - 1)
	for i, key := range keys {
		if key == 0 {
			continue
		}
		j := key & mask
		for x.keys[j] != 0 {
			j = (j + 1) & mask
		}
		x.keys[j], x.nodes[j] = key, nodes[i]
	}
}

// hash mixes the bits of an observation and of salt, two floats a
// multiplication (folded as in wyhash, Wang Yi 2019).
func hash(observation []float32, salt uint64) uint64 {
	const k1, k2 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93
	h := fold(salt^k1, k2)
	for len(observation) >= 4 {
		a := uint64(math.Float32bits(observation[0]))<<32 | uint64(math.Float32bits(observation[1]))
		b := uint64(math.Float32bits(observation[2]))<<32 | uint64(math.Float32bits(observation[3]))
		h = fold(h^a^k1, h^b^k2) + h
		observation = observation[4:]
	}
	for _, x := range observation {
		h = fold(h^uint64(math.Float32bits(x))^k1, k2)
	}
	return h
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}
