package train

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/klauspost/compress/s2"
)

// A batch travels as
//
//	"rb1\n"
//	rows            uvarint
//	statistics      uvarint length, JSON of CollectStats
//	observations    uvarint length, S2 of float32 by column: [ObservationSize, rows]
//	the rest        uvarint length, S2 of the following, one after the other:
//	  mask          [rows, NumActions] bits, lowest first, each row in whole bytes
//	  kind          [rows] bytes
//	  value, return [rows] float32 each
//	  log-probabilities of the legal actions, float32, row after row
//	  action        uvarint a row: its place among the legal ones
//	  next          uvarint a row: rows until it, 0 for none
//	  responded     [rows] bits, lowest first, in whole bytes; only where seats respond
//	  explored      likewise, only where a seat explores
//	  follower      uvarint a row, as next; only where the order asks for it
//
// Numbers are in little-endian order, and floats are exact. By column, because most
// columns hardly change from row to row.
const batchMagic = "rb1\n"

// mostBatch is the size in bytes of the largest part of a batch that is decoded.
const mostBatch = 2 << 30

// Encode returns the batch as bytes, from which Task.Decode makes the same again.
func (b *Batch) Encode() ([]byte, error) {
	stats, err := json.Marshal(&b.Stats)
	if err != nil {
		return nil, fmt.Errorf("train: the statistics of a batch: %w", err)
	}
	out := append([]byte(batchMagic), binary.AppendUvarint(nil, uint64(b.Rows))...)
	out = append(binary.AppendUvarint(out, uint64(len(stats))), stats...)
	out = appendCompressed(out, b.columns())
	return appendCompressed(out, b.rest()), nil
}

func appendCompressed(out, plain []byte) []byte {
	packed := s2.Encode(nil, plain)
	return append(binary.AppendUvarint(out, uint64(len(packed))), packed...)
}

// columns returns the observations, column after column.
func (b *Batch) columns() []byte {
	out := make([]byte, 4*len(b.Observation))
	d := b.ObservationSize
	for i := range b.Rows {
		for j, v := range b.Observation[i*d : (i+1)*d] {
			binary.LittleEndian.PutUint32(out[4*(j*b.Rows+i):], math.Float32bits(v))
		}
	}
	return out
}

func (b *Batch) rest() []byte {
	a := b.NumActions
	width := (a + 7) / 8
	out := make([]byte, b.Rows*width, b.Rows*(width+32))
	for i := range b.Rows {
		for j, m := range b.Mask[i*a : (i+1)*a] {
			if m != 0 {
				out[i*width+j/8] |= 1 << (j % 8)
			}
		}
	}
	for _, k := range b.Kind {
		out = append(out, byte(k))
	}
	for _, v := range b.Value {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
	}
	for _, v := range b.Return {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
	}
	for i, m := range b.Mask {
		if m != 0 {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(b.LogProbs[i]))
		}
	}
	for i, action := range b.Action {
		place := 0
		for _, m := range b.Mask[i*a : i*a+int(action)] {
			if m != 0 {
				place++
			}
		}
		out = binary.AppendUvarint(out, uint64(place))
	}
	out = appendDistances(out, b.Next)
	out = appendBits(appendBits(out, b.Responded), b.Explored)
	return appendDistances(out, b.Follower)
}

// appendBits appends a bit a row, lowest first, in whole bytes.
func appendBits(out []byte, rows []bool) []byte {
	at := len(out)
	out = append(out, make([]byte, (len(rows)+7)/8)...)
	for i, on := range rows {
		if on {
			out[at+i/8] |= 1 << (i % 8)
		}
	}
	return out
}

// appendDistances appends how many rows further on each link leads, 0 for nowhere.
func appendDistances(out []byte, links []int32) []byte {
	for i, n := range links {
		out = binary.AppendUvarint(out, uint64(max(0, int(n)-i)))
	}
	return out
}

// Decode makes the batch of the task from the bytes that Encode returns. It refuses anything
// else and numbers that no play of the task gives, all that it finds of them at once, and
// takes no memory for what is not there.
func (t *Task) Decode(data []byte) (*Batch, error) {
	b := &Batch{}
	b.reset(t.Spec)
	least, most := t.rows()
	err := b.decode(least, most, &t.Order.Acting, data)
	if err == nil {
		err = t.check(b)
	}
	if err != nil {
		return nil, fmt.Errorf("train: a batch of %d bytes: %w", len(data), err)
	}
	return b, nil
}

