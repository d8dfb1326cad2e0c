// Package machine says what a machine has: memory, room on its disks, and what the programs
// on it answer. It measures nothing, changes nothing and uses no network.
package machine
