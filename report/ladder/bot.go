package ladder

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"ringer/eval"
)

// Bot is the ladder of one shipped bot.
type Bot struct {
	Name     string
	Game     string
	Seats    int  // or teams
	Teams    bool // agents play whole teams
	Records  []Record
	Carried  bool     // to a later version of its game since, set by whoever knows it
	Field    []string // the agents of Usual that the game has, set by whoever knows it
	Rungs    []Rung   // opponents, the weakest kinds first
	Itself   *Record
	Searches []Record // of the bot with search
	Exact    *float64
	Gains    *Record // of best responses
	Audit    *Audit  // of habits
}

// Rung is one opponent with what was measured against it.
type Rung struct {
	Opponent Agent
	Alone    *Record // one ringer against n-1 of the opponent
	Against  *Record // one of the opponent against n-1 ringers; nil with two seats
	Expert   *Record // one expert against n-1 of the opponent
}

// Compare orders agents for tables: baselines by strength of their kind, searches by
// simulations, then older bots.
func Compare(a, b Agent) int {
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Name, b.Name))
}

// CompareRecords orders the records of a bot as its tables do.
func CompareRecords(a, b *Record) int {
	return cmp.Or(
		cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)),
		cmp.Compare(slices.Index(roles, a.One.Role), slices.Index(roles, b.One.Role)),
		Compare(a.One, b.One), Compare(a.Others, b.Others))
}

var (
	kinds = []Kind{Exact, Trained, Audited, Pair}
	roles = []Role{Ringer, Searcher, Baseline, Older}
)

// rank places an agent in the order of tables.
func rank(a Agent) int {
	base := 100_000_000 * (1 + slices.Index([]Role{Baseline, Older, Ringer, Searcher}, a.Role))
	if i := slices.Index([]string{"random", "greedy", "expert"}, a.Name); i >= 0 {
		return i
	}
	_, sims, _ := strings.Cut(a.Name, "sims=")
	n := 0
	for _, d := range sims {
		if d < '0' || d > '9' || n > 10_000_000 {
			break
		}
		n = 10*n + int(d-'0')
	}
	return base + n
}

// Usual are the agents of a whole ladder, as far as a game has them.
var Usual = []string{"random", "greedy", "expert", "ismcts(sims=50)", "ismcts(sims=500)", "ismcts(sims=5000)"}

// NewBot arranges the records of one bot.
func NewBot(records []Record) Bot {
	b := Bot{Records: records}
	rung := func(a Agent) *Rung {
		i := slices.IndexFunc(b.Rungs, func(r Rung) bool { return r.Opponent == a })
		if i < 0 {
			b.Rungs = append(b.Rungs, Rung{Opponent: a})
			i = len(b.Rungs) - 1
		}
		return &b.Rungs[i]
	}
	for i := range records {
		r := &records[i]
		b.Name, b.Game = r.Ringer, r.Game
		switch {
		case r.Kind == Exact:
			b.Exact = r.Exploitability
		case r.Kind == Trained:
			b.Gains = r
		case r.Kind == Audited:
			b.Audit = r.Habits
		case r.One.Role == Searcher:
			b.Searches = append(b.Searches, *r)
		case r.One.Role == Ringer && r.Others.Role == Ringer:
			b.Itself = r
		case r.One.Role == Ringer:
			rung(r.Others).Alone = r
		case r.Others.Role == Ringer:
			rung(r.One).Against = r
		default:
			rung(r.Others).Expert = r
		}
		if r.Deals != nil {
			b.Seats, b.Teams = len(r.Deals.Seats), r.Teams
		}
	}
	// A rung that the bot itself has not met is no rung.
	b.Rungs = slices.DeleteFunc(b.Rungs, func(r Rung) bool { return r.Alone == nil })
	slices.SortStableFunc(b.Rungs, func(x, y Rung) int { return Compare(x.Opponent, y.Opponent) })
	return b
}

// Outcome is the verdict of a share of wins with its interval.
type Outcome string

// Outcomes of a share against an equal one.
const (
	Wins  Outcome = "ahead"  // the whole interval is above
	Level Outcome = "level"  // the interval holds an equal share
	Loses Outcome = "behind" // the whole interval is below
)

// chips reports whether the bot's game is one of chips, in which the number of wins says
// little.
func (b *Bot) chips() bool { return b.Exact != nil }

