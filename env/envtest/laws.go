package envtest

import (
	"fmt"
	"slices"

	"ringer/env"
)

// The laws, in the order of the report. The words after a name say what it
// demands; Explain returns them.
const (
	lawSpec         = "spec"
	lawInterfaces   = "interfaces"
	lawPanics       = "no panics"
	lawActors       = "actors"
	lawLegal        = "legal actions"
	lawMask         = "mask"
	lawIllegal      = "illegal actions"
	lawClones       = "clones"
	lawCopies       = "copies"
	lawReplay       = "replay"
	lawSeed         = "same seed"
	lawLength       = "length"
	lawReturns      = "returns"
	lawVary         = "returns vary"
	lawChance       = "chance"
	lawObservations = "observations"
	lawSets         = "sets"
	lawVocabularies = "vocabularies"
	lawKinds        = "kinds"
	lawStrings      = "strings"
	lawConservation = "conservation"
	lawLeak         = "no leak"
	lawResample     = "resample"
	lawResampled    = "resampled play"
	lawOdds         = "odds"
	lawInformation  = "information states"
	lawRecall       = "perfect recall"
	lawSiblings     = "siblings"
	lawEvents       = "events"
	lawTold         = "told"
	lawChairs       = "chairs"
	lawParallel     = "parallel play"
)

var explanations = []struct{ law, text string }{
	{lawSpec, "every call gives one and the same sealed spec, names are unique, bounds make sense, labels fit their fields, Frames rename each element and action once, and every fresh state is the same"},
	{lawInterfaces, "an optional interface is implemented by the type that is asked for it: SeatsDiffer by the game, Rotated by the state"},
	{lawPanics, "no call within the contract panics"},
	{lawActors, "the current player is a seat, chance or terminal, and a finished game stays finished"},
	{lawLegal, "legal actions are appended, ascending, unique, in range, not empty for an actor, and empty at the end"},
	{lawMask, "Apply accepts exactly the ids of the list"},
	{lawIllegal, "an illegal action, an id out of range included, gives *IllegalActionError and changes nothing"},
	{lawClones, "playing on leaves every earlier clone as it was, and playing a clone leaves the original as it was"},
	{lawCopies, "CopyFrom into a used state gives what Clone gives, and is as independent"},
	{lawReplay, "the same history gives the same state"},
	{lawSeed, "the same seed gives the same game, whatever else drew random numbers"},
	{lawLength, "decisions stay within MaxGameLength, chance actions within MaxChanceNodes"},
	{lawReturns, "returns are zero before the end, within bounds at the end, sum to zero where said, and teams share theirs"},
	{lawVary, "returns are not the same in every game; their sum is not constant where the game says general-sum, or its GeneralSumWhen() names the rare event that changes it"},
	{lawChance, "chance outcomes are the legal actions, with probabilities in (0, 1] that sum to 1"},
	{lawObservations, "every element is written, finite and within the bounds of its column, or of its field where columns have no labels, for every seat at every state, in its own frame too where the spec has Frames"},
	{lawSets, "in a field that is a set or a sequence, feature 0 is 0 or 1, and a row that is not there is all zero; in a sequence, such rows come last"},
	{lawVocabularies, "fields that share a vocabulary have the same last dimension"},
	{lawKinds, "every decision with a choice has a kind that the spec states, where it states any"},
	{lawStrings, "action strings are single lines, unique among the legal actions, and parse back"},
	{lawConservation, "Conservation holds after every action"},
	{lawLeak, "a resampled world gives the seat the same observation, legal actions with their names, information state and text, bit for bit, at decisions, at chance nodes and at the end"},
	{lawResample, "resampling does change what is hidden, and leaves the receiver as it was"},
	{lawResampled, "a resampled world plays on to the end and obeys the laws"},
	{lawOdds, "resampled worlds come as often as random play leads to them, the true one no more often than it should, or ApproximateWorlds() says why they do not and every world comes all the same"},
	{lawInformation, "equal information states have equal observations, legal actions and texts"},
	{lawRecall, "an information state determines the seat's earlier information states and actions"},
	{lawSiblings, "two situations that read differently to the seat to act are not shown to it with equal observations and legal actions, but for what TextExceptions() lists with reasons"},
	{lawEvents, "a seat is told the same events, and offered actions of the same names, on two ways on that it cannot tell apart: after one action, and when it is asked again"},
	{lawTold, "what a seat was told otherwise is in its information state from then on, and in its observation and text where it is asked the same, as long as anything that a seat observes can still come of it, but for what Forgotten() lists with reasons"},
	{lawChairs, "the same scene with everybody moved by some chairs gives equal observations and legal actions, and played on with equal choices and chance equal returns, or SeatsDiffer() says why the seats are not alike"},
	{lawParallel, "games played side by side on one env.Game are the same as played alone"},
}

