// Package fivepossessions is the hand-written player of 5 Possessions. It plays as a
// coach who keeps count: it forecasts where either side would like to put its cards,
// given all that both have seen, and then puts its own cards where they do best
// against that. With hands it looks one level further, and slowly: it deals the
// other side this many hands and sees where that side would put them.
//
// The forecasts come from env/tactics/fivepossessions, which greedy and the observation
// wrapper use too.
package fivepossessions
