package train

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/cmd/internal/shell"
	"ringer/train"
)

// An alarm is told once for each subject, and counted over the whole run.
func TestAlarmsAreToldOnce(t *testing.T) {
	var errs bytes.Buffer
	told := trainingTold{Terminal: &shell.Terminal{Errs: &errs}}
	for i := range 5 {
		p := train.Progress{Phase: train.Training, Done: i, Total: 5, Iteration: i + 1}
		if i > 1 {
			p.Alarms = []train.Alarm{{Name: "draws", Text: "all drawn"}}
		}
		if i == 3 {
			p.Alarms = append(p.Alarms, train.Alarm{Name: "entropy", Subject: "bid", Text: "bids"}, train.Alarm{Name: "entropy", Subject: "aim", Text: "aims"})
		}
		told.tell(p)
	}
	told.finish()
	told.sumUp(&train.Result{Iterations: 9, Alarms: []train.Sounded{{Name: "draws", Iterations: 7}, {Name: "entropy", Subject: "bid", Iterations: 1}}})
	text := errs.String()
	assert.Contains(t, text, "alarm (draws), iteration 3: all drawn\n")
	assert.Contains(t, text, "alarm (entropy), iteration 4: bids\nalarm (entropy), iteration 4: aims\n")
	assert.NotContains(t, text, "iteration 5")
	assert.Contains(t, text, "alarm (draws) in 7 of 9 iterations\nalarm (entropy, bid) in 1 of 9 iterations\n")
}
