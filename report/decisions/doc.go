// Package decisions counts what agents decide: by kind of decision (env.Spec.Kind),
// how many decisions there are, how many are forced, how mixed the policy is, and
// which actions are chosen how often. It knows no game.
package decisions
