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
	// fewRows is their number where a thinner makes the clusters, and rows are only for a match that
	// is interrupted; more than mostClusters.
	fewRows = 1 << 14
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
	thinner           *thinner    // of deals whose number is known; or nil
	deals             int
	sum, least, most  []float64 // by column, over all deals
	shortest, longest int       // decisions of a game
}

func newLedger(columns int) *ledger {
	l := &ledger{room: mostRows, ahead: ahead, waiting: map[int]MatchGroup{}, each: 1, sum: make([]float64, columns)}
	l.moved = sync.NewCond(&l.mu)
	return l
}

// expect tells the ledger how many deals will come, so that it holds no more of them than
// clusters wants.
func (l *ledger) expect(deals int) {
	if deals > mostClusters {
		l.room, l.thinner = fewRows, newThinner(deals, len(l.sum), mostRows, mostClusters)
	}
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
		if l.thinner != nil {
			l.thinner.add(row)
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
	if l.thinner != nil && l.deals == l.thinner.deals {
		return l.thinner.clusters
	}
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

// share returns the interval of a mean share, as shareInterval does of all deals.
func (l *ledger) share(rows [][]float64, column int, bootstrap Interval) Interval {
	if l.deals < few {
		return shareInterval(rows, column, bootstrap)
	}
	if l.least[column] == l.most[column] {
		n := float64(l.deals)
		return Wilson(n*l.least[column], n)
	}
	return bootstrap
}

// A thinner makes clusters of deals whose number is known from the start: in the memory of those
// that Bootstrap draws from, and to the last bit those that a ledger with room for rooms rows
// and thin would make of them.
type thinner struct {
	deals int // that will come
	rooms int // rows of that ledger

	each, rows     int // deals of a row, and full rows
	group, columns int // rows of a cluster
	at, size       int // deals that came, and deals of a row of the ledger when they did

	parts    [][]float64 // of the row under way: sums of ever fewer deals, each a power of two
	sizes    []int       // deals of parts
	rest     []float64   // sum of the deals that fill no row; nil before one comes
	clusters [][]float64
	spare    [][]float64 // parts to be used again
}

func newThinner(deals, columns, rooms, most int) *thinner {
	t := &thinner{deals: deals, rooms: rooms, each: 1, size: 1, columns: columns}
	for deals > rooms*t.each {
		t.each *= 2
	}
	t.rows = deals / t.each
	t.group = (t.rows + most - 1) / most
	return t
}

// add adds the next deal. The row stays the caller's.
func (t *thinner) add(row []float64) {
	switch in := t.at / t.each; {
	case in == t.rows && t.rest == nil:
		t.rest = append([]float64(nil), row...)
	case in == t.rows:
		addRow(t.rest, row)
	default:
		t.addPart(row)
	}
	t.at++
	if full := t.at / t.each; t.at%t.each == 0 && full < t.rows {
		t.endRow(full-1, t.each)
	} else if t.at == t.deals {
		if t.rest != nil {
			addRow(t.parts[0], t.rest)
		}
		t.endRow(t.rows-1, t.deals-(t.rows-1)*t.each)
	}
}

// addPart adds a deal to the row under way, in the order in which a ledger does: deals that
// come when its rows have some number of deals are added one after the other, and rows that are
// joined two by two.
func (t *thinner) addPart(row []float64) {
	for t.at+1 > t.rooms*t.size {
		t.size *= 2
	}
	last := len(t.parts) - 1
	if t.at%t.size != 0 {
		addRow(t.parts[last], row)
		t.sizes[last]++
	} else {
		part := make([]float64, 0, t.columns)
		if n := len(t.spare); n > 0 {
			part, t.spare = t.spare[n-1], t.spare[:n-1]
		}
		t.parts, t.sizes = append(t.parts, append(part, row...)), append(t.sizes, 1)
		last++
	}
	for last > 0 && t.sizes[last] >= t.size && t.sizes[last] == t.sizes[last-1] {
		addRow(t.parts[last-1], t.parts[last])
		t.sizes[last-1] *= 2
		t.spare = append(t.spare, t.parts[last][:0])
		t.parts, t.sizes = t.parts[:last], t.sizes[:last]
		last--
	}
}

// endRow adds a row of some deals to its cluster. Rows that are left over join the last one.
func (t *thinner) endRow(number, deals int) {
	groups := t.rows / t.group
	at := min(number/t.group, groups-1)
	if at == len(t.clusters) {
		t.clusters = append(t.clusters, make([]float64, t.columns))
	}
	rows := t.group
	if at == groups-1 {
		rows = t.rows - at*t.group
	}
	for c, v := range t.parts[0] {
		t.clusters[at][c] += v / float64(deals) / float64(rows)
	}
	t.spare = append(t.spare, t.parts[0][:0])
	t.parts, t.sizes = t.parts[:0], t.sizes[:0]
}
