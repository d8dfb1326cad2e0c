package models

// encodeItems runs every item of a row through two layers, keeps the result and pools it.
func (f *forward) encodeItems(p *forwardPart, row int, observation, out []float32) {
	clear(out)
	width, items := len(out)/2, f.itemsOf(p.items, row)
	for r := range p.Rows {
		f.active.pick(observation, p.Index[r*p.Width:(r+1)*p.Width])
		item := items[r*width : (r+1)*width]
		var extra []float32
		if p.places != nil {
			extra = p.places[r*width : (r+1)*width]
		}
		f.twoLayers(p, extra, item)
		pool(out[:width], out[width:], item, r == 0)
	}
}

// twoLayers runs the gathered row of a set or of items through its two layers. extra
// is a bias of the row, or nil.
func (f *forward) twoLayers(p *forwardPart, extra, out []float32) {
	hidden := f.entity[0][:len(out)]
	f.active.dense(hidden, p.set[0])
	for j, v := range extra {
		hidden[j] += v
	}
	f.activate(hidden)
	f.active.gather(hidden)
	f.active.dense(out, p.set[1])
	f.activate(out)
}

// pool adds a row to sums and maxima; the first row is the maximum so far.
func pool(sums, maxima, row []float32, first bool) {
	for j, v := range row {
		sums[j] += v
		if first || v > maxima[j] {
			maxima[j] = v
		}
	}
}
