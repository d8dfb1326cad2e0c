package report

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/report/balance"
	"ringer/report/records"
	"ringer/train/checkpoint"
)

// maxRecords is the size of the largest file of records that is read.
const maxRecords = 16 << 20

// recorded reads the records that --record names, before anything is played. A file that
// is not there yet has none.
func (f *ReportFlags) recorded() ([]balance.Record, error) {
	if f.record == "" {
		return nil, nil
	}
	text, err := disk.ReadText(f.record, maxRecords)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, input.Bad(fmt.Errorf("--record: %w", err))
	}
	all, err := balance.ReadRecords(bytes.NewReader(text))
	if err != nil {
		return nil, input.Bad(fmt.Errorf("--record %s: %w", f.record, err))
	}
	return all, nil
}

// keepRecord writes the records with that of a report.
func (f *ReportFlags) keepRecord(all []balance.Record, r *balance.Report) error {
	if f.record == "" {
		return nil
	}
	var b bytes.Buffer
	if err := records.Write(&b, balance.Keep(all, balance.RecordOf(r))); err != nil {
		return err
	}
	return checkpoint.WriteFile(f.record, b.Bytes())
}
