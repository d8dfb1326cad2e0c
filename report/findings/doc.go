// Package findings lists what stands out in games, from records of measurements: what is
// dominant or dead, decided by the seat, never happens, is always played alike, or is as
// long as nobody can plan for. It ranks by what the intervals leave of an effect, and
// writes tables, charts and the page. It plays nothing and touches no disk.
package findings
