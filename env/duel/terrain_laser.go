package duel

func init() { runners[taskLaserHit] = runLaser }

// A laser can be shot through; a path that crosses it costs a hit, and the Move
// ends there when that places the model prone (DUEL-52). Paths keep off lasers
// where they can (DUEL-24).
var laserRule = rule{name: "interactive_terrain: laser"}

func runLaser(s *State, t *task) {
	m := t.m
	s.pop()
	s.hurt(m, 1)
}
