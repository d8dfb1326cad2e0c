package trajectory

import (
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// parquetRow is a row of a Parquet file.
type parquetRow struct {
	Observation   []float32 `parquet:"observation,list"`
	Mask          []bool    `parquet:"mask,list"`
	Action        int32     `parquet:"action"`
	Probabilities []float32 `parquet:"probabilities,list"`
	Return        float32   `parquet:"return"`
	Seat          int32     `parquet:"seat"`
	Kind          int32     `parquet:"kind"`
	Agent         int32     `parquet:"agent"`
	Episode       int64     `parquet:"episode"`
	Step          int32     `parquet:"step"`
}

// parquetGroup is the number of rows of a row group, which bounds the memory of a reader.
const parquetGroup = 8192

// WriteParquet writes the shard as a Parquet file, compressed with zstd. The same shard
// gives the same bytes with the same build.
func (s *Shard) WriteParquet(w io.Writer) error {
	file := parquet.NewGenericWriter[parquetRow](w,
		parquet.Compression(&zstd.Codec{Concurrency: 1}), parquet.CreatedBy("ringer", "", ""), parquet.MaxRowsPerRowGroup(parquetGroup))
	rows := make([]parquetRow, 0, 256)
	for i := range s.Rows() {
		rows = append(rows, parquetRow{
			Observation:   s.Observation[i*s.ObservationSize : (i+1)*s.ObservationSize],
			Mask:          s.Mask[i*s.Actions : (i+1)*s.Actions],
			Probabilities: s.Probabilities[i*s.Actions : (i+1)*s.Actions],
			Action:        s.Action[i], Return: s.Return[i], Seat: int32(s.Seat[i]), Kind: int32(s.Kind[i]),
			Agent: int32(s.Agent[i]), Episode: s.Episode[i], Step: s.Step[i],
		})
		if len(rows) == cap(rows) || i == s.Rows()-1 {
			if _, err := file.Write(rows); err != nil {
				return err
			}
			rows = rows[:0]
		}
	}
	return file.Close()
}
