package ppo

import "ringer/models/graph"

// Learner returns what learns for the algorithm, for measurements: nobody else may step it.
func (p *PPO) Learner() *graph.Learner { return p.learner }
