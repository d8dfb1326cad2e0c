package learners

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ringer/internal/numbers"
	"ringer/report/records"
)

// TrialMark parts the name of a learner and the name of its trial in an arm of a plan of trials: mmd+high.
const TrialMark = "+"

// TrialsTable says how many settings of each learner were tried at a game by hand, with which figures, and what the best of
// them changes beside what all of its trials have.
func TrialsTable(all []Run) string {
	rows := [][]string{{"game", "learner", "tried", "decisions", "seeds", "least", "median", "most", "the least has"}, {"", "", ":", ":", ":", ":", ":", ":", ""}}
	for _, game := range grouped(all, func(r *Run) string { return r.Game }) {
		for _, learner := range grouped(game, func(r *Run) string { name, _, _ := strings.Cut(r.Arm, TrialMark); return name }) {
			slices.SortStableFunc(learner, func(a, b Run) int { return cmp.Compare(a.Budget, b.Budget) })
			for _, of := range grouped(learner, func(r *Run) string { return fmt.Sprint(r.Budget) }) {
				rows = append(rows, trialsRow(of))
			}
		}
	}
	return records.Table(rows)
}

// trialsRow describes the trials of one learner at one game with one budget.
func trialsRow(all []Run) []string {
	type trial struct {
		mean float64
		set  []string
	}
	var trials []trial
	common, seeds := slices.Clone(all[0].Set), map[uint64]bool{}
	for _, runs := range grouped(all, func(r *Run) string { return r.Arm }) {
		t := trial{set: runs[0].Set}
		for i := range runs {
			t.mean += runs[i].Final / float64(len(runs))
			seeds[runs[i].Seed] = true
		}
		common = slices.DeleteFunc(common, func(pair string) bool { return !slices.Contains(t.set, pair) })
		trials = append(trials, t)
	}
	slices.SortStableFunc(trials, func(a, b trial) int { return cmp.Compare(a.mean, b.mean) })
	var own []string
	for _, pair := range trials[0].set {
		if !slices.Contains(common, pair) {
			own = append(own, "`"+pair+"`")
		}
	}
	learner, _, _ := strings.Cut(all[0].Arm, TrialMark)
	figure := func(x float64) string { return fmt.Sprintf("%.3f", x) }
	n := len(trials)
	return []string{
		all[0].Game, "`" + learner + "`", fmt.Sprint(n), numbers.Count(all[0].Budget), fmt.Sprint(len(seeds)),
		figure(trials[0].mean), figure((trials[(n-1)/2].mean + trials[n/2].mean) / 2), figure(trials[n-1].mean), strings.Join(own, ", "),
	}
}
