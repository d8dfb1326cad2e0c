// Package whatif measures what changes when the rules do: seats, length, draws and who
// beats whom, under the shipped rules and under variants of them, on the same deals, with
// agents that stay as they are and with agents that have learned the variant. It plays
// agents and counts; it trains nothing, prints nothing and touches no disk.
package whatif
