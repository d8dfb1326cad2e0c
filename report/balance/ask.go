package balance

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ringer/internal/numbers"
	"ringer/report/flag"
	"ringer/report/lengths"
	"ringer/report/options"
	"ringer/report/ratio"
	"ringer/report/uplift"
	"ringer/report/whatif"
)

// asked is the question that a panel answers: its claims, and the sentences for what their
// intervals leave of it. Titles, verdicts and targets all go by it.
type asked struct {
	claims flag.Claims
	holds  string // what is true where every claim is inside of its range
	none   string // what is true where none is outside
	what   string // whose figures these are: "seats"
	top    string // what those are that come first: "Furthest from even"

	show func(x, low, high float64) string // writes a figure of a claim
	size func(x float64) string            // writes an effect
}

// answer says in sentences what is known where nothing is flagged: that all is as it should be,
// or what a report of this many games could see, and how many more would do.
func (q *asked) answer(games int) string {
	known := len(q.claims) - q.claims.Unknown()
	if known == 0 {
		return fmt.Sprintf("Nothing is known of the %s: they came up too seldom in %s to be measured.", q.what, numbers.Games(games))
	}
	var b strings.Builder
	switch q.claims.Answer() {
	case flag.Inside:
		fmt.Fprintf(&b, "%s: every interval says so.", q.holds)
	default:
		b.WriteString(q.none)
		but := ", but"
		if n := q.beyond(); n > 0 {
			but = ";"
			lie := "lie beyond that by themselves"
			if n == 1 {
				lie = "lies beyond that by itself"
			}
			fmt.Fprintf(&b, ", though %s of %d %s, before a test with fresh games", plural(n, "interval", "intervals"), known, lie)
		}
		if times := q.claims.Would(); times > 1 {
			fmt.Fprintf(&b, "%s this report could only see effects above %s; about %s would show effects above %s", but, q.size(q.claims.Sees()), more(games, times), q.size(q.widest()))
		} else if effect := q.claims.Sees(); effect > 0 {
			fmt.Fprintf(&b, "; this report could see effects above %s", q.size(effect))
		}
		b.WriteString(".")
	}
	if n := q.claims.Unknown(); n > 0 {
		fmt.Fprintf(&b, " %d of %d %s came up too seldom to be measured.", n, len(q.claims), q.what)
	}
	return b.String()
}

// beyond returns the number of claims that are outside and were not flagged.
func (q *asked) beyond() (n int) {
	for i := range q.claims {
		if c := &q.claims[i]; c.Answer() == flag.Outside && !c.Flagged {
			n++
		}
	}
	return n
}

// flagged reports whether a claim is flagged.
func (q *asked) flagged() bool {
	return slices.ContainsFunc(q.claims, func(c flag.Claim) bool { return c.Flagged })
}

// widest returns the width of the widest range.
func (q *asked) widest() (width float64) {
	for i := range q.claims {
		if c := &q.claims[i]; c.Known() {
			width = max(width, c.Most-c.Least)
		}
	}
	return width
}

// first names the three claims that stand out most, with their intervals.
func (q *asked) first() string {
	var parts []string
	for _, c := range q.claims.Top(3) {
		parts = append(parts, c.Subject+" "+q.show(c.Value, c.Low, c.High))
	}
	if len(parts) == 0 {
		return ""
	}
	return q.top + ": " + strings.Join(parts, ", ") + "."
}

// more writes how many games more a report of some needs for a multiple of its observations.
func more(games int, times float64) string {
	n := math.Ceil(float64(games) * (times - 1))
	if n >= 100 { // two digits are all that is known of it
		unit := math.Pow(10, math.Floor(math.Log10(n))-1)
		n = math.Ceil(n/unit) * unit
	}
	return plural(int(min(n, 1e12)), "more game", "more games")
}

// points writes a difference of shares from its interval, and above an effect to both sides.
func points(x, low, high float64) string { return numbers.Points(x, low, high) + " points" }

func abovePoints(x float64) string { return "±" + rough(100*x) + " points" }

