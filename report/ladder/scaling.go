package ladder

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"ringer/internal/numbers"
	"ringer/report/records"
)

// Training is one finished run of a configuration, as long as it says or longer or shorter
// by a factor, with the report at its end.
type Training struct {
	Config    string   `json:"config"`
	Set       []string `json:"set,omitempty"` // assignments beside the length and the seed
	Variant   string   `json:"variant,omitempty"`
	Change    []string `json:"change,omitempty"` // assignments of the variant
	Game      string   `json:"game"`
	Factor    float64  `json:"factor"` // of the configured decisions
	Seed      uint64   `json:"seed"`
	Decisions int      `json:"decisions"`
	Seconds   float64  `json:"seconds"`           // of training, measuring left out
	Results   []Report `json:"results,omitempty"` // none where the evaluation has no opponents

	records.Stamp // of the build that trained last

	// Ringer is the result against the bot that ships for the game, in all other seats; nil
	// where that was not measured, or is the network of this very run.
	Ringer *RingerReport `json:"ringer,omitempty"`

	// Peers are the results against the networks of the other variants, of the same
	// length and seed; their opponents are those variants.
	Peers []Report `json:"peers,omitempty"`

	Exploitability *float64 `json:"exploitability,omitempty"` // exact
	Responses               // of best responses
}

