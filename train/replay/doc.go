// Package replay keeps decisions of earlier iterations, for algorithms that learn from a
// decision more than once: a Ring of the newest ones, and a Reservoir, a fair sample of all
// that were ever added.
//
// A memory changes when decisions are added, and at no other time. An algorithm adds the decisions of
// an iteration when it has learned, after all that can fail, so that an update that was
// stopped leaves the memory as it was; State then need not copy it.
package replay
