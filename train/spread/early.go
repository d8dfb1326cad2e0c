package spread

import (
	"cmp"
	"slices"

	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
)

// early is a result that waits for its order, as results of an earlier process do.
type early struct {
	item *cluster.Item
	head *work.Head
	rows []byte
}

// earlyCost is the memory in bytes of an early result beside its message, at most.
const earlyCost = 1 << 10

// bytes returns the memory that the result takes: its head is there as text and as values.
func (e *early) bytes() int64 {
	return earlyCost + int64(2*len(e.item.Body)-len(e.rows))
}

// shelf holds early results, of the nearest iterations where not all find room.
type shelf struct {
	list []*early // by iteration, then by ID
	size int64    // bytes of all of them
	most int64
}

func (s *shelf) order(a, b *early) int {
	return cmp.Or(cmp.Compare(a.head.Iteration, b.head.Iteration), cmp.Compare(a.item.ID, b.item.ID))
}

// put adds a result, in the place of the same one handed out earlier, and returns those that
// find no room any more.
func (s *shelf) put(e *early) (out []*early) {
	at, there := slices.BinarySearchFunc(s.list, e, s.order)
	if there {
		s.size -= s.list[at].bytes()
		s.list[at] = e
	} else {
		s.list = slices.Insert(s.list, at, e)
	}
	s.size += e.bytes()
	for s.size > s.most {
		out = append(out, s.cut(len(s.list)-1, len(s.list))...)
	}
	return out
}

// take removes the results of the iterations below a number and returns them.
func (s *shelf) take(below int) []*early { return s.cut(0, s.place(below)) }

// drop removes the results of the iterations from a number on and returns them.
func (s *shelf) drop(from int) []*early { return s.cut(s.place(from), len(s.list)) }

// place returns where the results of an iteration begin.
func (s *shelf) place(iteration int) int {
	at, _ := slices.BinarySearchFunc(s.list, iteration, func(e *early, iteration int) int { return cmp.Compare(e.head.Iteration, iteration) })
	return at
}

func (s *shelf) cut(from, to int) []*early {
	out := slices.Clone(s.list[from:to])
	s.list = slices.Delete(s.list, from, to)
	for _, e := range out {
		s.size -= e.bytes()
	}
	return out
}