// rough writes a size with two digits.
func rough(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.2g", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// askThings asks whether anything is worth more, or less, than what stands in its place by more than the
// margin. It asks about things that were had, or where nothing is had, about those that were played.
func (r *Report) askThings() *asked {
	s := r.Things
	q := &asked{what: "cards and other things", top: "Furthest from the average of what stands in their place", show: points, size: abovePoints}
	if s.Part != partGame && !strings.HasPrefix(s.Unit, "share") {
		unit := " " + s.Unit
		q.show = func(x, low, high float64) string { return numbers.Signed(x, low, high) + unit }
		q.size = func(x float64) string { return "±" + rough(x) + unit }
	}
	q.holds = fmt.Sprintf("Nothing is worth more than %s beyond the average of what stands in its place", r.margin())
	q.none = "No card or other thing is flagged"
	of, flags := experiments[0].of, []string{uplift.FlagDominant, uplift.FlagDead}
	if !slices.ContainsFunc(s.Things, func(x uplift.Row) bool { return x.Had != nil }) &&
		slices.ContainsFunc(s.Things, func(x uplift.Row) bool { return x.Played != nil }) {
		of, flags = experiments[1].of, []string{uplift.FlagUnderplayed, uplift.FlagOverplayed}
	}
	for i := range s.Things {
		row := &s.Things[i]
		u := of(row)
		switch {
		case u != nil:
			q.claims = append(q.claims, flag.Claim{
				Subject: row.Name, Value: u.Value, Low: u.Low, High: u.High, Least: -s.Margin, Most: s.Margin,
				Flagged: slices.Contains(flags, u.Flag),
			})
		case row.WhenHeld.Of+row.WhenPlayed.Of+row.PlayRate.Of > 0:
			q.claims = append(q.claims, flag.Unknown(row.Name))
		}
	}
	return q
}

// askSeats asks whether every seat of the strongest agents wins its share.
func (r *Report) askSeats() *asked {
	s := r.Seats
	band := fmt.Sprintf("%s points", decimal(100*s.Band))
	q := &asked{
		what: "seats", top: "Furthest from even", show: points, size: abovePoints,
		holds: "Every seat of the strongest agents lies within " + band + " of even", none: "No seat of the strongest agents lies clearly outside " + band + " around even",
	}
	if len(s.Levels) == 0 {
		return q
	}
	level := &s.Levels[len(s.Levels)-1]
	for k, role := range level.Roles {
		if k > 0 && alike(s.Levels, k) {
			continue
		}
		even := 1 / float64(len(role.Cells))
		for i, c := range role.Cells {
			if i == 1 && len(role.Cells) == 2 && math.Abs(c.Wins.Value+role.Cells[0].Wins.Value-1) < 1e-9 {
				continue // it has what the other has not
			}
			q.claims = append(q.claims, flag.Claim{
				Subject: c.Name, Value: c.Wins.Value - even, Low: c.Wins.Low - even, High: c.Wins.High - even, Least: -s.Band, Most: s.Band,
				Flagged: c.Flagged,
			})
		}
	}
	return q
}

// answerEnds says which endings of the rules happen, where none is flagged.
func (r *Report) answerEnds() string {
	s := r.Ends
	var unseen []string
	for _, e := range s.Ends {
		if e.Share.Value == 0 {
			unseen = append(unseen, e.Name)
		}
	}
	switch n := s.Enough() - s.Games; {
	case len(unseen) == 0:
		return "Every ending of the rules happens."
	case n > 0:
		return fmt.Sprintf("No game of %s ended so: %s. That may be too few games: endings of less than %s may be missed, and %s would do.", number(s.Games), strings.Join(unseen, "; "), percent(s.Unseen()), plural(n, "more game", "more games"))
	default:
		return fmt.Sprintf("No game of %s ended so, which happens in fewer than %s of them: %s.", number(s.Games), percent(s.Unseen()), strings.Join(unseen, "; "))
	}
}

// answerOptions says whether decisions matter, where none is flagged.
func (r *Report) answerOptions() string {
	s := r.Options
	var matter, open, forced []string
	widest := 0.
	for i := range s.Questions {
		x := &s.Questions[i]
		switch {
		case x.Sampled == 0:
			forced = append(forced, x.Name)
		case x.Spread.Low > s.Epsilon:
			matter = append(matter, fmt.Sprintf("“%s” %s", x.Name, r.spread(x)))
		default:
			open = append(open, x.Name)
			widest = max(widest, (x.Spread.High-x.Spread.Low)/2)
		}
	}
	var parts []string
	if len(matter) > 0 {
		text := fmt.Sprintf("The best answer is worth clearly more than the worst in %s of %s: %s", number(len(matter)), plural(len(s.Questions), "question", "questions"), list(matter[:min(3, len(matter))]))
		if n := len(matter) - 3; n > 0 {
			text += fmt.Sprintf(" and %d more", n)
		}
		parts = append(parts, text)
	}
	if len(open) > 0 {
		effect := rough(s.Epsilon+widest) + " (" + s.Unit + ")"
		if s.Unit == options.UnitWin {
			effect = rough(100*(s.Epsilon+widest)) + " points"
		}
		parts = append(parts, fmt.Sprintf("whether it matters is not known of %s: this report could only see differences above %s, and about %s would show half of that", quoted(open), effect, more(r.Plan.Games, 4)))
	}
	if len(forced) > 0 {
		parts = append(parts, "there was never a choice in "+quoted(forced))
	}
	if len(parts) == 0 {
		return "No question was asked."
	}
	text := strings.Join(parts, "; ") + "."
	return strings.ToUpper(text[:1]) + text[1:]
}

// spread writes what the best answer to a question is worth beyond the worst.
func (r *Report) spread(x *options.Question) string {
	if s := x.Spread; r.Options.Unit != options.UnitWin {
		return numbers.Mean(s.Value, s.Low, s.High) + " " + r.Options.Unit
	}
	return numbers.Points(x.Spread.Value, x.Spread.Low, x.Spread.High) + " points"
}

// quoted lists the first names in quotation marks, and says how many more there are.
func quoted(names []string) string {
	var out []string
	for _, n := range names[:min(3, len(names))] {
		out = append(out, "“"+n+"”")
	}
	if n := len(names) - 3; n > 0 {
		return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", n)
	}
	return list(out)
}

// answerRules says what a report could see of changed rules, where nothing changed clearly.
func answerRules(all []moved, games int) string {
	widest := 0.
	for i := range all {
		if m := &all[i]; m.unit == whatif.Share {
			widest = max(widest, (m.High-m.Low)/2)
		}
	}
	if widest == 0 {
		return "No change of the rules moved a figure clearly."
	}
	return fmt.Sprintf("No change of the rules moved a figure clearly, but this report could only see changes of every share above %s; about %s would show half of that.", abovePoints(widest), more(games, 4))
}

// notStudied lists the panels that were not made, of those that a usual report has.
func (r *Report) notStudied() string {
	var left, late []string
	for _, p := range panels() {
		words := usual[p.id]
		switch {
		case words == "" || p.there(r):
		case slices.Contains(r.Late, p.id):
			late = append(late, words)
		default:
			left = append(left, words)
		}
	}
	var sentences []string
	if len(left) > 0 {
		sentences = append(sentences, "Not studied here: "+list(left)+".")
	}
	if len(late) > 0 {
		sentences = append(sentences, "The time was over before these could be studied: "+list(late)+".")
	}
	return strings.Join(sentences, " ")
}

// usual are the panels of every report, in words.
var usual = map[string]string{
	trustID: "trust in the agents", seatsID: "seats", thingsID: "cards and other things", stylesID: "styles of play", optionsID: "decisions",
	arcID: "the arc of a game", luckID: "luck and skill", endsID: "endings", lengthsID: "length", whatifID: "changes of the rules",
}

// couldCompare says how large a difference of shares has to be for half of them to be seen.
func (r *Report) couldCompare() string {
	var halves []float64
	for i := range r.Compared {
		if c := &r.Compared[i]; c.Share {
			halves = append(halves, (c.DiffHigh-c.DiffLow)/2)
		}
	}
	if len(halves) == 0 {
		return ""
	}
	slices.Sort(halves)
	return fmt.Sprintf("; of half of the shares, differences above %s would have been seen", abovePoints(halves[len(halves)/2]))
}

// movesMost words the clearest change by changed rules.
func movesMost(m *moved) string {
	return fmt.Sprintf("%s moves “%s” most clearly: %s", m.rules, m.measure, change(m))
}

// lengthOf says how long games are, at every level of skill that was played.
func (r *Report) lengthOf() string {
	s := r.Lengths
	x := lengths.Minutes(s.Choices)
	text := fmt.Sprintf("A game of %s takes %s minutes on average, and %s to %s in eight of ten, where people decide one after the other in %d seconds", r.all(s.Agents), x.Mean.String(), decimal(x.P10), decimal(x.P90), lengths.Pace)
	if s.Rounds != nil {
		text += "; it has " + roundsOf(s.Rounds, s.Unit)
	}
	text += fmt.Sprintf(" (%s)", numbers.Games(s.Games))
	var parts []string
	for i := range r.LevelLength {
		l := &r.LevelLength[i]
		name := r.who(l.Agent)
		if slices.Contains(s.Agents, l.Agent) {
			name = r.short(l.Agent) // they are named already
		}
		parts = append(parts, name+" "+lengths.Minutes(l.Choices).Mean.String())
	}
	if len(parts) > 1 {
		text += "; minutes by level, the weakest first: " + strings.Join(parts, ", ")
	}
	return text + "."
}

// roundsOf says how many rounds games have, such as "3 heists" where all have as many.
func roundsOf(x *ratio.Spread, unit string) string {
	if x.Min == x.Max {
		if x.Min == 1 {
			unit = "1 " + unit
		} else {
			unit = decimal(x.Min) + " " + unit + "s"
		}
		return unit
	}
	return fmt.Sprintf("%s %ss, %s to %s in eight of ten", x.Mean.String(), unit, decimal(x.P10), decimal(x.P90))
}

// arcOf says when games are decided.
func (r *Report) arcOf() string {
	s := r.Arc
	if s.Open.Low > .5 {
		return fmt.Sprintf("%s of the games are open until their end", s.Open.String())
	}
	return fmt.Sprintf("A game is decided after %s of its decisions on average", numbers.Share(s.Decided.Mean.Value, max(0, s.Decided.Mean.Low), min(1, s.Decided.Mean.High)))
}