// Report is the share of the wins of a run's network against one opponent in all other
// seats, on the seeds of the run's report.
type Report struct {
	Opponent   string  `json:"opponent"`
	Games      int     `json:"games"`
	WinRate    float64 `json:"win_rate"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	EqualShare float64 `json:"equal_share"`
}

// RingerReport is a result against a shipped bot, as long as it has these weights.
type RingerReport struct {
	Report
	Weights string `json:"weights"` // SHA-256
}

// place identifies a run: a run of the same place takes the place of the older one.
func (t *Training) place() string {
	return fmt.Sprintf("%s\x00%q\x00%s\x00%g\x00%d\x00%s", t.Config, t.Set, t.Variant, t.Factor, t.Seed, t.Vectors)
}

// FindTraining returns the run in the place of t, or nil.
func FindTraining(runs []Training, t *Training) *Training {
	i := slices.IndexFunc(runs, func(r Training) bool { return r.place() == t.place() })
	if i < 0 {
		return nil
	}
	return &runs[i]
}

// PutTraining adds a run in the place of the one that it replaces, and keeps the order: by
// configuration, variant, length, seed.
func PutTraining(runs []Training, t Training) []Training {
	runs = slices.DeleteFunc(slices.Clone(runs), func(r Training) bool { return r.place() == t.place() })
	runs = append(runs, t)
	slices.SortStableFunc(runs, compareTrainings)
	return runs
}

func compareTrainings(a, b Training) int {
	return cmp.Or(cmp.Compare(a.Config, b.Config), slices.Compare(a.Set, b.Set), cmp.Compare(a.Variant, b.Variant), cmp.Compare(a.Factor, b.Factor), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Vectors, b.Vectors))
}

// ReadTrainings reads runs, one JSON object a line, and puts them in the order of
// PutTraining: files from several machines may have been joined. Errors name the line.
func ReadTrainings(r io.Reader) ([]Training, error) {
	runs, err := records.Read(r, (*Training).validate)
	slices.SortStableFunc(runs, compareTrainings)
	return runs, err
}

// WriteTrainings writes runs, one JSON object a line.
func WriteTrainings(w io.Writer, runs []Training) error { return records.Write(w, runs) }

func (t *Training) validate() error {
	if t.Config == "" || !(t.Factor > 0) || t.Decisions < 1 {
		return fmt.Errorf("config %q, factor %v, %d decisions: want a name and numbers above 0", t.Config, t.Factor, t.Decisions)
	}
	if len(t.Results) == 0 && t.Exploitability == nil {
		return fmt.Errorf("config %q: neither results nor exploitability: want one of them", t.Config)
	}
	return nil
}

// pooled sums up the runs of one length against one opponent.
type pooled struct {
	runs, games     int
	mean, low, high float64 // 95% interval over the games of all runs
	lowest, highest float64 // run
	equal           float64

	opponent string
}

// pool sums up runs against each opponent of the first one.
func pool(runs []Training, results func(*Training) []Report) []pooled {
	var out []pooled
	for _, first := range results(&runs[0]) {
		p := pooled{opponent: first.Opponent, lowest: math.Inf(1), highest: math.Inf(-1), equal: first.EqualShare}
		var below, above float64
		for i := range runs {
			of := results(&runs[i])
			at := slices.IndexFunc(of, func(r Report) bool { return r.Opponent == first.Opponent })
			if at < 0 {
				continue
			}
			r := of[at]
			p.runs++
			p.games += r.Games
			p.mean += r.WinRate
			below += (r.WinRate - r.Low) * (r.WinRate - r.Low)
			above += (r.High - r.WinRate) * (r.High - r.WinRate)
			p.lowest, p.highest = min(p.lowest, r.WinRate), max(p.highest, r.WinRate)
		}
		n := float64(p.runs)
		p.mean /= n
		p.low, p.high = p.mean-math.Sqrt(below)/n, p.mean+math.Sqrt(above)/n
		out = append(out, p)
	}
	return out
}

// fixed and peers are the results of a run against the opponents of its configuration, and
// against the other variants.
func fixed(t *Training) []Report { return t.Results }
func peers(t *Training) []Report { return t.Peers }

// againstRingers returns the results of runs against bots that ship still, or against all of
// which there are results when no bots are given.
func againstRingers(bots []TrainedBot) func(*Training) []Report {
	return func(t *Training) []Report {
		r := t.Ringer
		if r == nil || len(bots) > 0 && !slices.ContainsFunc(bots, func(b TrainedBot) bool { return b.Weights == r.Weights }) {
			return nil
		}
		return []Report{r.Report}
	}
}

// text writes the mean of some runs with its interval, and the spread of the runs.
func (p *pooled) text() string {
	s := numbers.ShareBeside(p.mean, p.low, p.high, p.equal)
	if p.runs > 1 {
		s += fmt.Sprintf("; runs %s to %s", numbers.Percent(p.lowest), numbers.Percent(p.highest))
	}
	return s
}

// TrainedBot describes the run that a bot is of, by the bot's manifest.
type TrainedBot struct {
	Name      string
	Decisions int
	Seconds   float64
	Results   []Report // their opponents and shares are read
	Weights   string   // SHA-256
}

// of reports whether a bot is of a run: both have the same decisions, seconds and results.
func (b *TrainedBot) of(t *Training) bool {
	const rounded = .051 // records round to a tenth of a second
	same := b.Decisions == t.Decisions && math.Abs(b.Seconds-t.Seconds) < rounded
	return same && slices.EqualFunc(b.Results, t.Results, func(a, b Report) bool { return a.Opponent == b.Opponent && a.WinRate == b.WinRate })
}

// ScalingPage returns the page of strength against training time, in Markdown. Rows of the
// runs that bots are of are marked, where bots are given.
func ScalingPage(runs []Training, bots []TrainedBot) string {
	var b strings.Builder
	b.WriteString(`# What more training buys

Strength against the length of training, from one configuration: each line trains it on a multiple of its decisions, with schedules
that stretch with them. ` + "`make scaling`" + ` trains the runs, goes on where it was stopped, and writes this page from the folder docs/scaling. One network plays
against the opponent in all other seats, on deals that follow from the run; so it does against the bot that ships for the game, where that was measured. [How to read our numbers](numbers.md): means over runs have a 95% interval over the deals of all of them; the
spread of the runs stands beside it. One run tells nothing about other seeds. Minutes depend on the machine, and on whatever else ran on it.
`)
	if len(bots) > 0 {
		b.WriteString(`
*Ships as* names the bot that is of the run, by the decisions, the seconds and the results in its manifest: such a line is the training of the bot
itself, not a second one like it.
`)
	}
	b.WriteString(`
To win more against these opponents is not to win more against all: PAYDAY × 4 beats the expert more often than × 1 does, and loses to the bot that
ships, which is of × 1 ([trials](learning-log.md#who-sits-at-the-tables)).
`)
	for _, group := range grouped(runs, func(t *Training) string { return fmt.Sprintf("%s %q", t.Config, t.Set) }) {
		fmt.Fprintf(&b, "\n## %s\n\n`%s`, `ringer train --config %s`", group[0].Config, group[0].Game, group[0].Config)
		if len(group[0].Set) > 0 {
			fmt.Fprintf(&b, " with `%s`", strings.Join(group[0].Set, "`, `"))
		}
		b.WriteString(".\n\n")
		b.WriteString(scalingTable(group, bots))
		fmt.Fprintf(&b, "\n%s\n", originByLength(group))
	}
	return b.String()
}

// grouped cuts runs into groups of the same key, in order.
func grouped(runs []Training, key func(*Training) string) (groups [][]Training) {
	for i := range runs {
		if n := len(groups); n > 0 && key(&groups[n-1][0]) == key(&runs[i]) {
			groups[n-1] = append(groups[n-1], runs[i])
			continue
		}
		groups = append(groups, []Training{runs[i]})
	}
	return groups
}

func scalingTable(runs []Training, bots []TrainedBot) string {
	rows := [][]string{{"length", "runs", "decisions", "minutes", "seeds"}, {":", ":", ":", ":", ":"}}
	if len(bots) > 0 {
		rows[0], rows[1] = append(rows[0], "ships as"), append(rows[1], "")
	}
	for _, r := range runs[0].Results {
		rows[0], rows[1] = append(rows[0], "against `"+r.Opponent+"`"), append(rows[1], ":")
	}
	met := againstRingers(bots)
	ringer := "" // that they met
	for i := range runs {
		for _, r := range met(&runs[i]) {
			ringer = r.Opponent
		}
	}
	if ringer != "" {
		rows[0], rows[1] = append(rows[0], "against `"+ringer+"`"), append(rows[1], ":")
	}
	exact := chips([][]Training{runs})
	if exact {
		rows[0], rows[1] = append(rows[0], "exploitability"), append(rows[1], ":")
	}
	for _, same := range grouped(runs, func(t *Training) string { return fmt.Sprint(t.Factor) }) {
		row := append([]string{fmt.Sprintf("× %g", same[0].Factor)}, length(same)...)
		row = append(row, seeds(same))
		if len(bots) > 0 {
			row = append(row, shipsAs(same, bots))
		}
		sums := pool(same, fixed)
		for _, r := range runs[0].Results {
			row = append(row, cellOf(sums, r.Opponent))
		}
		if ringer != "" {
			row = append(row, ringerCell(same, met, ringer))
		}
		if exact {
			row = append(row, exploitabilityText(same))
		}
		rows = append(rows, row)
	}
	return records.Table(rows)
}

// cellOf writes the sum of some runs against an opponent.
func cellOf(sums []pooled, opponent string) string {
	if at := slices.IndexFunc(sums, func(p pooled) bool { return p.opponent == opponent }); at >= 0 {
		return sums[at].text()
	}
	return "–"
}

// ringerCell writes the sum of those runs that met a shipped bot.
func ringerCell(runs []Training, met func(*Training) []Report, ringer string) string {
	var those []Training
	for i := range runs {
		if len(met(&runs[i])) > 0 {
			those = append(those, runs[i])
		}
	}
	if len(those) == 0 {
		return "–"
	}
	cell := cellOf(pool(those, met), ringer)
	if len(those) < len(runs) {
		cell += fmt.Sprintf("; seed %s alone", seeds(those))
	}
	return cell
}

// seeds lists the seeds of some runs.
func seeds(runs []Training) string {
	var list []string
	for i := range runs {
		list = append(list, fmt.Sprint(runs[i].Seed))
	}
	return strings.Join(list, ", ")
}

// shipsAs names the bots that are of some runs.
func shipsAs(runs []Training, bots []TrainedBot) string {
	var names []string
	for i := range runs {
		for _, bot := range bots {
			if bot.of(&runs[i]) {
				names = append(names, "`"+bot.Name+"`")
			}
		}
	}
	return cmp.Or(strings.Join(names, ", "), "–")
}

// length returns the number of some runs, their mean decisions, and the minutes that they
// took, as cells of a table.
func length(runs []Training) []string {
	decisions := 0.0
	for i := range runs {
		decisions += float64(runs[i].Decisions) / float64(len(runs))
	}
	return []string{fmt.Sprint(len(runs)), numbers.Count(int(decisions)), minutes(runs)}
}

// minutes returns the range of the minutes that runs took.
func minutes(runs []Training) string {
	least, most := math.Inf(1), 0.0
	for i := range runs {
		least, most = min(least, runs[i].Seconds/60), max(most, runs[i].Seconds/60)
	}
	text := fmt.Sprintf("%.1f", least)
	if last := fmt.Sprintf("%.1f", most); last != text {
		text += " to " + last
	}
	return text
}

// origin says by which builds and when runs were trained.
func origin(runs []Training) string {
	when, with := records.Origin(stampsOf(runs))
	return fmt.Sprintf("Trained %s; %s.", when, with)
}

// builds says by which builds runs were trained: where the builds of the rows of a table
// differ, each says its own.
func builds(runs []Training) string {
	_, with := records.Origin(stampsOf(runs))
	return with
}

// originByLength is origin of a table with a row a length: where not all runs were trained with
// the same vectors, it says for each length with which.
func originByLength(runs []Training) string {
	other := func(t Training) bool { return t.Vectors != runs[0].Vectors }
	if !slices.ContainsFunc(runs, other) {
		return origin(runs)
	}
	var rows []string
	for _, same := range grouped(runs, func(t *Training) string { return fmt.Sprintf("× %g", t.Factor) }) {
		rows = append(rows, fmt.Sprintf("× %g: %s", same[0].Factor, builds(same)))
	}
	return trainedWhen(runs) + " " + strings.Join(rows, ". ") + "."
}

// trainedWhen is origin of a table whose rows say by which builds.
func trainedWhen(runs []Training) string {
	when, _ := records.Origin(stampsOf(runs))
	return fmt.Sprintf("Trained %s.", when)
}

func stampsOf(runs []Training) (stamps []records.Stamp) {
	for i := range runs {
		stamps = append(stamps, runs[i].Stamp)
	}
	return stamps
}

// TrainingBlock returns a table of how the network of a configuration plays at the end of
// whole runs: with several of them, the range over seeds and machines. It is empty without
// such runs.
func TrainingBlock(runs []Training, config string) string {
	whole := slices.DeleteFunc(slices.Clone(runs), func(t Training) bool { return t.Config != config || t.Factor != 1 || len(t.Set) > 0 || t.Variant != "" })
	if len(whole) == 0 {
		return ""
	}
	const spread = 4 // column of the lowest and the highest run
	rows := [][]string{{"one learner against", "runs", "games of all", "wins", "lowest run to highest", "even"}, {"", ":", ":", ":", ":", ":"}}
	for _, p := range pool(whole, fixed) {
		rows = append(rows, []string{
			"`" + p.opponent + "`", fmt.Sprint(p.runs), numbers.Count(p.games), numbers.ShareBeside(p.mean, p.low, p.high, p.equal),
			numbers.Percent(p.lowest) + " to " + numbers.Percent(p.highest), numbers.Even(p.equal),
		})
	}
	if len(whole) == 1 {
		for i, row := range rows {
			rows[i] = slices.Delete(row, spread, spread+1)
		}
	}
	return records.Table(rows) + fmt.Sprintf("\nTraining took %s minutes a run; other work on the machine makes it longer. %s\n", minutes(whole), origin(whole))
}
