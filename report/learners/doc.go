// Package learners compares learning algorithms on ground that is exact: records of trainings whose
// exploitability was measured on their way, who is least exploitable at equal decisions and at equal
// processor seconds and who cannot be told apart from that, and the tables and charts of
// docs/learners.md. It trains nothing and touches no disk.
package learners
