package graph

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"ringer/models"
)

// partition holds a batch of observations in one tensor per part, [N, size]
// each. Taking rows apart while they are copied in costs nothing; slicing them
// in the graph would.
type partition struct {
	parts   []models.Part
	size    int // D
	batch   int // N
	tensors []*tensors.Tensor
}

// newPartition returns room for the given parts (partsOf) of a batch.
func newPartition(b compute.Backend, net *models.Network, parts []models.Part, batch int) *partition {
	p := &partition{parts: parts, size: net.ObservationSize(), batch: batch}
	for _, part := range p.parts {
		p.tensors = append(p.tensors, newTensor(b, dtypes.Float32, batch, part.Size()))
	}
	return p
}

func newTensor(b compute.Backend, dtype dtypes.DType, dims ...int) *tensors.Tensor {
	return must(tensors.FromShapeForBackend(b, 0, shapes.Make(dtype, dims...)))
}

// observed adds the graph parameters that the tensors of a partition will be given to.
func observed(g *gx.Graph, parts []models.Part, batch int) []*Node {
	var nodes []*Node
	for i, part := range parts {
		nodes = append(nodes, gx.Parameter(g, fmt.Sprintf("observation/%d", i), shapes.Make(dtypes.Float32, batch, part.Size())))
	}
	return nodes
}

// fill copies n rows in, those numbered in rows, or the first n when that is
// nil, and zeroes the rest.
func (p *partition) fill(obs []float32, n int, rows []int32) {
	for i, part := range p.parts {
		from, size := part.From, part.Size()
		tensors.MustMutableFlatData(p.tensors[i], func(flat []float32) {
			switch {
			case part.Kind == models.Rows:
				for j := range n {
					r := j
					if rows != nil {
						r = int(rows[j])
					}
					row, to := obs[r*p.size:(r+1)*p.size], flat[j*size:(j+1)*size]
					for k, at := range part.Index {
						to[k] = row[at]
					}
				}
			case rows != nil:
				for j, r := range rows {
					at := int(r)*p.size + from
					copy(flat[j*size:(j+1)*size], obs[at:at+size])
				}
			case size == p.size:
				copy(flat, obs[:n*size])
			default:
				for j := range n {
					at := j*p.size + from
					copy(flat[j*size:(j+1)*size], obs[at:at+size])
				}
			}
			clear(flat[n*size:])
		})
	}
}

func (p *partition) free() {
	for _, t := range p.tensors {
		t.MustFinalizeAll()
	}
}
