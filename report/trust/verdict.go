package trust

import (
	"fmt"
	"strings"

	"ringer/internal/numbers"
)

// Level says how far the agents can be trusted.
type Level string

// Levels of trust.
const (
	High Level = "high" // they beat everything that needs no training, agree, and nothing was found against them
	Fair Level = "fair" // good enough for large effects; what is small may be their own mistake
	Low  Level = "low"  // a baseline beats them, or trainings disagree: believe no balance figure that rests on them
)

// Verdict is the judgment in words.
type Verdict struct {
	Level Level    `json:"level"`
	Lines []string `json:"lines"` // what it rests on, each a sentence with its figures
}

// LargeGain is the gain of a best response trained against an agent, as a share of the largest
// return, from which on the agent has a hole that matters.
const LargeGain = 0.1

// LargeSearch is how much more than an equal share a search may win from the agent that it
// searches with before the agent's own choices are in doubt.
const LargeSearch = 0.1

// vague is the width of an interval that says nothing.
const vague = 0.3

// judge writes the verdict.
func (s *Study) judge() {
	v := &Verdict{Level: High}
	var against []string // the lines that lower the level, which come first
	lowers := false
	lower := func(to Level) {
		if to == Low || v.Level == High {
			v.Level = to
		}
		lowers = true
	}
	say := func(format string, args ...any) {
		line := fmt.Sprintf(format, args...)
		if lowers {
			against, lowers = append(against, line), false
			return
		}
		v.Lines = append(v.Lines, line)
	}
	role := map[string]Role{}
	for _, a := range s.Agents {
		role[a.Name] = a.Role
	}
	questioned := s.questioned()
	for _, base := range s.Agents {
		if base.Role != Baseline {
			continue
		}
		behind, level := s.against(questioned, base.Name)
		switch {
		case len(behind) > 0:
			lower(Low)
			say("Behind %s: %s. They do not play this game well enough to judge it.", base.Name, s.rates(behind, base.Name))
		case len(level) > 0:
			lower(Fair)
			say("Not clearly better than %s: %s.", base.Name, s.rates(level, base.Name))
		default:
			say("Clearly better than %s: %s.", base.Name, s.rates(questioned, base.Name))
		}
	}
	s.judgeTraining(say)
	s.judgeChange(lower, say)
	for _, x := range s.Seeds {
		if x.Disagree {
			lower(Low)
			say("Trainings that differ in their seeds alone disagree: against %s they win %s, a gap of %s points on the same %s each. Withhold what rests on one of them.",
				x.Against, percents(x.Values), numbers.Points(x.Gap, x.GapLow, x.GapHigh), numbers.Games(x.Games))
		}
	}
	s.judgeMargin(lower, say)
	for _, p := range s.Pairs {
		if role[p.One] != Search {
			continue
		}
		switch {
		case p.High-p.Low > vague:
			say("Too few games were played with search to say anything: %s.", p.words())
		case p.Low > p.EqualShare+LargeSearch:
			lower(Fair)
			say("Search finds better moves than the agent by itself: %s.", p.words())
		case p.Ahead():
			say("Search is a little better than the agent by itself: %s.", p.words())
		default:
			say("Search finds nothing that the agent misses beyond luck: %s.", p.words())
		}
	}
	v.Lines = append(against, v.Lines...)
	s.Verdict = *v
}

// questioned names the agents on which the report rests: the learned ones, else the starts.
func (s *Study) questioned() (names []string) {
	for _, role := range []Role{Learned, Start} {
		for _, a := range s.Agents {
			if a.Role == role {
				names = append(names, a.Name)
			}
		}
		if len(names) > 0 {
			return names
		}
	}
	return names
}

// against sorts out the agents that are behind another, or level with it.
func (s *Study) against(names []string, other string) (behind, level []string) {
	for _, name := range names {
		p := s.pair(name, other)
		switch {
		case p == nil || p.Ahead():
		case p.Behind():
			behind = append(behind, name)
		default:
			level = append(level, name)
		}
	}
	return behind, level
}

// judgeTraining says what training brought beyond its start.
func (s *Study) judgeTraining(say func(string, ...any)) {
	for _, start := range s.Agents {
		if start.Role != Start {
			continue
		}
		var ahead, behind []string
		var learned []string
		for _, name := range s.questioned() {
			if p := s.pair(name, start.Name); p != nil {
				learned = append(learned, name)
				if p.Ahead() {
					ahead = append(ahead, name)
				}
				if p.Behind() {
					behind = append(behind, name)
				}
			}
		}
		switch {
		case len(learned) == 0:
		case len(behind) > 0:
			say("Training made %s worse than %s, which it began with: %s. The budget was too small, or the start knew the rules already.", strings.Join(behind, ", "), start.Name, s.rates(behind, start.Name))
		case len(ahead) == len(learned):
			say("All trainings beat %s, which they began with: %s. The rules reward other play than it knew.", start.Name, s.rates(ahead, start.Name))
		default:
			say("Training changed little: against %s, which they began with, the trainings win: %s.", start.Name, s.rates(learned, start.Name))
		}
	}
}