// wins reports whether the returns of the bot's game are its wins, as Gain has them: in every
// result that was measured.
func (b *Bot) wins() bool {
	n := float64(b.Seats)
	return !slices.ContainsFunc(b.Rungs, func(r Rung) bool {
		d := r.Alone.Deals
		return math.Abs(d.MeanReturn-(n*d.WinRate-1)/(n-1)) > 1e-9
	})
}

// verdict compares a result with an equal share, seen from the bot; reversed results are
// the opponent's.
func (b *Bot) verdict(d *eval.DealsResult, reversed bool) Outcome {
	low, high, equal := d.Low, d.High, d.EqualShare
	if b.chips() {
		low, high, equal = d.ReturnLow, d.ReturnHigh, 0
	}
	switch {
	case low > equal && !reversed, high < equal && reversed:
		return Wins
	case high < equal && !reversed, low > equal && reversed:
		return Loses
	}
	return Level
}

// Result is one result of a bot against one opponent, seen from the bot.
type Result struct {
	Opponent string
	Older    bool    // the opponent is an older bot, or another that was given
	Reversed bool    // n-1 bots against one opponent: the figures are the opponent's
	Outcome  Outcome // of the bot
	Margin   float64 // by how much the bot is above an equal share at most, at the end of the interval
	Deals    *eval.DealsResult
}

// result returns the result of a pair; reversed where the bot is the n-1.
func (b *Bot) result(opponent Agent, reversed bool, d *eval.DealsResult) Result {
	low, high := d.Low-d.EqualShare, d.High-d.EqualShare
	if b.chips() {
		low, high = d.ReturnLow, d.ReturnHigh
	}
	if reversed {
		high = -low
	}
	return Result{opponent.Name, opponent.Role == Older, reversed, b.verdict(d, reversed), high, d}
}

// results returns all results of a bot, both ways of seating it.
func (b *Bot) results() (all []Result) {
	for i := range b.Rungs {
		r := &b.Rungs[i]
		all = append(all, b.result(r.Opponent, false, r.Alone.Deals))
		if r.Against != nil {
			all = append(all, b.result(r.Opponent, true, r.Against.Deals))
		}
	}
	return all
}

// Worst returns the result in which the bot is least above an equal share even if its luck
// was bad: the one with the lowest upper end of its interval, over the whole field and both
// ways of seating it. By the estimate itself, whoever has played the fewest games would be
// the worst opponent of all. It is false for a bot without results.
func (b *Bot) Worst() (Result, bool) {
	worst := Result{Margin: math.Inf(1)}
	for _, r := range b.results() {
		if r.Margin < worst.Margin {
			worst = r
		}
	}
	return worst, worst.Deals != nil
}

// NotAhead returns the results in which the bot is not ahead of even: what it
// loses, what is level, and what too few games leave open.
func (b *Bot) NotAhead() []Result {
	return slices.DeleteFunc(b.results(), func(r Result) bool { return r.Outcome == Wins })
}

// Difference is a difference of two shares with its 95% interval.
type Difference struct{ Value, Low, High float64 }

// OverExpert returns by how much more the bot wins against an opponent than the expert
// does; false when the expert has not played it. The two are measured on deals of their
// own.
func (r *Rung) OverExpert() (Difference, bool) {
	if r.Expert == nil {
		return Difference{}, false
	}
	a, e := r.Alone.Deals, r.Expert.Deals
	return share{a.WinRate, a.Low, a.High}.over(share{e.WinRate, e.Low, e.High}), true
}

// share is a share of wins with its interval.
type share struct{ value, low, high float64 }

// over returns the difference of two independent shares: the halves of their intervals add
// as the sides of a right triangle do.
func (a share) over(b share) Difference {
	d := a.value - b.value
	return Difference{
		Value: d,
		Low:   d - math.Hypot(a.value-a.low, b.high-b.value),
		High:  d + math.Hypot(a.high-a.value, b.value-b.low),
	}
}

// SeatsAhead counts the seats in which the bot wins more against an opponent than the seat
// is worth: the share that one of several equal bots wins there. The second number counts
// those in which it clearly wins less. Both shares are measured, so the interval of their
// difference must leave out 0.
func (b *Bot) SeatsAhead(r *Rung) (ahead, behind int) {
	if b.Itself == nil {
		return 0, 0
	}
	for i, s := range r.Alone.Deals.Seats {
		worth := b.Itself.Deals.Seats[i]
		over := share{s.WinRate, s.Low, s.High}.over(share{worth.WinRate, worth.Low, worth.High})
		switch {
		case over.Low > 0:
			ahead++
		case over.High < 0:
			behind++
		}
	}
	return ahead, behind
}
