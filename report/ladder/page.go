package ladder

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ringer/internal/numbers"
	"ringer/report/records"
)

// Page returns the page of all ladders, in Markdown.
func Page(bots []Bot) string {
	var b strings.Builder
	b.WriteString(`# Ladders

How strong each shipped bot is against a whole field. ` + "`make ladder`" + ` measures it and writes this page; the records lie in
[docs/ladder](ladder), one file a bot, with seeds, dates, commits and the checksums of all bots.

[How to read our numbers](numbers.md) explains shares, intervals and ratings. The first thing that is said of a bot is its **hardest opponent**: the one
that it is least ahead of, by the upper end of the interval, since few games would make any opponent look hard. *Even* is the share that it would win there if all
were equally strong. *Ahead* means that the whole interval is above even, *behind* that it is below, *level* that these games cannot tell. *Not ahead of*
lists all others of which it is not ahead, with the games played. Where several of the bot sit against one opponent, the wins of all its seats count
together, and even is the part of the seats that it has. A bot with search does not count there; it has a table of its own. Intervals are 95%, over
deals; a deal is played in all rotations of the seats, and a k-way tie counts 1/k. The deals of a bot follow from its weights, so nobody chose the bot on
them; best responses are chosen on other deals than those that their gains are from.

- *One against three*: one bot, and the opponent in the three other seats. *Three against one*: one opponent, and the bot in the three other seats.
- *Minutes*: how long the bot alone played the opponent. A pair ends after the deals that were asked for, or when its time is over; pairs that were
  close were given more, some of them more than once, and an interval counts all games, however often somebody looked at it before.
- *Expert*: the wins of one expert against the same opponent. *More than the expert*: how many games in a hundred more the bot wins there.
- *Ahead in*: in how many seats the bot clearly wins more than the seat is worth, the share that it wins there against itself, which is measured as well.
- In a game of teams, *one* is a whole team of partners, and the seats are teams.
- *Exploited by*, *best response in*: how many games in a hundred the best response found wins more in a seat than the bot itself would there, against
  the bot in all other seats; of a team, one seat. The interval is for that seat alone.
- *From a fresh start*: what the best response gains of those that began at random or as an imitation of the expert, and so have seen nothing of what
  a bot has learned. *Habits*: what somebody gains who always takes the same action where the game hides the choice.
- *Not met*: what the bot has not been measured against, of random, greedy, the expert of its game, tree searches and itself.

Where chips are won (games whose exploitability is exact), figures are chips a game instead of shares, and even is 0.

`)
	b.WriteString(Summary(bots, ""))
	for i := range bots {
		b.WriteString("\n" + Section(&bots[i]))
	}
	return b.String()
}

// Brief returns the table of all bots in so few words that it fits a screen, in Markdown,
// with links into a page that has the rest.
func Brief(bots []Bot, page string) string {
	rows := [][]string{
		{"bot", "hardest opponent", "wins", "even", "games", "ahead of", "best response gains"},
		{"", "", ":", ":", ":", ":", ":"},
	}
	carried := false
	for i := range bots {
		bot := &bots[i]
		carried = carried || bot.Carried
		row := []string{"[`" + bot.Name + "`](" + page + "#" + bot.Name + ")" + records.CarriedMark(bot.Carried), "–", "–", "–", "–", "–", bot.gain()}
		if worst, ok := bot.Worst(); ok {
			all := len(bot.results())
			row[1], row[2], row[3], row[4] = bot.against(&worst), bot.share(&worst), bot.evenOf(&worst), numbers.Count(worst.Deals.Games)
			row[5] = fmt.Sprintf("%d of %d", all-len(bot.NotAhead()), all)
		}
		rows = append(rows, row)
	}
	return records.Table(rows) + records.CarriedLegend(carried)
}

// gain says what the worst of the best responses to a bot gains, where one was found.
func (b *Bot) gain() string {
	worst, tried := b.worstGain()
	switch {
	case b.Exact != nil:
		return fmt.Sprintf("%.4f, exact", *b.Exact)
	case !tried:
		return "not tried"
	case !worst.Found:
		return "nothing found"
	}
	return b.gained(&worst)
}

// gained writes a gain with its unit.
func (b *Bot) gained(g *Gain) string {
	if !b.wins() {
		return b.points(g)
	}
	return b.points(g) + " points"
}

