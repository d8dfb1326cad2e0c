package checkpoints

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"sync"

	"github.com/klauspost/compress/zstd"

	"ringer/models"
)

// A packed bot is its file, byte for byte, in less room. Its weights, numbers of half precision one
// after the other, must be multiples of one power of two: the step. The packed file is
//
//	a packedHeader, little-endian
//	the rest of the file, before and after the weights, compressed by zstd
//	the multiples that the weights are, in planes, compressed by zstd
type packed struct {
	before, after []byte
	weights       int // their number
	step          float32

	compressed func() ([]byte, error) // the planes

	once   sync.Once
	halves []byte // the weights as they lie in the file
	err    error
}

type packedHeader struct {
	Rest     uint32 // its bytes, compressed
	Before   uint32 // bytes before the weights
	Weights  uint32 // their number
	Exponent int32  // of the step
}

// Planes hold bits of the multiples, moved up so that few are negative: the lowest bits, which are
// noise; the middle, in which zstd finds the frequent ones; and the highest, nearly always zero.
const (
	up       = 512
	lowBits  = 2
	midBits  = 8
	mostSize = 1 << 26 // of a file, in bytes

	smallest = -24 // the exponent of the smallest number of half precision
)

var errDamaged = errors.New("a packed bot that is damaged")

// Pack returns the packed form of a bot's file with this many weights of half precision, which begin at
// byte from.
func Pack(file []byte, from, weights int) ([]byte, error) {
	if from < 0 || weights < 0 || len(file) > mostSize || from+2*weights > len(file) {
		return nil, fmt.Errorf("checkpoints: %d weights from byte %d of %d on", weights, from, len(file))
	}
	halves, rest := file[from:from+2*weights], append(bytes.Clone(file[:from]), file[from+2*weights:]...)
	exponent := exponentOf(halves)
	step := float32(math.Ldexp(1, exponent))
	planes := make([]byte, 3*weights)
	for i := range weights {
		half := binary.LittleEndian.Uint16(halves[2*i:])
		q := int(math.Ldexp(float64(models.FromHalf(half)), -exponent))
		u := uint16(q + up)
		if weightOf(u, step) != half {
			return nil, fmt.Errorf("checkpoints: weight %d is %v: want less than 2^15 steps of 2^%d, and no -0", i, models.FromHalf(half), exponent)
		}
		planes[i], planes[weights+i], planes[2*weights+i] = byte(u&(1<<lowBits-1)), byte(u>>lowBits), byte(u>>(lowBits+midBits))
	}
	around, err := compress(rest)
	if err != nil {
		return nil, err
	}
	inner, err := compress(planes)
	if err != nil {
		return nil, err
	}
	out, err := binary.Append(nil, binary.LittleEndian, packedHeader{uint32(len(around)), uint32(from), uint32(weights), int32(exponent)})
	return append(append(out, around...), inner...), err
}

// weightOf returns a weight, of half precision, of its multiple of the step, moved up.
func weightOf(u uint16, step float32) uint16 { return models.ToHalf(float32(int16(u-up)) * step) }

// exponentOf returns the exponent of the largest power of two of which all numbers are multiples.
func exponentOf(halves []byte) int {
	all := uint64(0)
	for i := 0; i < len(halves); i += 2 {
		all |= uint64(math.Abs(math.Ldexp(float64(models.FromHalf(binary.LittleEndian.Uint16(halves[i:]))), -smallest)))
	}
	if all == 0 {
		return 0
	}
	return smallest + bits.TrailingZeros64(all)
}

func compress(data []byte) ([]byte, error) {
	w, err := zstd.NewWriter(nil,
		zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(8<<20), zstd.WithEncoderCRC(false), // a bot's file has sums of its own
	)
	if err != nil {
		return nil, fmt.Errorf("checkpoints: %w", err)
	}
	defer w.Close()
	return w.EncodeAll(data, nil), nil
}

// decoder decompresses all that is packed; making one costs more than a small bot.
var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(3*mostSize))
})

func decompress(data []byte, size int) ([]byte, error) {
	r, err := decoder()
	if err != nil {
		return nil, err
	}
	return r.DecodeAll(data, make([]byte, 0, size))
}

// unpack reads all of a packed bot but its weights, which whole reads again when they are wanted.
func unpack(r io.Reader, whole func() ([]byte, error)) (*packed, error) {
	var h packedHeader
	if err := binary.Read(r, binary.LittleEndian, &h); err != nil {
		return nil, errors.Join(errDamaged, err)
	}
	if h.Rest > mostSize || h.Weights > mostSize/2 || h.Exponent < smallest || h.Exponent > 15 {
		return nil, errDamaged
	}
	around := make([]byte, h.Rest)
	if _, err := io.ReadFull(r, around); err != nil {
		return nil, errors.Join(errDamaged, err)
	}
	rest, err := decompress(around, 0)
	if err != nil || int(h.Before) > len(rest) {
		return nil, errors.Join(errDamaged, err)
	}
	p := &packed{before: rest[:h.Before], after: rest[h.Before:], weights: int(h.Weights), step: float32(math.Ldexp(1, int(h.Exponent)))}
	p.compressed = func() ([]byte, error) {
		data, err := whole()
		if from := binary.Size(h) + len(around); err == nil && from <= len(data) {
			return data[from:], nil
		}
		return nil, errors.Join(errDamaged, err)
	}
	return p, nil
}

func (p *packed) size() int64 { return int64(len(p.before) + 2*p.weights + len(p.after)) }

// unpackPlanes returns the planes of the multiples that the weights are.
func (p *packed) unpackPlanes() ([]byte, error) {
	data, err := p.compressed()
	if err != nil {
		return nil, err
	}
	planes, err := decompress(data, 3*p.weights)
	if err != nil || len(planes) != 3*p.weights {
		return nil, errors.Join(errDamaged, err)
	}
	return planes, nil
}

func (p *packed) unpackWeights() {
	planes, err := p.unpackPlanes()
	if err != nil {
		p.err = err
		return
	}
	var frequent [1 << (lowBits + midBits)]uint16
	for u := range frequent {
		frequent[u] = weightOf(uint16(u), p.step)
	}
	low, mid, high := planes[:p.weights], planes[p.weights:2*p.weights], planes[2*p.weights:]
	p.halves = make([]byte, 2*p.weights)
	for i := range low {
		u := int(low[i])&(1<<lowBits-1) | int(mid[i])<<lowBits
		half := frequent[u]
		if high[i] != 0 {
			half = weightOf(uint16(u|int(high[i])<<(lowBits+midBits)), p.step)
		}
		binary.LittleEndian.PutUint16(p.halves[2*i:], half)
	}
}

// ReadAt reads the bot's file.
func (p *packed) ReadAt(to []byte, at int64) (n int, err error) {
	if at < 0 {
		return 0, fmt.Errorf("checkpoints: byte %d of a bot", at)
	}
	weights, after := int64(len(p.before)), int64(len(p.before)+2*p.weights)
	for n < len(to) {
		var part []byte
		switch i := at + int64(n); {
		case i < weights:
			part = p.before[i:]
		case i < after:
			p.once.Do(p.unpackWeights)
			if p.err != nil {
				return n, fmt.Errorf("checkpoints: %w", p.err)
			}
			part = p.halves[i-weights:]
		case i < p.size():
			part = p.after[i-after:]
		default:
			return n, io.EOF
		}
		n += copy(to[n:], part)
	}
	return n, nil
}
