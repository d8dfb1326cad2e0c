package ladder

import (
	"fmt"
	"strings"

	"ringer/eval"
	"ringer/internal/numbers"
	"ringer/report/records"
)

// Protocol names the version of the standard protocol: two scores of one protocol compare.
const Protocol = "ringer-score/1"

// Score is the ladder of one bot as a paper quotes it.
type Score struct {
	Protocol string `json:"protocol"`

	// Departs lists in words where the measurement departs from the protocol; empty for a
	// standard one.
	Departs []string `json:"departs,omitempty"`

	Bot      string     `json:"bot"`
	SHA256   string     `json:"sha256"` // of the bot's file
	Game     string     `json:"game"`
	SpecHash string     `json:"spec_hash"`
	Seats    int        `json:"seats"`           // or teams
	Teams    bool       `json:"teams,omitempty"` // agents play whole teams: seats are teams
	Seed     uint64     `json:"seed"`            // of the deals: it follows from the bot's weights
	Deals    int        `json:"deals"`
	Rows     []ScoreRow `json:"rows"`

	Exploitability *ScoreBound `json:"exploitability"` // null when it was not measured
	Habits         *Audit      `json:"habits"`         // null when they were not audited

	Builds  string `json:"builds"` // commits and vector instructions
	Date    string `json:"date"`
	Command string `json:"command"`
}

// ScoreRow is a result against one opponent in one seating. Its figures are the bot's,
// with 95% intervals over deals.
type ScoreRow struct {
	Opponent   string  `json:"opponent"`
	Bots       int     `json:"bots"` // seats that the bot has
	Games      int     `json:"games"`
	WinRate    float64 `json:"win_rate"` // of all its seats together
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	EqualShare float64 `json:"equal_share"`
	MeanReturn float64 `json:"mean_return"` // of one of its seats; in a seating of several bots it is left out
	ReturnLow  float64 `json:"return_low"`
	ReturnHigh float64 `json:"return_high"`
}