// points writes a gain in points of wins, or as it is where returns are no wins. A win is worth
// 1 and a loss −1/(n−1) among n sides, so that a return of n/(n−1) is all wins.
func (b *Bot) points(g *Gain) string {
	if !b.wins() {
		return numbers.Signed(g.Gain, g.Low, g.High)
	}
	scale := float64(b.Seats-1) / float64(b.Seats)
	return numbers.Points(scale*g.Gain, scale*g.Low, scale*g.High)
}

// worstGain returns the highest gain of a best response to a bot, of those found if there is
// one; false where nobody tried.
func (b *Bot) worstGain() (worst Gain, tried bool) {
	if b.Gains == nil {
		return worst, false
	}
	return worstOf(b.Gains.Gains)
}

// worstOf returns the highest of the gains found, or of all where none was; false where there are
// none.
func worstOf(gains []Gain) (worst Gain, tried bool) {
	for i, g := range gains {
		if i == 0 || g.Found && !worst.Found || g.Found == worst.Found && g.Gain > worst.Gain {
			worst = g
		}
	}
	return worst, len(gains) > 0
}

// Summary returns the whole table of all bots, in Markdown, with links into a page.
func Summary(bots []Bot, page string) string {
	rows := [][]string{
		{"bot", "seats", "hardest opponent", "wins", "even", "games", "not ahead of", "wins against `expert`", "games", "exploited by"},
		{"", ":", "", ":", ":", ":", "", ":", ":", ""},
	}
	for i := range bots {
		bot := &bots[i]
		row := []string{"[`" + bot.Name + "`](" + page + "#" + bot.Name + ")", bot.count(), "–", "–", "–", "–", bot.notAhead(), "–", "", bot.exploited()}
		if worst, ok := bot.Worst(); ok {
			row[2], row[3], row[4], row[5] = bot.against(&worst), bot.share(&worst), bot.evenOf(&worst), numbers.Count(worst.Deals.Games)
		}
		for _, r := range bot.Rungs {
			if r.Opponent.Name == "expert" {
				row[7], row[8] = bot.figure(r.Alone.Deals), numbers.Count(r.Alone.Deals.Games)
			}
		}
		rows = append(rows, row)
	}
	return records.Table(rows)
}

// share writes the share of a result: of the bot, or of several of it together.
func (b *Bot) share(r *Result) string {
	if r.Reversed {
		return b.ours(r.Deals)
	}
	return b.figure(r.Deals)
}

// evenOf writes the share of a result that equal players would have.
func (b *Bot) evenOf(r *Result) string {
	if r.Reversed {
		return b.even(b.Seats - 1)
	}
	return b.even(1)
}

// against names the opponent of a result, and the seating where the bot was not alone.
func (b *Bot) against(r *Result) string {
	if !r.Reversed {
		return "`" + r.Opponent + "`"
	}
	return fmt.Sprintf("%s against %s of the bot", r.one(), b.others())
}

// one names the one opponent of several of the bot.
func (r *Result) one() string {
	if r.Older {
		return "one older `" + r.Opponent + "`"
	}
	return "one `" + r.Opponent + "`"
}

// notAhead lists the opponents that the bot is not ahead of, but for the worst.
func (b *Bot) notAhead() string {
	worst, _ := b.Worst()
	var list []string
	for _, r := range b.NotAhead() {
		if r.Deals == worst.Deals {
			continue
		}
		one := ""
		if r.Reversed {
			one = "one "
		}
		list = append(list, fmt.Sprintf("%s`%s` (%s, %s)", one, r.Opponent, r.Outcome, numbers.Count(r.Deals.Games)))
	}
	return strings.Join(list, ", ")
}

// exploited says what is known about best responses to a bot.
func (b *Bot) exploited() string {
	worst, tried := b.worstGain()
	switch {
	case b.Exact != nil:
		return fmt.Sprintf("exploitability %.4f, exact", *b.Exact)
	case !tried:
		return "not tried"
	case !worst.Found:
		return "nothing found with " + b.Gains.Budget + unlearnedNote(b.Gains.Unlearned)
	}
	by := ""
	if worst.By != "" {
		by = " (by " + worst.By + ")"
	}
	return fmt.Sprintf("%s in seat %d%s, %s", b.gained(&worst), worst.Seat+1, by, b.Gains.Budget) + unlearnedNote(b.Gains.Unlearned)
}