// mostStats is the size in bytes of the longest statistics.
const mostStats = 1 << 20

// MostBytes returns the size of the largest batch of the task.
func (t *Task) MostBytes() int {
	_, rows := t.rows()
	actions := t.Spec.NumActions()
	columns, rest := s2.MaxEncodedLen(4*rows*t.Spec.ObservationSize()), s2.MaxEncodedLen(rows*((actions+7)/8+10+4*actions+3*binary.MaxVarintLen32))
	if columns < 0 || rest < 0 {
		return mostBatch
	}
	return min(mostBatch, len(batchMagic)+mostStats+columns+rest+4*binary.MaxVarintLen64)
}

var errCutOff = errors.New("it is cut off")

// decode reads what has the form of a batch.
func (b *Batch) decode(least, most int, acting *Acting, data []byte) error {
	data, ok := bytes.CutPrefix(data, []byte(batchMagic))
	if !ok {
		return errors.New("it does not begin as one")
	}
	rows, n := binary.Uvarint(data)
	if n <= 0 {
		return errCutOff
	}
	if rows < uint64(least) || rows > uint64(most) {
		return fmt.Errorf("%d rows: want %d to %d", rows, least, most)
	}
	b.Rows, data = int(rows), data[n:]
	stats, data, err := part(data)
	if err != nil {
		return err
	}
	columns, data, err := part(data)
	if err != nil {
		return err
	}
	rest, data, err := part(data)
	if err != nil {
		return err
	}
	if len(data) > 0 {
		return fmt.Errorf("%d bytes follow it", len(data))
	}
	if len(stats) > mostStats {
		return fmt.Errorf("statistics of %d bytes: want at most %d", len(stats), mostStats)
	}
	if err := b.decodeStats(stats); err != nil {
		return err
	}
	size := 4 * b.Rows * b.ObservationSize
	if columns, err = uncompressed(columns, size, size); err != nil {
		return fmt.Errorf("observations: %w", err)
	}
	width := (b.NumActions + 7) / 8
	fixed := b.Rows * (width + 1 + 4 + 4 + 1 + 1)
	if acting.Responds > 0 {
		fixed += (b.Rows + 7) / 8
	}
	if acting.Explores {
		fixed += (b.Rows + 7) / 8
	}
	if acting.Followers {
		fixed += b.Rows
	}
	if rest, err = uncompressed(rest, fixed, fixed+b.Rows*(4*b.NumActions+3*binary.MaxVarintLen32)); err != nil {
		return err
	}
	b.decodeColumns(columns)
	return b.decodeRest(rest, acting)
}

// part cuts off the first part.
func part(data []byte) (first, others []byte, err error) {
	size, n := binary.Uvarint(data)
	if n <= 0 || size > uint64(len(data)-n) {
		return nil, nil, errCutOff
	}
	return data[n : n+int(size)], data[n+int(size):], nil
}

// uncompressed unpacks S2 of a size within bounds.
func uncompressed(packed []byte, least, most int) ([]byte, error) {
	size, err := s2.DecodedLen(packed)
	if err != nil {
		return nil, err
	}
	if size < least || size > most || size > mostBatch {
		return nil, fmt.Errorf("%d bytes: want %d to %d", size, least, min(most, mostBatch))
	}
	return s2.Decode(nil, packed)
}

// decodeStats reads the statistics.
func (b *Batch) decodeStats(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	s := CollectStats{}
	if err := d.Decode(&s); err != nil {
		return fmt.Errorf("statistics: %w", err)
	}
	if err := d.Decode(&struct{}{}); err != io.EOF {
		return errors.New("statistics: something follows them")
	}
	if len(s.ByKind) != len(b.Kinds) {
		return fmt.Errorf("statistics of %d kinds: want %d", len(s.ByKind), len(b.Kinds))
	}
	b.Stats = s
	return nil
}

