// Package page writes a report as one HTML file that opens from the disk, without a
// network: sections with their finding, pictures in two widths, tables, notes, and the data
// of each as CSV. It knows no game and measures nothing; see package balance.
package page
