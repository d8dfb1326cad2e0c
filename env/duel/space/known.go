package space

// known is what all Moves up to an allowance come to on the table as the map has
// it, when no model is near. Find copies it, or starts from it.
type known struct {
	walk  Length
	words int      // of a set of ids
	has   []uint64 // by point: the set
	cost  []uint16 // by point and id
	how   []way    // by point and id
	exits []uint16 // by point and edge

	// By pass (around water and lasers, and through them), point and id: the
	// shortest way to offsets on the ground in steps, and its last turning point.
	// The second pass is nil where nothing is to be avoided.
	dist [2][]float32
	from [2][]uint16
}

func (k *known) hasAt(point, id int) bool {
	return k.has[point*k.words+id/64]>>(id%64)&1 != 0
}

// learn works out all Moves of one base.
func (s *Scene) learn(t *table, walk Length) *known {
	n, d := s.Points(), s.disc.Len()
	r := NewReach(s)
	k := &known{
		walk: walk, words: len(r.has), has: make([]uint64, n*len(r.has)),
		cost: make([]uint16, n*d), how: make([]way, n*d), exits: make([]uint16, n*Edges),
	}
	passes := 1
	if s.avoid != 0 {
		passes = 2
	}
	for pass := range passes {
		k.dist[pass], k.from[pass] = make([]float32, n*d), make([]uint16, n*d)
	}
	for i := range n {
		m := Model{At: s.PointAt(i), Base: t.base}
		if !s.inBounds(t, m.At) {
			continue
		}
		r.Find(m, Move{Allowance: walk}, &Field{}, nil)
		copy(k.has[i*k.words:], r.has)
		copy(k.cost[i*d:], r.cost)
		copy(k.how[i*d:], r.how)
		copy(k.exits[i*Edges:], r.exits[:])
		g := r.groundGroup()
		for pass := range passes {
			r.solve(g, r.block(g, pass == 0))
			for id, x := range r.dist {
				k.dist[pass][i*d+id] = float32(x)
			}
			copy(k.from[pass][i*d:], r.from)
		}
	}
	return k
}

// recall answers Find with what is known.
func (r *Reach) recall() {
	k, i, d := r.known, r.scene.Index(r.mover.At), len(r.cost)
	copy(r.has, k.has[i*k.words:])
	copy(r.cost, k.cost[i*d:(i+1)*d])
	copy(r.how, k.how[i*d:(i+1)*d])
	for e, x := range k.exits[i*Edges : (i+1)*Edges] {
		if x != noWay && Length(x) <= r.move.Allowance {
			r.exits[e] = x
		}
	}
	if r.move.Allowance == k.walk {
		return
	}
	for id, c := range r.cost {
		if Length(c) > r.move.Allowance {
			r.has[id/64] &^= 1 << (id % 64)
		}
	}
}

// static gives the shortest ways from here on the empty table past the pieces in
// block, if they are known: by id, the lengths in steps and the last turning
// points.
func (r *Reach) static(g group, block uint64) (dist []float32, from []uint16) {
	k := r.known
	if k == nil || g.over != r.table.over[r.scene.Index(r.mover.At)] {
		return nil, nil
	}
	pass := 1
	if block == r.block(g, true) {
		pass = 0
	}
	if k.dist[pass] == nil {
		return nil, nil
	}
	d := len(r.cost)
	i := r.scene.Index(r.mover.At) * d
	return k.dist[pass][i : i+d], k.from[pass][i : i+d]
}
