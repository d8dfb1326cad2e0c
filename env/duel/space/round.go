package space

// A round holds the lengths of the shortest ways around one obstacle on an empty table:
// lower bounds of those on any table, which the ways themselves often reach.
type round struct {
	dist []float64 // by id, in steps; infinite where no way is short enough
	from []uint16  // by id: the last turning point
}

// maxRound bounds the radius, in steps, of a Disc for which they are computed.
const maxRound = 12

// goRound computes the ways around an obstacle at each place to the north-east.
func (k *shades) goRound(d *Disc) {
	if d.steps > maxRound {
		return
	}
	n, origin := d.Len(), d.Origin()
	var hidden []uint16
	for y := range k.far + 1 {
		for x := range k.far + 1 {
			w := round{dist: make([]float64, n), from: make([]uint16, n)}
			sees := func(v, b int) bool {
				o, to := d.offsets[v], d.between(v, b)
				return to >= 0 && !k.from(x-int(o.X), y-int(o.Y)).has(d.cells[to], k.words)
			}
			hidden = hidden[:0]
			for b := range n {
				w.from[b] = uint16(origin)
				if w.dist[b] = d.dist[b]; b != origin && !sees(origin, b) {
					w.dist[b] = inf
					hidden = append(hidden, uint16(b))
				}
			}
			for _, b := range hidden {
				for _, v := range d.detours[b] {
					if sees(origin, int(v)) && sees(int(v), int(b)) {
						w.dist[b], w.from[b] = d.dist[v]+d.dist[d.between(int(v), int(b))], v
						break
					}
				}
			}
			for again := true; again; {
				again = false
				for _, v := range hidden {
					for _, b := range hidden {
						if x := w.dist[v] + d.distAt[d.centre+d.place[b]-d.place[v]]; x < w.dist[b] && sees(int(v), int(b)) {
							w.dist[b], w.from[b] = x, v
							again = true
						}
					}
				}
			}
			k.rounds = append(k.rounds, w)
		}
	}
}

// round returns the ways around an obstacle at x, y, in steps from the mover, and by id
// the ids that offsets have there; nil where they are not computed.
func (k *shades) round(d *Disc, x, y int) (w *round, mirrored []uint16) {
	axes := 0
	if x < 0 {
		x, axes = -x, 1
	}
	if y < 0 {
		y, axes = -y, axes|2
	}
	if x > k.far || y > k.far || k.rounds == nil {
		return nil, nil
	}
	return &k.rounds[y*(k.far+1)+x], d.mirrored[axes]
}

// atLeast returns a lower bound of the length of the ways to an offset, in steps, past each
// of the models in the way alone, and the number of the model that gives it; -1 where it is
// the straight distance.
func (r *Reach) atLeast(b uint16) (least float64, by int) {
	least, by = r.scene.disc.dist[b], -1
	for i := range r.active[:r.nAct] {
		if o := &r.active[i]; o.round != nil {
			if x := o.round.dist[o.mirrored[b]]; x > least {
				least, by = x, i
			}
		}
	}
	return least, by
}

// freeRound reports whether the way around an active model leads to an offset clear of the
// pieces in block and of the others.
func (r *Reach) freeRound(b uint16, by int, block uint64) bool {
	d := r.scene.disc
	o := &r.active[by]
	origin := uint16(d.Origin())
	for b != origin {
		v := o.mirrored[o.round.from[o.mirrored[b]]]
		if v == origin {
			return r.ahead.has(d.cells[b])
		}
		if !r.legFree(v, b, block) {
			return false
		}
		b = v
	}
	return true
}

// legFree reports whether a straight leg leads from one offset to another past the pieces in
// block and the active models.
func (r *Reach) legFree(v, b uint16, block uint64) bool {
	s, d, t := r.scene, r.scene.disc, r.table
	p := r.mover.At.Add(d.offsets[v])
	if !s.inBounds(t, p) {
		return false
	}
	i, h, to := s.Index(p), d.height(), d.cells[d.between(int(v), int(b))]
	if !rows(t.inside[i*h:][:h]).has(to) {
		return false
	}
	return (rows(t.avoids[i*h:][:h]).has(to) || t.swept(i, to)&block == 0) && r.unshaded(v, b)
}
