// Package balance puts the panels of a designer's report together: the studies, the flags
// that they raise, a verdict in plain lines, targets that figures are held to, and a
// comparison with an earlier report. It writes the page as package page draws it; it plays
// nothing itself but by the studies, and neither prints nor writes files.
package balance
