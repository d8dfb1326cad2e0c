// Package trajectory records the decisions of agents for learning without playing: a row
// for each decision, with what the seat that decides may see, what it may do, what it did
// and with which probabilities, and what it got in the end. Rows come in shards, as
// arrays for numpy (NPZ) or as Parquet. It touches no disk: see ringer record.
package trajectory
