// Package heat holds the hand-written player of HEAT. Its rules, in the order of
// a heist:
//
//   - draft: pass the card that is worth least to the seat;
//   - play: a card is worth its money, less what its Heat will cost at the end,
//     with what it does to the others; play the one that gains least by waiting,
//     and keep back the card that is not needed;
//   - places: a robbery that must be shared is worth less, the more likely others
//     are to be there, by the unseen cards and by what they claim;
//   - aim at the leader, where it hurts most;
//   - return Heat while it is dear, and only as long as that costs less.
//
// mind.go turns the questions of the game into scores. What cards and choices are
// worth comes from the Board of env/tactics/heat.
package heat
