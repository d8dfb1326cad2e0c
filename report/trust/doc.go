// Package trust says how far the agents of a report can be trusted: who they beat, whether
// trainings with other seeds agree, how much a best response that was trained against them
// gains, and whether search still finds better moves. It plays agents and counts; what was
// trained comes from its callers.
package trust
