package cluster

import (
	"context"
	"time"
)

// Search finds out whether a run waits for work that is nowhere any more: a server that
// lost power has lost what came in last, and one with a new disk knows nothing. Whoever takes
// the results of a run tells it of every call of Take. The fields belong to the run, which is
// in the table of runs; one goroutine uses it.
type Search struct {
	Jobs, Results *Queue

	// Wanted counts the jobs that were posted whose results have not come.
	Wanted func() int

	quiet   time.Time // since when nothing has come, or nobody has looked
	suspect bool
}

// quietAtMost is how long no result comes before a search looks where the jobs are.
const quietAtMost = 3 * time.Second

// Took notes what Take has returned, nil when nothing came. It reports whether jobs have
// vanished, with their results, so that they must be posted again: nothing has come for
// twice some seconds, and at the end of both the queues had fewer messages than there are
// jobs that are wanted. A message that is only late is still in a queue.
//
// It reports the same where nothing has come for some seconds and the run is not in the table
// any more: no worker would find the jobs. Then the run, and what it keeps, must be put there
// again as well.
func (s *Search) Took(ctx context.Context, item *Item) (vanished bool, err error) {
	if item != nil || s.quiet.IsZero() {
		s.quiet, s.suspect = time.Now(), false
		return false, nil
	}
	if time.Since(s.quiet) < min(quietAtMost, s.Jobs.conn.Patience()) {
		return false, nil
	}
	s.quiet = time.Now()
	if s.Wanted() == 0 {
		s.suspect = false
		return false, nil
	}
	known, err := s.Jobs.conn.Runs().Has(ctx, s.Jobs.run)
	if err != nil {
		return false, err
	}
	if !known {
		s.suspect = false
		return true, nil
	}
	// In this order: a job is done when its result is posted, so that none falls between.
	jobs, err := s.Jobs.Depth(ctx)
	if err != nil {
		return false, err
	}
	results, err := s.Results.Depth(ctx)
	if err != nil {
		return false, err
	}
	there := jobs.Waiting + jobs.Taken + results.Waiting + max(0, results.Taken-s.Results.holds.count())
	before := s.suspect
	s.suspect = there < s.Wanted() && !before
	return there < s.Wanted() && before, nil
}