// unlearnedNote says that the copies of an agent got worse by their training, when they did.
func unlearnedNote(by float64) string {
	if by == 0 {
		return ""
	}
	return fmt.Sprintf("; the mean return of its copies fell by %.2f in training, whose settings do not fit, so that more may be there", by)
}

// Section returns the ladder of one bot, in Markdown.
func Section(bot *Bot) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n`%s`, %s. %s\n\n", bot.Name, bot.Game, bot.sides(), bot.headline())
	others := bot.others()
	head := []string{"opponent", "games", "minutes", "one against " + others, "", "ahead in", others + " against one", "", "expert", "more than the expert"}
	align := []string{"", ":", ":", ":", "", ":", ":", "", ":", ":"}
	if bot.Seats == 2 {
		const alone, against = 3, 6
		head, align = slices.Delete(head, against, against+2), slices.Delete(align, against, against+2)
		head[alone] = "wins"
		if bot.chips() {
			head[alone] = "chips a game"
		}
	}
	rows := [][]string{head, align}
	for i := range bot.Rungs {
		rows = append(rows, bot.row(&bot.Rungs[i]))
	}
	b.WriteString(records.Table(rows))
	if beaten := bot.betterByExpert(); len(beaten) > 0 {
		fmt.Fprintf(&b, "\nThe expert clearly wins more than the bot against %s.\n", strings.Join(beaten, ", "))
	} else if slices.ContainsFunc(bot.Rungs, func(r Rung) bool { return r.Expert != nil }) {
		b.WriteString("\nThe expert clearly wins more than the bot against none of them.\n")
	}
	b.WriteString(bot.notMet())
	b.WriteString(bot.bySeat())
	b.WriteString(bot.responses())
	b.WriteString(bot.fresh())
	b.WriteString(bot.habits())
	b.WriteString(bot.searched())
	b.WriteString(bot.made())
	return b.String()
}

// count writes the number of seats, or of teams.
func (b *Bot) count() string {
	if b.Teams {
		return fmt.Sprint(b.Seats, " teams")
	}
	return fmt.Sprint(b.Seats)
}

func (b *Bot) headline() string {
	worst, ok := b.Worst()
	if !ok {
		return "Nothing has been measured yet."
	}
	return fmt.Sprintf("Hardest opponent: %s (%s). Best response: %s.", b.said(&worst), worst.Outcome, b.exploited())
}

// said puts a result into a sentence.
func (b *Bot) said(r *Result) string {
	d := r.Deals
	switch {
	case b.chips():
		return fmt.Sprintf("it wins %s chips a game against %s in %s; even would be 0", b.share(r), b.against(r), numbers.Games(d.Games))
	case r.Reversed:
		return fmt.Sprintf("%s of the bot beat %s %s", b.others(), r.one(), numbers.Often(1-d.WinRate, 1-d.High, 1-d.Low, d.Games, 1-d.EqualShare))
	}
	return "it " + numbers.Beats("`"+r.Opponent+"`", d.WinRate, d.Low, d.High, d.Games, d.EqualShare)
}

func (b *Bot) row(r *Rung) []string {
	ahead, behind := b.SeatsAhead(r)
	clear := "–"
	if b.Itself != nil && !b.chips() {
		clear = fmt.Sprintf("%d of %d", ahead, b.Seats)
		if behind > 0 {
			clear += fmt.Sprintf(", behind in %d", behind)
		}
	}
	row := []string{"`" + r.Opponent.Name + "`", numbers.Count(r.Alone.Deals.Games), fmt.Sprintf("%.1f", r.Alone.Seconds/60), b.figure(r.Alone.Deals), string(b.verdict(r.Alone.Deals, false)), clear}
	if b.Seats != 2 {
		reversed, verdict := "–", ""
		if r.Against != nil {
			reversed, verdict = b.ours(r.Against.Deals), string(b.verdict(r.Against.Deals, true))
		}
		row = append(row, reversed, verdict)
	}
	expert, over := "–", "–"
	if d, ok := r.OverExpert(); ok {
		expert = b.figure(r.Expert.Deals)
		over = numbers.Points(d.Value, d.Low, d.High)
	}
	return append(row, expert, over)
}

