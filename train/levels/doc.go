// Package levels makes a ladder of opponents of one run, from a beginner to the ringer:
// it rates past selves of the run, and the ringer at higher temperatures, against each
// other and against fixed agents, chooses those whose ratings are spread evenly, and
// rates the chosen ones again on other deals.
//
// It knows no disk and no terminal.
package levels
