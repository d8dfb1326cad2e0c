package balance

import (
	"context"

	"ringer/eval"
	"ringer/report/flag"
	"ringer/report/page"
)

// panel is one study of a report and its place on the page.
type panel struct {
	id       string
	there    func(r *Report) bool // it was made
	play     func(ctx context.Context, w *work) error
	flags    func(r *Report) []flag.Flag
	measures func(r *Report) []Measure
	section  func(r *Report) (page.Section, error)
}

// panels lists all panels in reading order. The one of things by level is made where it is asked for by name.
func panels() []panel {
	return []panel{
		{trustID, func(r *Report) bool { return r.Trust != nil }, playTrust, noFlags, measuresOfTrust, sectionOfTrust},
		{seatsID, func(r *Report) bool { return r.Seats != nil }, playSeats, flagsOfSeats, measuresOfSeats, sectionOfSeats},
		{thingsID, func(r *Report) bool { return r.Things != nil }, playThings, flagsOfThings, measuresOfThings, sectionOfThings},
		{levelsID, func(r *Report) bool { return r.Levels != nil }, playLevels, flagsOfLevels, measuresOfLevels, sectionOfLevels},
		{stylesID, func(r *Report) bool { return r.Styles != nil }, playStyles, flagsOfStyles, measuresOfStyles, sectionOfStyles},
		{whatifID, func(r *Report) bool { return r.WhatIf != nil }, playWhatIf, noFlags, noMeasures, sectionOfWhatIf},
		{sensitivityID, func(r *Report) bool { return len(r.Sensitivity) > 0 }, playSensitivity, noFlags, noMeasures, sectionOfSensitivity},
		{strategyID, func(r *Report) bool { return r.Strategy != nil }, playStrategy, flagsOfStrategy, measuresOfStrategy, sectionOfStrategy},
		{optionsID, func(r *Report) bool { return r.Options != nil }, playOptions, flagsOfOptions, measuresOfOptions, sectionOfOptions},
		{arcID, func(r *Report) bool { return r.Arc != nil }, playArc, flagsOfArc, measuresOfArc, sectionOfArc},
		{luckID, func(r *Report) bool { return r.Luck != nil }, playLuck, noFlags, measuresOfLuck, sectionOfLuck},
		{endsID, func(r *Report) bool { return r.Ends != nil }, playEnds, flagsOfEnds, measuresOfEnds, sectionOfEnds},
		{lengthsID, func(r *Report) bool { return r.Lengths != nil }, playLengths, flagsOfLengths, measuresOfLengths, sectionOfLengths},
		{duelID, func(r *Report) bool { return r.Duel != nil }, playDuel, noFlags, measuresOfDuel, sectionOfDuel},
	}
}

// names lists the names of agents.
func names(entries []eval.Entry) (list []string) {
	for _, e := range entries {
		list = append(list, e.Name)
	}
	return list
}
