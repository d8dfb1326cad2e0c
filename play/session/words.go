package session

import "errors"

var (
	errNotJoined = errors.New("join the table first")
	errNoStep    = errors.New("step: missing: want the step of the view that the action answers")
	errOneAction = errors.New("want either an action or a choice")
	errLate      = errors.New("step: the question of this step is answered already, or was taken back")
)
