package space

// known holds the precomputed Moves of one base up to an allowance, on the table
// as the map describes it, with no model near. Find copies them, or starts from
// them. Rows hold only the offsets up to that allowance; ids maps slots to them.
type known struct {
	walk Length
	ids  []uint16 // by slot, ascending
	slot []int16  // by id; -1 beyond the allowance
	all  bool     // the slots are the ids

	cost  []uint16 // by point and slot; noWay where it is not reached
	how   []way    // by point and slot
	exits []uint16 // by point and edge

	// By pass (around water and lasers, and through them), point and slot: the
	// shortest way to offsets on the ground in steps, and the id of its last
	// turning point. The second pass is nil where nothing is to be avoided.
	dist [2][]float32
	from [2][]uint16
}

// hasAt reports whether an offset is reached from a point.
func (k *known) hasAt(point, id int) bool {
	return k.slot[id] >= 0 && k.cost[point*len(k.ids)+int(k.slot[id])] != noWay
}

// learn computes all Moves of one base up to an allowance.
func (s *Scene) learn(t *baseFacts, walk Length) *known {
	n, d := s.Points(), s.disc
	k := &known{walk: walk, slot: make([]int16, d.Len())}
	limit := float64(walk)/float64(s.step) + slack
	for id := range d.Len() {
		k.slot[id] = -1
		if d.dist[id] <= limit {
			k.slot[id] = int16(len(k.ids))
			k.ids = append(k.ids, uint16(id))
		}
	}
	w := len(k.ids)
	k.all = w == d.Len()
	k.cost, k.how, k.exits = make([]uint16, n*w), make([]way, n*w), make([]uint16, n*Edges)
	passes := 1
	if s.avoid != 0 {
		passes = 2
	}
	for pass := range passes {
		k.dist[pass], k.from[pass] = make([]float32, n*w), make([]uint16, n*w)
	}
	for i := range k.cost {
		k.cost[i] = noWay
	}
	for i := range k.exits {
		k.exits[i] = noWay
	}
	r := NewReach(s)
	for i := range n {
		m := Model{At: s.PointAt(i), Base: t.base}
		if !s.inBounds(t, m.At) {
			continue
		}
		r.Find(m, Move{Allowance: walk}, &Field{}, nil)
		copy(k.exits[i*Edges:], r.exits[:])
		for j, id := range k.ids {
			if r.Has(int(id)) {
				k.cost[i*w+j], k.how[i*w+j] = r.cost[id], r.how[id]
			}
		}
		g := r.groundGroup()
		for pass := range passes {
			r.solve(g, r.block(g, pass == 0))
			for j, id := range k.ids {
				k.dist[pass][i*w+j], k.from[pass][i*w+j] = float32(r.dist[id]), r.from[id]
			}
		}
	}
	return k
}

// recall copies the precomputed Move into r, as the answer of Find.
func (r *Reach) recall() {
	k, i, w := r.known, r.scene.Index(r.mover.At), len(r.known.ids)
	for e, x := range k.exits[i*Edges : (i+1)*Edges] {
		if x != noWay && Length(x) <= r.move.Allowance {
			r.exits[e] = x
		}
	}
	cost, how := k.cost[i*w:(i+1)*w], k.how[i*w:(i+1)*w]
	limit := uint16(min(r.move.Allowance, noWay-1))
	if k.all {
		copy(r.cost, cost)
		copy(r.how, how)
		for id, c := range cost {
			if c <= limit {
				r.has[id/64] |= 1 << (id % 64)
			}
		}
		return
	}
	for j, c := range cost {
		if c <= limit {
			id := k.ids[j]
			r.has[id/64] |= 1 << (id % 64)
			r.cost[id], r.how[id] = c, how[j]
		}
	}
}

// static returns the shortest ways from here on the empty table past the pieces in
// block, if they are known: by slot, the lengths in steps and the last turning
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
	w := len(k.ids)
	i := r.scene.Index(r.mover.At) * w
	return k.dist[pass][i : i+w], k.from[pass][i : i+w]
}