// judgeChange says what agents that began with a bot of other rules may not have learned yet.
func (s *Study) judgeChange(lower func(Level), say func(string, ...any)) {
	var first, last []float64
	var from, to *Point
	decisions, against := 0, ""
	for i := range s.Agents {
		t := s.Agents[i].Training
		if t == nil || !t.Changed {
			continue
		}
		decisions = t.Decisions
		if len(t.Curve) > 0 && t.Final != nil && t.Curve[0].Decisions < t.Final.Decisions {
			from, to, against = &t.Curve[0], t.Final, t.Against
			first, last = append(first, from.WinRate), append(last, to.WinRate)
		}
	}
	if decisions == 0 {
		return
	}
	lower(Fair)
	grew := ""
	if from != nil {
		grew = fmt.Sprintf(" From %d to %d decisions their wins against %s went from %s to %s.", from.Decisions, to.Decisions, against, percents(first), percents(last))
	}
	say("The agents had %d decisions each to learn these rules, and began with a bot that knew others: what changed may be worth more, or harm more, than they make of it.%s "+
		"Learn longer with --tune, and look at agents that read the cards: --agent expert.", decisions, grew)
}

func (s *Study) judgeMargin(lower func(Level), say func(string, ...any)) {
	m := s.Margin
	if m != nil && m.Unlearned > 0 {
		lower(Fair)
		say("Copies of %s got worse by the training of best responses, by %.3f of the largest return: the settings of that training do not fit this game, and what it missed may be there.",
			m.Agent, m.Unlearned)
	}
	switch {
	case m == nil:
		lower(Fair)
		say("No best response was trained against the agents: they may have holes.")
	case m.Exact:
		if m.Gain > LargeGain {
			lower(Fair)
		}
		say("A best response gains %.3f of the largest return against %s (exact).", m.Gain, m.Agent)
	case !m.Found:
		say("Best responses trained against %s gain nothing (%s); a better one may be there all the same.", m.Agent, m.Budget)
	default:
		if m.Low > LargeGain {
			lower(Fair)
		}
		say("Best responses trained against %s gain %s of the largest return at least, in %s (%s).", m.Agent, numbers.Mean(m.Gain, m.Low, m.High), numbers.Games(m.Games), m.Budget)
	}
}

func (s *Study) pair(one, others string) *Pair {
	for i := range s.Pairs {
		if s.Pairs[i].One == one && s.Pairs[i].Others == others {
			return &s.Pairs[i]
		}
	}
	return nil
}

// rates lists some agents with what they win against another.
func (s *Study) rates(names []string, other string) string {
	var parts []string
	for _, name := range names {
		if p := s.pair(name, other); p != nil {
			parts = append(parts, name+" "+rate(p))
		}
	}
	games, equal := 0, 0.0
	if p := s.pair(names[0], other); p != nil {
		games, equal = p.Games, p.EqualShare
	}
	if p := s.pair(names[0], other); p != nil && p.Chips {
		return fmt.Sprintf("%s a game in %s each; even would be 0", strings.Join(parts, ", "), numbers.Games(games))
	}
	return fmt.Sprintf("%s of %s each; even would be %s", strings.Join(parts, ", "), numbers.Games(games), numbers.Even(equal))
}

// rate writes what the one of a pair wins: a share, or a return.
func rate(p *Pair) string {
	if p.Chips {
		return numbers.Signed(p.MeanReturn, p.ReturnLow, p.ReturnHigh)
	}
	return numbers.ShareBeside(p.WinRate, p.Low, p.High, p.EqualShare)
}

// words puts the result of a pair into a sentence.
func (p *Pair) words() string {
	if p.Chips {
		return fmt.Sprintf("%s wins %s a game in %s; even would be 0", p.One, rate(p), numbers.Games(p.Games))
	}
	return fmt.Sprintf("%s wins %s", p.One, numbers.Often(p.WinRate, p.Low, p.High, p.Games, p.EqualShare))
}

func percents(values []float64) string {
	var parts []string
	for _, v := range values {
		parts = append(parts, numbers.Percent(v))
	}
	return strings.Join(parts, ", ")
}
