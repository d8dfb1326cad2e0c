package heist

func coverFor(tools, needs []uint8) cover {
	a, b := sums(tools), sums(needs)
	return coverOf(&a, &b)
}

// Helps returns whether one more tool would leave fewer cards over.
func Helps(tools, needs []uint8, tool uint8) bool { return coverFor(tools, needs).helps(tool) }

// Strains returns whether one more card would leave one more card over.
func Strains(tools, needs []uint8, need uint8) bool { return coverFor(tools, needs).strains(need) }

// Wastes returns whether using a tool on a card leaves more of the others over.
func Wastes(tools, needs []uint8, tool, need uint8) bool {
	return coverFor(tools, needs).wastes(tool, need)
}