// Explain returns the demand of a law in words, or nothing for an unknown name.
func Explain(law string) string {
	for _, e := range explanations {
		if e.law == law {
			return e.text
		}
	}
	return ""
}

// A verdict collects the findings about one law.
type verdict struct {
	tested int    // how often the law was put to the test
	broken string // the first finding
	count  int    // of findings
	note   string // instead of the number of tests
}

func (v *verdict) law(name string) Law {
	switch {
	case v.count > 1:
		return Law{name, false, fmt.Sprintf("%s (and %d more)", v.broken, v.count-1)}
	case v.count == 1:
		return Law{name, false, v.broken}
	case v.note != "":
		return Law{name, true, v.note}
	}
	return Law{name, true, fmt.Sprintf("%d tests", v.tested)}
}

// checkSpec tests the spec, without playing.
func (c *checker) checkSpec() {
	s := c.spec
	c.tested(lawSpec)
	if c.game.Spec() != s {
		c.broke(lawSpec, "two calls of Spec give two pointers")
	}
	if s.Hash == "" {
		c.broke(lawSpec, "the spec is not sealed")
	}
	if s.Players < s.MinPlayers || s.Players > s.MaxPlayers {
		c.broke(lawSpec, "%d players are outside [%d, %d]", s.Players, s.MinPlayers, s.MaxPlayers)
	}
	var names []string
	for _, b := range s.Actions {
		names = append(names, "block "+b.Name)
		if b.Name == "" || b.Size() < 1 {
			c.broke(lawSpec, "action block %q has shape %v", b.Name, b.Shape)
		}
	}
	vocabularies := map[string]int{}
	for _, f := range s.Observation {
		names = append(names, "field "+f.Name)
		if f.Name == "" || f.Size() < 1 {
			c.broke(lawSpec, "observation field %q has shape %v", f.Name, f.Shape)
			continue
		}
		c.checkLabels(&f)
		if f.Vocab == "" {
			continue
		}
		c.tested(lawVocabularies)
		last := f.Shape[len(f.Shape)-1]
		if n, known := vocabularies[f.Vocab]; known && n != last {
			c.broke(lawVocabularies, "field %q counts %d identities of vocabulary %q, an earlier field %d", f.Name, last, f.Vocab, n)
		}
		vocabularies[f.Vocab] = last
	}
	if len(vocabularies) == 0 {
		c.note(lawVocabularies, "no field has a vocabulary")
	}
	for _, p := range s.Parameters {
		names = append(names, "parameter "+p.Name)
		if len(p.Choices) > 0 && p.Value != "" && p.Files == "" && !slices.Contains(p.Choices, p.Value) {
			c.broke(lawSpec, "parameter %s=%s is not among its choices %v", p.Name, p.Value, p.Choices)
		}
	}
	c.checkFrames()
	slices.Sort(names)
	for i := 1; i < len(names); i++ {
		if names[i] == names[i-1] {
			c.broke(lawSpec, "%s is there twice", names[i])
		}
	}
}

// checkLabels tests that the labels of a field are as many as its elements and
// tell them apart, and that no column has wider bounds than the field.
func (c *checker) checkLabels(f *env.Field) {
	width := f.Shape[len(f.Shape)-1]
	if n := len(f.Columns); n > 0 && n != width {
		c.broke(lawSpec, "field %q has labels for %d columns, but rows of %d", f.Name, n, width)
	}
	if n := len(f.Rows); n > 0 && n != f.Size()/width {
		c.broke(lawSpec, "field %q has labels for %d rows of %d", f.Name, n, f.Size()/width)
	}
	columns := make([]string, len(f.Columns))
	for i, column := range f.Columns {
		columns[i] = column.Name
		if column.Min > column.Max || column.Min < f.Min || column.Max > f.Max {
			c.broke(lawSpec, "field %q is within [%g, %g], but its column %q within [%g, %g]", f.Name, f.Min, f.Max, column.Name, column.Min, column.Max)
		}
	}
	for _, labels := range [][]string{f.Rows, columns} {
		labels = slices.Sorted(slices.Values(labels))
		for i, label := range labels {
			if label == "" || i > 0 && label == labels[i-1] {
				c.broke(lawSpec, "field %q: the label %q is empty or there twice", f.Name, label)
			}
		}
	}
}
