package cmd

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/train"
)

// An alarm that sounds every iteration is told once, and counted.
func TestAlarmsAreToldOnce(t *testing.T) {
	var errs bytes.Buffer
	told := trainingTold{terminal: &terminal{errs: &errs}}
	for i := range 5 {
		p := train.Progress{Phase: train.Training, Done: i, Total: 5, Iteration: i + 1}
		if i > 1 {
			p.Alarms = []train.Alarm{{Name: "draws", Text: "all drawn"}}
		}
		if i == 3 {
			p.Alarms = append(p.Alarms, train.Alarm{Name: "cap", Text: "all capped"}, train.Alarm{Name: "draws", Text: "more of them"})
		}
		told.tell(p)
	}
	told.finish()
	told.sumUp()
	text := errs.String()
	assert.Contains(t, text, "alarm (draws), iteration 3: all drawn\n")
	assert.Contains(t, text, "alarm (cap), iteration 4: all capped\n")
	assert.NotContains(t, text, "iteration 5")
	assert.Contains(t, text, "alarm (draws) in 3 of 5 iterations\nalarm (cap) in 1 of 5 iterations\n")
}
