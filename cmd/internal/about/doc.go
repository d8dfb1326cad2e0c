// Package about has the commands about this program and its machine.
package about
