package models

// forwardScore scores one of Network.Items.
type forwardScore struct {
	items   int
	context layer     // of the top of the trunk, with the bias
	item    []float32 // [ItemHidden, ItemHidden]
	scores  layer
}

// encodeItems runs every item through two layers, keeps the result and pools it.
func (f *Forward) encodeItems(p *forwardPart, observation, out []float32) {
	clear(out)
	width := len(out) / 2
	for r := range p.Rows {
		f.active.pick(observation, p.Index[r*p.Width:(r+1)*p.Width])
		item := f.items[p.items][r*width : (r+1)*width]
		var extra []float32
		if p.places != nil {
			extra = p.places[r*width : (r+1)*width]
		}
		f.twoLayers(p, extra, item)
		pool(out[:width], out[width:], item, r == 0)
	}
}

// score adds what each item says, beside the top of the trunk, to its logits.
func (f *Forward) score(s *forwardScore, top, logits []float32) {
	net := f.weights.Network
	it, width := net.Items[s.items], net.ItemHidden
	f.active.gather(top)
	f.active.dense(f.context, s.context)
	row, scores := f.entity[0][:width], f.scored[:len(s.scores.bias)]
	for r := range it.Count {
		f.active.gather(f.items[s.items][r*width : (r+1)*width])
		copy(row, f.context)
		accumulate(row, s.item, f.active.index[:f.active.n], f.active.value[:f.active.n])
		f.activate(row)
		f.active.gather(row)
		f.active.dense(scores, s.scores)
		at := 0
		for _, l := range it.Logits {
			for j := 0; j < l.Each && r >= l.Skip; j++ {
				logits[l.From+(r-l.Skip)*l.Each+j] += scores[at+j]
			}
			at += l.Each
		}
	}
}
