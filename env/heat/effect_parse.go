package heat

import "slices"

// parseEffect compiles one effect; it reports every fault under path.
func (v *vocabulary) parseEffect(x Effect, path string, fault func(path string, value any, want string)) (Clause, bool) {
	ok := true
	complain := func(field string, value any, want string) {
		ok = false
		fault(path+"."+field, value, want)
	}
	var e Clause
	phase := parsePhase(x.Phase)
	if phase == NoPhase {
		complain("phase", x.Phase, "A, B or C")
	}
	e.Phase = max(phase, PhaseA)
	i := slices.IndexFunc(laws[:], func(l law) bool { return l.name == x.Op })
	if i < 0 {
		complain("op", x.Op, "one of "+listOperations())
		return e, false
	}
	l := &laws[i]
	e.Op, e.step, e.fromBoard = Op(i), l.step, l.fromBoard
	var want string
	if e.Who, want = v.parseWho(x.Who); want != "" {
		complain("who", x.Who, want)
	} else if want = l.refuses(e.Who); want != "" {
		complain("who", x.Who, want)
	}
	if e.If, want = v.parseCondition(x.If); want != "" {
		complain("if", x.If, want)
	}
	if e.Amount, want = v.parseAmount(x.Amount); want != "" {
		complain("amount", x.Amount.words(), want)
	} else if want = l.refusesAmount(x.Amount, &e.Amount); want != "" {
		complain("amount", x.Amount.words(), want)
	}
	if e.Where, want = v.parseWhere(l, x.Where, phase); want != "" {
		complain("where", x.Where, want)
	}
	if phase != NoPhase {
		if l.fromBoard && phase != PhaseB { // HEAT-17
			complain("phase", x.Phase, "B: Heat is taken from the board only then")
		}
		if l.early && phase == PhaseC { // HEAT-18
			complain("phase", x.Phase, "A or B: "+l.name+" acts on later phases of the stage")
		}
	}
	if l.fromBoard && e.readsChoices() {
		complain("op", x.Op, "an amount and a condition that do not depend on choices of phase B, which come after the board is counted")
	}
	return e, ok
}

// readsChoices reports whether the number of tokens that an effect takes may
// depend on what seats choose while its phase resolves.
func (e *Clause) readsChoices() bool {
	return e.Amount.Per == PerChoice || e.Amount.Per == PerHeatOf && e.Amount.Of.Picks() ||
		e.If.Kind == IfTargetUses && (e.Who.Picks() || e.Who.Kind == WhoSelf)
}

// refuses says what an operation wants instead of a Who that it cannot reach;
// empty when it can.
func (l *law) refuses(w Who) string {
	switch {
	case l.reach == reachSelf && w.Kind != WhoSelf:
		return "self, or nothing: " + l.name + " is about the actor"
	case l.reach >= reachOthers && (w.Kind == WhoSelf || w.Kind == WhoAll):
		return "other seats: " + l.name + " is not about the actor"
	case l.reach == reachOne && (w.Kind == WhoNeighbours || w.Kind == WhoOthers || w.Kind == WhoSameTag):
		return "one seat: left, right, chosen, chosen(F), richest, poorest or most_heat"
	}
	return ""
}

// refusesAmount says what an operation wants instead of an amount; empty when it
// takes it.
func (l *law) refusesAmount(x Amount, a *Quantity) string {
	switch {
	case l.most == 0 && x != (Amount{}):
		return "no amount: " + l.name + " has none"
	case l.most > 0 && a.Per == PerNothing && a.Base < 1:
		return "an amount of 1 or more"
	case l.step != stepSums && a.Per == PerChoice:
		return "an amount without choice: that is for money and for Heat"
	}
	return ""
}

func (v *vocabulary) parseWhere(l *law, text string, phase Phase) (uint8, string) {
	switch {
	case len(l.where) == 0:
		if text != "" {
			return 0, "nothing: " + l.name + " has no where"
		}
		return 0, ""
	case l.where[0] == anyTag:
		tag, want := v.tag(text)
		return uint8(tag), want
	case l.where[0] == anyPhase:
		p := parsePhase(text)
		if p <= phase {
			return 0, "the letter of a later phase"
		}
		return uint8(p), ""
	case text == "":
		return 0, ""
	}
	i := slices.Index(l.where, text)
	if i < 0 {
		return 0, "one of " + joinWords(l.where)
	}
	return uint8(i), ""
}

func listOperations() string {
	names := make([]string, len(laws))
	for i := range laws {
		names[i] = laws[i].name
	}
	return joinWords(names)
}