// ScoreBound bounds what best responses to the bot gain: the exact exploitability, or
// the gain of the best response that was found in any seat, which a longer search may
// exceed.
type ScoreBound struct {
	Exact  bool    `json:"exact"`
	Found  bool    `json:"found"`
	Value  float64 `json:"value"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Budget string  `json:"budget,omitempty"`

	// Fresh bounds the gain of best responses that began with nothing that a bot has learned; null
	// where these were not reported apart.
	Fresh *ScoreBound `json:"fresh,omitempty"`

	// Unlearned is how much copies of the bot lost by their training, when that is much:
	// then a bound says little.
	Unlearned float64 `json:"unlearned,omitempty"`
}

// NewScore arranges what was measured of a bot.
func NewScore(b *Bot) Score {
	s := Score{Protocol: Protocol, Bot: b.Name, Game: b.Game, Seats: b.Seats, Teams: b.Teams, Habits: b.Audit}
	var stamps []records.Stamp
	for i := range b.Records {
		r := &b.Records[i]
		s.SpecHash = r.SpecHash
		stamps = append(stamps, r.stamps()...)
		for _, a := range []Agent{r.One, r.Others} {
			if a.Role == Ringer {
				s.SHA256 = a.Identity
			}
		}
	}
	if len(stamps) > 0 {
		s.Date, s.Builds = records.Origin(stamps)
	}
	for i := range b.Rungs {
		r := &b.Rungs[i]
		s.Seed, s.Deals = r.Alone.Seed, r.Alone.Deals.Deals
		s.Rows = append(s.Rows, scoreRow(r.Opponent.Name, 1, r.Alone.Deals))
		if r.Against != nil {
			s.Rows = append(s.Rows, turned(r.Opponent.Name, b.Seats, r.Against.Deals))
		}
	}
	switch {
	case b.Exact != nil:
		s.Exploitability = &ScoreBound{Exact: true, Found: true, Value: *b.Exact, Low: *b.Exact, High: *b.Exact}
	case b.Gains != nil:
		s.Exploitability = boundOf(b.Gains.Gains)
		s.Exploitability.Budget, s.Exploitability.Unlearned = b.Gains.Budget, b.Gains.Unlearned
		if len(b.Gains.Fresh) > 0 {
			s.Exploitability.Fresh = boundOf(b.Gains.Fresh)
		}
	}
	return s
}

// boundOf returns the highest of the gains found.
func boundOf(gains []Gain) *ScoreBound {
	bound := &ScoreBound{}
	for _, g := range gains {
		if g.Found && g.Gain > bound.Value {
			bound.Found, bound.Value, bound.Low, bound.High = true, g.Gain, g.Low, g.High
		}
	}
	return bound
}

func scoreRow(opponent string, bots int, d *eval.DealsResult) ScoreRow {
	return ScoreRow{
		Opponent: opponent, Bots: bots, Games: d.Games, WinRate: d.WinRate, Low: d.Low, High: d.High, EqualShare: d.EqualShare,
		MeanReturn: d.MeanReturn, ReturnLow: d.ReturnLow, ReturnHigh: d.ReturnHigh,
	}
}

// turned turns the result of one opponent against n−1 bots round: what it does not win,
// the bots do.
func turned(opponent string, seats int, d *eval.DealsResult) ScoreRow {
	return ScoreRow{Opponent: opponent, Bots: seats - 1, Games: d.Games, WinRate: 1 - d.WinRate, Low: 1 - d.High, High: 1 - d.Low, EqualShare: 1 - d.EqualShare}
}

// Table returns the rows of the score in words, the heading first.
func (s *Score) Table() [][]string {
	rows := [][]string{{"opponent", "bots", "games", "wins", "even", "mean return"}}
	for _, r := range s.Rows {
		mean := numbers.None
		if r.Bots == 1 {
			mean = numbers.Signed(r.MeanReturn, r.ReturnLow, r.ReturnHigh)
		}
		rows = append(rows, []string{
			fmt.Sprintf("%d × %s", s.Seats-r.Bots, r.Opponent), fmt.Sprint(r.Bots), numbers.Count(r.Games),
			numbers.ShareBeside(r.WinRate, r.Low, r.High, r.EqualShare), numbers.Even(r.EqualShare), mean,
		})
	}
	return rows
}

// Exploited says what is known of best responses to the bot, in words.
func (s *Score) Exploited() string {
	x := s.Exploitability
	switch {
	case x == nil:
		return "Exploitability was not measured." + s.audited()
	case x.Exact:
		return fmt.Sprintf("Exploitability %.5f, exact.", x.Value)
	case !x.Found:
		return "No best response was found that gains anything, with " + x.Budget + unlearnedNote(x.Unlearned) + ". A longer search may find one." + s.audited()
	}
	fresh := ""
	if x.Fresh != nil {
		fresh = " From a fresh start, nothing was found."
		if x.Fresh.Found {
			fresh = fmt.Sprintf(" From a fresh start, one gains %s.", numbers.Signed(x.Fresh.Value, x.Fresh.Low, x.Fresh.High))
		}
	}
	return fmt.Sprintf("The best response found gains %s in its best seat, with %s: a lower bound.", numbers.Signed(x.Value, x.Low, x.High), x.Budget+unlearnedNote(x.Unlearned)) + fresh + s.audited()
}

// audited says what is known of the habits, as a sentence after others.
func (s *Score) audited() string {
	if s.Habits == nil {
		if s.Exploitability == nil {
			return ""
		}
		return " Habits were not audited."
	}
	return " " + s.Habits.Words()
}

// Origin says how the score was made, a line each.
func (s *Score) Origin() []string {
	seats := "seats"
	if s.Teams {
		seats = "teams, for a game of teams is played by whole ones"
	}
	lines := []string{
		fmt.Sprintf("Protocol %s: %s deals a row, each in all rotations of the %s; seed %d, which follows from the bot's weights.", s.Protocol, numbers.Count(s.Deals), seats, s.Seed),
		fmt.Sprintf("Bot %s, SHA-256 %s; game %s, spec hash %s.", s.Bot, s.SHA256, s.Game, s.SpecHash),
		fmt.Sprintf("Measured %s; %s.", s.Date, s.Builds),
		"Command: " + s.Command,
	}
	if len(s.Departs) > 0 {
		lines = append([]string{"NOT THE STANDARD PROTOCOL: " + strings.Join(s.Departs, "; ") + "."}, lines...)
	}
	return lines
}

// LaTeX returns the score as a table of LaTeX with booktabs.
func (s *Score) LaTeX() string {
	var b strings.Builder
	b.WriteString("\\begin{tabular}{lrrrr}\n\\toprule\nopponent & games & wins & even & mean return \\\\\n\\midrule\n")
	for _, r := range s.Rows {
		mean := "--"
		if r.Bots == 1 {
			mean = numbers.LaTeX(numbers.Signed(r.MeanReturn, r.ReturnLow, r.ReturnHigh))
		}
		fmt.Fprintf(&b, "$%d \\times$ %s & %d & %s & %s & %s \\\\\n", s.Seats-r.Bots, escapeLaTeX(r.Opponent), r.Games,
			numbers.LaTeX(numbers.ShareBeside(r.WinRate, r.Low, r.High, r.EqualShare)), numbers.LaTeX(numbers.Even(r.EqualShare)), mean)
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	for _, line := range append([]string{s.Exploited()}, s.Origin()...) {
		b.WriteString("% " + line + "\n")
	}
	return b.String()
}

// escapeLaTeX writes text so that LaTeX shows it as it is.
func escapeLaTeX(text string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, "_", `\_`, "%", `\%`, "&", `\&`, "#", `\#`, "$", `\$`, "{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`).Replace(text)
}