func (b *Batch) decodeColumns(columns []byte) {
	d := b.ObservationSize
	b.Observation = make([]float32, b.Rows*d)
	for i := range b.Rows {
		row := b.Observation[i*d : (i+1)*d]
		for j := range row {
			row[j] = math.Float32frombits(binary.LittleEndian.Uint32(columns[4*(j*b.Rows+i):]))
		}
	}
}

// decodeRest reads the other arrays; rest has the bytes of the parts of fixed size at
// least.
func (b *Batch) decodeRest(rest []byte, acting *Acting) error {
	a := b.NumActions
	width := (a + 7) / 8
	r := reader{rest: rest}
	mask := r.take(b.Rows * width)
	kinds := r.take(b.Rows)
	b.Mask, b.LogProbs = make([]float32, b.Rows*a), make([]float32, b.Rows*a)
	b.Action, b.Kind = make([]int32, b.Rows), make([]int8, b.Rows)
	for i := range b.Rows {
		for j := range width * 8 {
			set := mask[i*width+j/8]>>(j%8)&1 == 1
			if set && j >= a {
				return fmt.Errorf("row %d: action %d of %d is legal", i, j, a)
			}
			if set {
				b.Mask[i*a+j] = 1
			}
		}
		if int(kinds[i]) >= len(b.Kinds) {
			return fmt.Errorf("row %d: kind %d of %d", i, kinds[i], len(b.Kinds))
		}
		b.Kind[i] = int8(kinds[i])
	}
	b.Value, b.Return = r.floats(b.Rows), r.floats(b.Rows)
	for i, m := range b.Mask {
		if m != 0 {
			b.LogProbs[i] = r.float()
		}
	}
	if err := b.decodeLinks(&r); err != nil {
		return err
	}
	if acting.Responds > 0 {
		b.Responded = r.bits(b.Rows)
	}
	if acting.Explores {
		b.Explored = r.bits(b.Rows)
	}
	if acting.Followers {
		follower, err := b.links(&r)
		if err != nil {
			return err
		}
		b.Follower = follower
	}
	if r.short || len(r.rest) > 0 {
		return errCutOff
	}
	return nil
}

func (b *Batch) decodeLinks(r *reader) error {
	a := b.NumActions
	for i := range b.Rows {
		place, action := r.uvarint(), -1
		for j, m := range b.Mask[i*a : (i+1)*a] {
			if m == 0 {
				continue
			}
			if place == 0 {
				action = j
				break
			}
			place--
		}
		if action < 0 && !r.short {
			return fmt.Errorf("row %d: its action is none of the legal ones", i)
		}
		b.Action[i] = int32(action)
	}
	var err error
	b.Next, err = b.links(r)
	return err
}

// links reads for every row how many rows further on the one lies that it is linked to: another
// one for each.
func (b *Batch) links(r *reader) ([]int32, error) {
	all, linked := make([]int32, b.Rows), make([]bool, b.Rows)
	for i := range all {
		n := r.uvarint()
		all[i] = -1
		if n == 0 {
			continue
		}
		if n >= uint64(b.Rows-i) || linked[i+int(n)] {
			return nil, fmt.Errorf("row %d: no row can follow it %d rows on", i, n)
		}
		linked[i+int(n)] = true
		all[i] = int32(i + int(n))
	}
	return all, nil
}

// reader reads numbers one after the other. After the end it gives zeros, and short is
// true.
type reader struct {
	rest  []byte
	short bool
}

func (r *reader) take(n int) []byte {
	if n > len(r.rest) {
		r.short, r.rest = true, nil
		return make([]byte, n)
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

// bits returns a bit a row, as appendBits appends them.
func (r *reader) bits(rows int) []bool {
	out, packed := make([]bool, rows), r.take((rows+7)/8)
	for i := range out {
		out[i] = packed[i/8]>>(i%8)&1 == 1
	}
	return out
}

func (r *reader) float() float32 {
	if len(r.rest) < 4 {
		r.short, r.rest = true, nil
		return 0
	}
	v := math.Float32frombits(binary.LittleEndian.Uint32(r.rest))
	r.rest = r.rest[4:]
	return v
}

func (r *reader) floats(n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = r.float()
	}
	return out
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.short, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return v
}
