package graph

import (
	"sync/atomic"
	"time"
)

// Served counts what an Inference has done.
type Served struct {
	Batches int           // that were run, each padded to one of the sizes
	Rows    int           // in them
	Padded  int           // rows of zeros beside them
	Time    time.Duration // spent in Run, by the clock, copying included
}

// Add adds the work of another Inference.
func (s *Served) Add(o Served) {
	s.Batches += o.Batches
	s.Rows += o.Rows
	s.Padded += o.Padded
	s.Time += o.Time
}

// Sub takes away what was done before.
func (s *Served) Sub(before Served) {
	s.Batches -= before.Batches
	s.Rows -= before.Rows
	s.Padded -= before.Padded
	s.Time -= before.Time
}

// served is Served under way; several goroutines add to it.
type served struct{ batches, rows, padded, nanoseconds atomic.Int64 }

// add counts a batch of n rows that was run as one of size rows.
func (s *served) add(n, size int) {
	s.batches.Add(1)
	s.rows.Add(int64(n))
	s.padded.Add(int64(size - n))
}

// Served returns what was run since NewInference.
func (f *Inference) Served() Served {
	return Served{
		Batches: int(f.served.batches.Load()), Rows: int(f.served.rows.Load()),
		Padded: int(f.served.padded.Load()), Time: time.Duration(f.served.nanoseconds.Load()),
	}
}
