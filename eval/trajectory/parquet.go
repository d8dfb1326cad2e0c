package trajectory

import (
	"io"
	"math"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// parquetColumns are the columns of a file, in their order; a parquet.Group alone sorts them by name.
// The library's types are named rather than found by reflection on a struct, which would link
// every type and every compressor that it knows: 2 MB.
type parquetColumns struct {
	parquet.Group
	fields []parquet.Field
}

func (c parquetColumns) Fields() []parquet.Field { return c.fields }

// parquetSchema returns the columns that WriteParquet fills.
func parquetSchema() *parquet.Schema {
	float, small := parquet.Leaf(parquet.FloatType), parquet.Int(32)
	columns := parquetColumns{Group: parquet.Group{}}
	for _, c := range []struct {
		name string
		node parquet.Node
	}{
		{"observation", parquet.List(float)},
		{"mask", parquet.List(parquet.Leaf(parquet.BooleanType))},
		{"action", small},
		{"probabilities", parquet.List(float)},
		{"return", float},
		{"seat", small},
		{"kind", small},
		{"agent", small},
		{"episode", parquet.Int(64)},
		{"step", small},
	} {
		columns.Group[c.name] = c.node
		columns.fields = append(columns.fields, parquet.Group{c.name: c.node}.Fields()[0])
	}
	return parquet.NewSchema("parquetRow", columns)
}

const (
	// parquetGroup is the number of rows of a row group, which bounds the memory of a reader.
	parquetGroup = 8192

	// parquetBatch is the number of rows of a column that are written at once: few enough for the
	// processor's cache.
	parquetBatch = 64
)

// WriteParquet writes the shard as a Parquet file, compressed with zstd. The same shard
// gives the same bytes with the same build.
func (s *Shard) WriteParquet(w io.Writer) error {
	file := parquet.NewWriter(w, parquetSchema(), parquet.Compression(&zstd.Codec{Concurrency: 1}), parquet.CreatedBy("ringer", "", ""))
	var values []parquet.Value
	for from := 0; from < s.Rows(); from += parquetBatch {
		if from > 0 && from%parquetGroup == 0 {
			if err := file.Flush(); err != nil {
				return err
			}
		}
		to := min(from+parquetBatch, s.Rows())
		for i, column := range file.ColumnWriters() {
			values = s.appendParquet(values[:0], i, from, to)
			if len(values) == 0 {
				continue
			}
			if _, err := column.WriteRowValues(values); err != nil {
				return err
			}
		}
	}
	return file.Close()
}

// appendParquet appends the values of a column in rows from ≤ row < to.
func (s *Shard) appendParquet(values []parquet.Value, column, from, to int) []parquet.Value {
	plain := func(value func(row int) parquet.Value) []parquet.Value {
		for row := from; row < to; row++ {
			values = append(values, value(row).Level(0, 0, column))
		}
		return values
	}
	switch column {
	case 0:
		return appendFloats(values, s.Observation[from*s.ObservationSize:to*s.ObservationSize], s.ObservationSize, column)
	case 1:
		no, yes := listed(parquet.BooleanValue(false), column), listed(parquet.BooleanValue(true), column)
		for i, v := range s.Mask[from*s.Actions : to*s.Actions] {
			of := &no
			if v {
				of = &yes
			}
			values = append(values, of[min(i%s.Actions, 1)])
		}
		return values
	case 2:
		return plain(func(row int) parquet.Value { return parquet.Int32Value(s.Action[row]) })
	case 3:
		return appendFloats(values, s.Probabilities[from*s.Actions:to*s.Actions], s.Actions, column)
	case 4:
		return plain(func(row int) parquet.Value { return parquet.FloatValue(s.Return[row]) })
	case 5:
		return plain(func(row int) parquet.Value { return parquet.Int32Value(int32(s.Seat[row])) })
	case 6:
		return plain(func(row int) parquet.Value { return parquet.Int32Value(int32(s.Kind[row])) })
	case 7:
		return plain(func(row int) parquet.Value { return parquet.Int32Value(int32(s.Agent[row])) })
	case 8:
		return plain(func(row int) parquet.Value { return parquet.Int64Value(s.Episode[row]) })
	default:
		return plain(func(row int) parquet.Value { return parquet.Int32Value(s.Step[row]) })
	}
}

// listed returns a value as the first of a list and as another one, which repeats the list.
func listed(v parquet.Value, column int) [2]parquet.Value {
	return [2]parquet.Value{v.Level(0, 1, column), v.Level(1, 1, column)}
}

// appendFloats appends lists of floats, this many each. Most of them are 0.
func appendFloats(values []parquet.Value, floats []float32, each, column int) []parquet.Value {
	zero := listed(parquet.FloatValue(0), column)
	for from := 0; from < len(floats); from += each {
		repeats := 0
		for _, v := range floats[from : from+each] {
			if math.Float32bits(v) == 0 {
				values = append(values, zero[repeats])
			} else {
				values = append(values, parquet.FloatValue(v).Level(repeats, 1, column))
			}
			repeats = 1
		}
	}
	return values
}
