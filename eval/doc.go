// Package eval measures agents: matches on shared deals with rotated seats,
// and exact exploitability on small games. Every estimate comes with its n and
// a 95% interval.
//
// Nothing here learns, prints or touches a disk. The flat trees behind the
// exact figures are package eval/tree.
package eval
