package models

import "slices"

// sparse is a matrix as the list of its elements that are not zero, row by row. One that was made
// of a matrix holds on to it, for products that are faster with all elements.
type sparse struct {
	columns int
	matrix  []float32 // [rows, columns], or nil
	full    bool      // no element is zero, but by chance: they are not listed
	begin   []int32   // [rows+1] of a row in index and value
	index   []int32   // column
	value   []float32 //
	next    []int32   // [rows], of times
	zeros   []float32 // [width], of times
}

// reset makes it a matrix of no rows.
func (s *sparse) reset(columns int) {
	s.columns, s.matrix, s.full = columns, nil, false
	s.begin, s.index, s.value = append(s.begin[:0], 0), s.index[:0], s.value[:0]
}

// fill makes it a matrix [_, columns] whose elements are not zero.
func (s *sparse) fill(x []float32, columns int) {
	s.reset(columns)
	s.matrix, s.full = x, true
}

// rows returns the number of rows that have ended.
func (s *sparse) rows() int {
	if s.full {
		return len(s.matrix) / s.columns
	}
	return len(s.begin) - 1
}

// elements returns the number of elements that are not zero.
func (s *sparse) elements() int {
	if s.full {
		return len(s.matrix)
	}
	return len(s.index)
}

// denserThan reports whether the matrix is at hand and more than a share of it is not zero.
func (s *sparse) denserThan(share float64) bool {
	return s.full || s.matrix != nil && float64(len(s.index)) > share*float64(len(s.matrix))
}

// Shares of elements above which a product with all of them is faster: with the matrix, and with
// the transposed one, which would have to be listed first.
const (
	mostlyThere           = 0.7
	mostlyThereTransposed = 0.6
)

// empty reports whether a row has nothing but zeros.
func (s *sparse) empty(row int) bool { return s.begin[row] == s.begin[row+1] }

// add adds elements of the row that has not ended: x, from a column on.
func (s *sparse) add(x []float32, column int) {
	n := len(s.index)
	s.index, s.value = slices.Grow(s.index, len(x)), slices.Grow(s.value, len(x))
	more := compress(x, s.index[n:n+len(x)], s.value[n:n+len(x)])
	s.index, s.value = s.index[:n+more], s.value[:n+more]
	if column > 0 {
		for i := range s.index[n:] {
			s.index[n+i] += int32(column)
		}
	}
}

// end ends a row.
func (s *sparse) end() { s.begin = append(s.begin, int32(len(s.index))) }

// read takes over a matrix [_, columns].
func (s *sparse) read(x []float32, columns int) {
	s.reset(columns)
	s.matrix = x
	for ; len(x) > 0; x = x[columns:] {
		s.add(x[:columns], 0)
		s.end()
	}
}

// transpose makes it the transposed matrix of x.
func (s *sparse) transpose(x *sparse) {
	n := len(x.index)
	s.columns, s.matrix, s.full = x.rows(), nil, false
	s.begin = slices.Grow(s.begin[:0], x.columns+1)[:x.columns+1]
	s.index, s.value = slices.Grow(s.index[:0], n)[:n], slices.Grow(s.value[:0], n)[:n]
	clear(s.begin)
	for _, k := range x.index {
		s.begin[k+1]++
	}
	for k := 1; k < len(s.begin); k++ {
		s.begin[k] += s.begin[k-1]
	}
	next := s.begin
	for i := range x.rows() {
		from, to := x.begin[i], x.begin[i+1]
		value := x.value[from:to]
		for j, k := range x.index[from:to] {
			at := next[k]
			s.index[at], s.value[at] = int32(i), value[j]
			next[k]++
		}
	}
	// Each begin has moved to the end of its row, where the next one begins.
	copy(s.begin[1:], s.begin)
	s.begin[0] = 0
}

// addRow adds the product of row i with a matrix [columns, len(out)] to out.
func (s *sparse) addRow(i int, matrix, out []float32) {
	if s.full {
		multiply(out, s.matrix[i*s.columns:(i+1)*s.columns], matrix, len(out), s.columns, s.columns, 1)
		return
	}
	from, to := s.begin[i], s.begin[i+1]
	accumulate(out, matrix, s.index[from:to], s.value[from:to])
}

// near is the number of floats of a matrix that stay in a processor's first cache while rows
// are multiplied with them, beside what else these need.
const near = 6 << 10

// fewAtOnce is the number of elements of a row below which their sum is not worth being read and
// written for them.
const fewAtOnce = 12

// addTo adds the products of all rows with a matrix [columns, width] to out [rows, width].
func (s *sparse) addTo(out, matrix []float32, width int) {
	if s.full || inOrder && s.denserThan(mostlyThere) {
		multiply(out[:s.rows()*width], s.matrix, matrix, width, s.columns, s.columns, 1)
		return
	}
	rows, step := s.rows(), max(1, near/width)
	if !inOrder || s.columns <= 2*step || len(s.index)/max(1, rows) < fewAtOnce*(s.columns/step) {
		for i := range rows {
			s.addRow(i, matrix, out[i*width:(i+1)*width])
		}
		return
	}
	// A piece of the matrix after the other, for all rows. Each sum has its elements in the same
	// order, and so the same bits.
	s.next = append(s.next[:0], s.begin[:rows]...)
	for limit := step; limit < s.columns+step; limit += step {
		for i, from := range s.next {
			to, end := from, s.begin[i+1]
			for to < end && int(s.index[to]) < limit {
				to++
			}
			if from < to {
				accumulate(out[i*width:(i+1)*width], matrix, s.index[from:to], s.value[from:to])
				s.next[i] = to
			}
		}
	}
}

// times writes the products of all rows with a matrix [columns, width], each added to the
// bias [width] or, without one, to nothing, to out [rows, width].
func (s *sparse) times(matrix, bias, out []float32, width int) {
	if s.full || inOrder && s.denserThan(mostlyThere) {
		if bias == nil {
			if len(s.zeros) < width {
				s.zeros = make([]float32, width)
			}
			bias = s.zeros
		}
		multiplyFrom(bias, out[:s.rows()*width], s.matrix, matrix, width, s.columns, s.columns, 1)
		return
	}
	if bias == nil {
		clear(out)
	} else {
		spread(bias, out)
	}
	s.addTo(out, matrix, width)
}

// transpose writes the transposed matrix [columns, rows] of x [rows, columns].
func transpose(x, out []float32, columns int) {
	const block = 16 // rows and columns at once: 64 bytes, a line of the cache
	rows := len(x) / columns
	for r0 := 0; r0 < rows; r0 += block {
		for c0 := 0; c0 < columns; c0 += block {
			for r := r0; r < min(r0+block, rows); r++ {
				for c := c0; c < min(c0+block, columns); c++ {
					out[c*rows+r] = x[r*columns+c]
				}
			}
		}
	}
}
