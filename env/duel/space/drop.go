package space

// dropped returns the height of the fall at the end of a way that the last solve found
// and that the allowance does not pay for: the model gets to the brink with it, drops
// further than what is left, and lands beside what it stood on (DUEL-54); 0 when that
// is not so.
func (r *Reach) dropped(id int, how way) Length {
	p := r.profile(id, how)
	if p.n == 0 {
		return 0
	}
	last := p.steps[p.n-1]
	landed := p.moved - last.at // gone since the brink
	if last.to >= last.from || landed > float64(r.table.radius+r.scene.step)+slack {
		return 0
	}
	before := p.moved
	if r.scene.options.Climbing {
		before += p.cost - last.cost
	}
	if before > r.limit*float64(r.scene.step) {
		return 0
	}
	return last.from - last.to
}

// Drop returns the height of the fall at the end of the way to an offset that the last
// Find reached; 0 when the model gets there on foot.
func (r *Reach) Drop(id int) Length {
	if !r.Has(id) || r.how[id] == leaping || r.how[id]&dropping == 0 {
		return 0
	}
	how, g := r.how[id], r.groupOf(id)
	r.ends[0] = uint16(id)
	r.solveFor(g, r.block(g, how&wading == 0), r.ends[:], r.limit)
	return r.dropped(id, how)
}
