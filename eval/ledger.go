package eval

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// Bounds of what is counted. Deals are added up as they end, so that memory does not grow
// with them.
const (
	// MostGames is the largest number of games of a match, or of a pair of an arena.
	MostGames = 1_000_000_000
	// MostKept is the largest number of deals whose games are kept.
	MostKept = 100_000
	// mostRows is the largest number of rows of a ledger. Rows that grow with the square of the
	// agents have mostFigures together, but for leastRows, which intervals want.
	mostRows, mostFigures, leastRows = 1 << 18, 1 << 24, 64
	// ahead is the number of groups that may be played ahead of the first one that is not over.
	ahead = 1024
)

// A ledger holds the figures of deals, added up in the order of the deals whatever the order
// in which they end. A row is one deal; when there is no room for more rows, neighbours become
// one row, so that intervals still see clusters of equal size.
type ledger struct {
	room    int // rows; even
	ahead   int
	mu      sync.Mutex
	moved   *sync.Cond         // next has changed, or a context has ended
	waiting map[int]MatchGroup // groups that are over, behind one that is not
	next    int                // the first group that is not added

	each              int         // deals of a row
	rows              [][]float64 // sums over the deals of a row; the last one may have fewer
	deals             int
	sum, least, most  []float64 // by column, over all deals
	shortest, longest int       // decisions of a game
}

func newLedger(columns int) *ledger {
	l := &ledger{room: mostRows, ahead: ahead, waiting: map[int]MatchGroup{}, each: 1, sum: make([]float64, columns)}
	l.moved = sync.NewCond(&l.mu)
	return l
}

// roomFor returns the number of rows of mostFigures at most, a power of two.
func roomFor(columns int) int {
	room := mostRows
	for room > leastRows && room > mostFigures/max(1, columns) {
		room /= 2
	}
	return room
}

// wait returns when a group may be played: not too far ahead of the first one that is not
// over. The error is the context's.
func (l *ledger) wait(ctx context.Context, number int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if number < l.next+l.ahead {
		return ctx.Err()
	}
	stop := context.AfterFunc(ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.moved.Broadcast()
	})
	defer stop()
	for number >= l.next+l.ahead && ctx.Err() == nil {
		l.moved.Wait()
	}
	return ctx.Err()
}

// over takes a group that is over, and keeps its rows.
func (l *ledger) over(number int, g MatchGroup) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting[number] = g
	for {
		g, ok := l.waiting[l.next]
		if !ok {
			l.moved.Broadcast()
			return
		}
		l.add(g)
		delete(l.waiting, l.next)
		l.next++
	}
}

// isOver reports whether a group is over.
func (l *ledger) isOver(number int) bool {
	_, waits := l.waiting[number]
	return waits || number < l.next
}

// close adds the groups that wait for one that will not come.
func (l *ledger) close() {
	for _, number := range slices.Sorted(maps.Keys(l.waiting)) {
		l.add(l.waiting[number])
	}
	clear(l.waiting)
}

// add adds the deals of a group.
func (l *ledger) add(g MatchGroup) {
	if l.deals == 0 {
		l.least, l.most, l.shortest = slices.Clone(g.Rows[0]), slices.Clone(g.Rows[0]), g.Shortest
	}
	l.shortest, l.longest = min(l.shortest, g.Shortest), max(l.longest, g.Longest)
	for _, row := range g.Rows {
		for c, v := range row {
			l.sum[c] += v
			l.least[c], l.most[c] = min(l.least[c], v), max(l.most[c], v)
		}
		if l.deals == l.room*l.each {
			l.halve()
		}
		if at := l.deals / l.each; at < len(l.rows) {
			addRow(l.rows[at], row)
		} else if l.each == 1 {
			l.rows = append(l.rows, row)
		} else {
			l.rows = append(l.rows, slices.Clone(row))
		}
		l.deals++
	}
}

// halve makes one row of every two, in memory of its own: the memory of the groups goes.
func (l *ledger) halve() {
	columns := len(l.sum)
	flat := make([]float64, l.room/2*columns)
	rows := make([][]float64, 0, l.room)
	for i := 0; i < len(l.rows); i += 2 {
		var row []float64
		row, flat = flat[:columns:columns], flat[columns:]
		copy(row, l.rows[i])
		addRow(row, l.rows[i+1])
		rows = append(rows, row)
	}
	l.rows, l.each = rows, 2*l.each
}

func addRow(sum, row []float64) {
	for c, v := range row {
		sum[c] += v
	}
}

// clusters returns the rows as means. Deals that do not fill the last row join the one before.
func (l *ledger) clusters() [][]float64 {
	if l.each == 1 {
		return l.rows
	}
	rows := make([][]float64, l.deals/l.each)
	for i := range rows {
		rows[i] = slices.Clone(l.rows[i])
		deals := l.each
		if i == len(rows)-1 && i+1 < len(l.rows) {
			addRow(rows[i], l.rows[i+1])
			deals = l.deals - i*l.each
		}
		for c := range rows[i] {
			rows[i][c] /= float64(deals)
		}
	}
	return rows
}

// mean returns the mean of each column over all deals.
func (l *ledger) mean() []float64 {
	mean := slices.Clone(l.sum)
	for c := range mean {
		mean[c] /= float64(l.deals)
	}
	return mean
}

// share returns the interval of a mean share, as shareInterval does.
func (l *ledger) share(rows [][]float64, column int, bootstrap Interval) Interval {
	if l.each == 1 {
		return shareInterval(rows, column, bootstrap)
	}
	if l.least[column] == l.most[column] {
		n := float64(l.deals)
		return Wilson(n*l.least[column], n)
	}
	return bootstrap
}