// betterByExpert lists the opponents against which the expert clearly wins more.
func (b *Bot) betterByExpert() (names []string) {
	for i := range b.Rungs {
		if d, ok := b.Rungs[i].OverExpert(); ok && d.High < 0 {
			names = append(names, "`"+b.Rungs[i].Opponent.Name+"`")
		}
	}
	return names
}

// NotMet names the agents of the field that a bot has not met, itself included.
func (b *Bot) NotMet() (names []string) {
	for _, name := range b.Field {
		if !slices.ContainsFunc(b.Rungs, func(r Rung) bool { return r.Opponent.Name == name }) {
			names = append(names, "`"+name+"`")
		}
	}
	if b.Itself == nil {
		names = append(names, "itself")
	}
	return names
}

// notMet says which agents a bot has not met.
func (b *Bot) notMet() string {
	var lines []string
	if names := b.NotMet(); len(names) > 0 {
		lines = append(lines, "Not met: "+strings.Join(names, ", ")+".")
	}
	if !slices.ContainsFunc(b.Rungs, func(r Rung) bool { return r.Opponent.Role == Older }) {
		lines = append(lines, "There is no older bot to meet.")
	}
	if len(lines) == 0 {
		return ""
	}
	return "\n" + strings.Join(lines, " ") + "\n"
}

// bySeat returns the wins of the bot by seat.
func (b *Bot) bySeat() string {
	if b.chips() {
		return ""
	}
	rows := [][]string{{"by " + b.side() + ", alone against"}, {""}}
	for i := range b.Seats {
		rows[0], rows[1] = append(rows[0], fmt.Sprintf("%s %d", b.side(), i+1)), append(rows[1], ":")
	}
	add := func(name string, r *Record) {
		row := []string{name}
		for _, s := range r.Deals.Seats {
			row = append(row, numbers.Share(s.WinRate, s.Low, s.High))
		}
		rows = append(rows, row)
	}
	if b.Itself != nil {
		add("itself", b.Itself)
	}
	for _, r := range b.Rungs {
		add("`"+r.Opponent.Name+"`", r.Alone)
	}
	if len(rows) == 2 {
		return ""
	}
	return "\n" + records.Table(rows)
}

// responses returns what the best responses to the bot gain, by seat.
func (b *Bot) responses() string {
	if b.Gains == nil {
		return ""
	}
	rows := [][]string{{"best response in", "gains, points of wins", "found by"}, {"", ":", ""}}
	if !b.wins() {
		rows[0][1] = "gains, returns"
	}
	for i := range b.Gains.Gains {
		g := &b.Gains.Gains[i]
		row := []string{fmt.Sprintf("seat %d", g.Seat+1), "–", "nothing better than the bot itself"}
		if g.Measured() {
			row[1], row[2] = b.points(g), "nothing clear"
		}
		if g.Found {
			row[2] = cmp.Or(g.By, "one that was not recorded")
		}
		rows = append(rows, row)
	}
	return "\n" + records.Table(rows)
}

// fresh says what best responses gain that began with nothing that a bot has learned.
func (b *Bot) fresh() string {
	if b.Gains == nil {
		return ""
	}
	worst, tried := worstOf(b.Gains.Fresh)
	words := "not reported apart"
	switch {
	case tried && !worst.Found:
		words = "nothing found"
	case tried:
		words = fmt.Sprintf("%s in seat %d (by %s)", b.gained(&worst), worst.Seat+1, worst.By)
	}
	return "\nBest response from a fresh start: " + words + ".\n"
}

// habits says what constant actions gain from the bot.
func (b *Bot) habits() string {
	switch {
	case b.Audit != nil:
		return "\nHabits: " + b.Audit.Words() + "\n"
	case b.Exact != nil:
		return "" // nobody gains more than the exact best response
	}
	return "\nHabits: not audited.\n"
}

// searched returns what search adds to the bot.
func (b *Bot) searched() string {
	if len(b.Searches) == 0 {
		return ""
	}
	rows := [][]string{{"with search", "against", "games", "wins", "", "seconds"}, {"", "", ":", ":", "", ":"}}
	for _, r := range b.Searches {
		rows = append(rows, []string{
			"`" + r.One.Name + "`", "`" + r.Others.Name + "`", numbers.Count(r.Deals.Games), b.figure(r.Deals), string(b.verdict(r.Deals, false)), fmt.Sprintf("%.0f", r.Seconds),
		})
	}
	return "\n" + records.Table(rows)
}
