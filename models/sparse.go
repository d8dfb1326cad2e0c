package models

import "slices"

// sparse is a matrix as the list of its elements that are not zero: row by row and, after
// turn, column by column.
type sparse struct {
	columns int
	turned  bool      // turn has run
	begin   []int32   // [rows+1] of a row in index and value
	index   []int32   // column
	value   []float32 //

	first  []int32   // [columns+1] of a column in row and amount
	row    []int32   // row
	amount []float32 //
}

// reset makes it a matrix of no rows.
func (s *sparse) reset(columns int) {
	s.columns, s.turned = columns, false
	s.begin, s.index, s.value = append(s.begin[:0], 0), s.index[:0], s.value[:0]
}

// rows returns the number of rows that have ended.
func (s *sparse) rows() int { return len(s.begin) - 1 }

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
	for ; len(x) > 0; x = x[columns:] {
		s.add(x[:columns], 0)
		s.end()
	}
}

// turn sorts the elements by column.
func (s *sparse) turn() {
	if s.turned {
		return
	}
	s.turned = true
	s.first = slices.Grow(s.first[:0], s.columns+1)[:s.columns+1]
	clear(s.first)
	for _, k := range s.index {
		s.first[k+1]++
	}
	for k := 1; k < len(s.first); k++ {
		s.first[k] += s.first[k-1]
	}
	n := len(s.index)
	s.row, s.amount = slices.Grow(s.row[:0], n)[:n], slices.Grow(s.amount[:0], n)[:n]
	for i := range s.rows() {
		for j := s.begin[i]; j < s.begin[i+1]; j++ {
			k := s.index[j]
			at := s.first[k]
			s.row[at], s.amount[at] = int32(i), s.value[j]
			s.first[k]++
		}
	}
	// Each first has moved to the end of its elements, where those of the next column begin.
	copy(s.first[1:], s.first)
	s.first[0] = 0
}

// timesRow adds the product of row i with a matrix [columns, len(out)] to out.
func (s *sparse) timesRow(i int, matrix, out []float32) {
	from, to := s.begin[i], s.begin[i+1]
	accumulate(out, matrix, s.index[from:to], s.value[from:to])
}

// times writes the products of all rows with a matrix [columns, width], each added to the
// bias [width] or, without one, to nothing, to out [rows, width].
func (s *sparse) times(matrix, bias, out []float32, width int) {
	for i := range s.rows() {
		to := out[i*width : (i+1)*width]
		if bias == nil {
			clear(to)
		} else {
			copy(to, bias)
		}
		s.timesRow(i, matrix, to)
	}
}

// transposedTimes adds the product of the transposed matrix with y [rows, width] to
// out [columns, width]. turn has run.
func (s *sparse) transposedTimes(y, out []float32, width int) {
	y = y[:s.rows()*width]
	for k := range s.columns {
		if from, to := s.first[k], s.first[k+1]; from < to {
			accumulate(out[k*width:(k+1)*width], y, s.row[from:to], s.amount[from:to])
		}
	}
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
