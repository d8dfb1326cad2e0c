// Package records holds what the packages of measurements share: records that are kept
// one JSON object a line, the stamp of the build that measured them, and the figures and
// tables of the Markdown pages that are written from them.
package records
