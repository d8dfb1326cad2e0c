package session

import "ringer/env"

// job is a hint or a review under way.
type job struct {
	client *Client
	seat   env.Player
	kind   string
}

// dropJobs stops the hints and reviews of a seat, or of all of them.
func (t *table) dropJobs(seat env.Player) {
	for j, cancel := range t.jobs {
		if seat < 0 || j.seat == seat {
			cancel()
		}
	}
}
