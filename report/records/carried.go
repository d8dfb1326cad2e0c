package records

// What pages say of the figures of a bot that has been carried to a later version of its
// game since they were measured (see ringer export --carry).

// CarriedNote is a sentence for the end of a paragraph.
func CarriedNote(carried bool) string {
	if !carried {
		return ""
	}
	return " The bot has been carried to a later version of its game since: these figures are of the version before."
}

// CarriedMark stands behind the name of a bot in a table, and CarriedLegend below it.
func CarriedMark(carried bool) string {
	if !carried {
		return ""
	}
	return " †"
}

// CarriedLegend explains the mark of a table that has one.
func CarriedLegend(any bool) string {
	if !any {
		return ""
	}
	return "\n† This bot has been carried to a later version of its game since: its figures are of the version before.\n"
}
