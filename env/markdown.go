package env

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Markdown returns the spec as tables in Markdown: its parameters, its action ids,
// its kinds of decisions and its observation with the columns of every row. The pages of the games and
// `ringer games` hold this text, so that no layout is stated twice. It ends with
// a newline.
func (s *Spec) Markdown() string {
	var b strings.Builder
	s.writeFacts(&b)
	if len(s.Parameters) > 0 {
		b.WriteString("\n**Parameters**\n\n")
		writeTable(&b, []string{"name", "value", "default", "choices", "meaning"}, "lllll", len(s.Parameters), func(i int) []string {
			p := s.Parameters[i]
			return []string{"`" + p.Name + "`", code(p.Value), code(p.Default), strings.Join(p.Choices, ", "), p.Doc}
		})
	}
	b.WriteString("\n**Actions**\n\n")
	at := 0
	writeTable(&b, []string{"ids", "block", "shape", "meaning"}, "rlll", len(s.Actions), func(i int) []string {
		a := s.Actions[i]
		at += a.Size()
		return []string{idRange(at-a.Size(), at), "`" + a.Name + "`", shape(a.Shape), a.Doc}
	})
	if names := s.kinds.names; len(names) > 1 {
		b.WriteString("\n**Kinds of decisions**\n\n")
		writeTable(&b, []string{"kind", "decisions"}, "ll", len(names)-1, func(i int) []string {
			hidden := ""
			if slices.Contains(s.Hidden, names[i]) {
				hidden = ", hidden"
			}
			return []string{"`" + names[i] + "`" + hidden, strings.Join(s.DecisionsOfKind(names[i]), ", ")}
		})
	}
	b.WriteString("\n**Observation**\n\n")
	at = 0
	writeTable(&b, []string{"index", "field", "shape", "range", "meaning"}, "rllll", len(s.Observation), func(i int) []string {
		f := s.Observation[i]
		at += f.Size()
		doc := f.Doc
		if f.Vocab != "" {
			doc = join(doc, "counts of vocabulary `"+f.Vocab+"`")
		}
		if f.Set {
			doc = join(doc, "a set: feature 0 is 1 for an entity that is there")
		}
		if f.Sequence {
			doc = join(doc, "a sequence, the newest row first: column 0 is 1 for a row that is there")
		}
		return []string{idRange(at-f.Size(), at), "`" + f.Name + "`", shape(f.Shape), number(f.Min) + " … " + number(f.Max), doc}
	})
	s.writeColumns(&b)
	return b.String()
}

func (s *Spec) writeFacts(b *strings.Builder) {
	chance := "none"
	if s.MaxChanceOutcomes > 0 {
		chance = fmt.Sprintf("up to %d outcomes a roll, at most %d rolls an episode", s.MaxChanceOutcomes, s.MaxChanceNodes)
	}
	seats := strconv.Itoa(s.Players)
	if s.MinPlayers < s.MaxPlayers {
		seats += fmt.Sprintf(" (the rules allow %d to %d)", s.MinPlayers, s.MaxPlayers)
	}
	facts := [][2]string{
		{"game", "`" + s.String() + "`"},
		{"rules version", strconv.Itoa(s.Version)},
		{"seats", seats},
		{"actions", strconv.Itoa(s.numActions)},
		{"observation", fmt.Sprintf("%d floats", s.observationSize)},
		{"longest episode", fmt.Sprintf("%d decisions", s.MaxGameLength)},
		{"chance", chance},
		{"returns", fmt.Sprintf("%s, %s … %s", s.Utility, number(s.MinUtility), number(s.MaxUtility))},
	}
	if s.Teams != nil {
		facts = append(facts, [2]string{"team of each seat", fmt.Sprint(s.Teams)})
	}
	facts = append(facts, [2]string{"spec hash", "`" + s.Hash + "`"})
	if s.FactsHash != s.Hash {
		facts = append(facts, [2]string{"hash of the facts", "`" + s.FactsHash + "`"})
	}
	writeTable(b, []string{"", ""}, "ll", len(facts), func(i int) []string { return facts[i][:] })
}

// writeTable writes a table of n rows; align has l or r for every column.
func writeTable(b *strings.Builder, head []string, align string, n int, row func(i int) []string) {
	writeRow(b, head)
	for _, a := range align {
		if a == 'r' {
			b.WriteString("|--:")
		} else {
			b.WriteString("|---")
		}
	}
	b.WriteString("|\n")
	for i := range n {
		writeRow(b, row(i))
	}
}

func writeRow(b *strings.Builder, cells []string) {
	for _, c := range cells {
		c = strings.ReplaceAll(strings.ReplaceAll(c, "|", `\|`), "\n", " ")
		b.WriteString(strings.TrimRight("| "+c, " ") + " ")
	}
	b.WriteString("|\n")
}

// idRange shows the ids from first up to, not including, end.
func idRange(first, end int) string {
	if end == first+1 {
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d-%d", first, end-1)
}

func shape(dims []int) string {
	parts := make([]string, len(dims))
	for i, d := range dims {
		parts[i] = strconv.Itoa(d)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func number[F float32 | float64](x F) string {
	return strconv.FormatFloat(float64(x), 'g', 6, 64)
}

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}

func join(doc, more string) string {
	if doc == "" {
		return more
	}
	return doc + "; " + more
}
