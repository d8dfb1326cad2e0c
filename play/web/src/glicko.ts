// Glicko-2, as Mark Glickman's "Example of the Glicko-2 system" (2022) writes it: a rating, how uncertain it is, and how
// much it changes.

/** The estimated strength of a player, on the scale of Elo. */
export interface Strength {
  rating: number
  deviation: number // the standard deviation of the rating
  volatility: number
}

/** A game: the opponent, and 1 for a win, 0 for a loss, between them what was shared. */
export interface Outcome {
  rating: number
  deviation: number
  score: number
}

/** Returns what is known of somebody who has not played, where the middle of the scale is known. */
export const unknown = (middle: number): Strength => ({ rating: middle, deviation: 350, volatility: 0.06 })

const scale = 173.7178 // one unit of Glicko-2 in points of Elo
const tau = 0.5 // how freely the volatility changes

/** Returns the strength after the games of one rating period: steps 2 to 8 of the example. middle is the 0 of the inner scale. */
export function after(s: Strength, games: Outcome[], middle: number): Strength {
  const mu = (s.rating - middle) / scale
  const phi = s.deviation / scale
  let precision = 0
  let sum = 0
  for (const o of games) {
    const g = 1 / Math.sqrt(1 + (3 * (o.deviation / scale) ** 2) / Math.PI ** 2)
    const expected = 1 / (1 + Math.exp(-g * (mu - (o.rating - middle) / scale)))
    precision += g * g * expected * (1 - expected)
    sum += g * (o.score - expected)
  }
  const volatility = games.length ? changed(s.volatility, phi, 1 / precision, sum / precision) : s.volatility
  const spread = phi * phi + volatility ** 2
  const after = 1 / Math.sqrt(1 / spread + precision)
  return { rating: middle + scale * (mu + after ** 2 * sum), deviation: scale * after, volatility }
}

// The new volatility: step 5, by the Illinois algorithm.
function changed(sigma: number, phi: number, v: number, delta: number): number {
  const a = Math.log(sigma ** 2)
  const f = (x: number) => {
    const e = Math.exp(x)
    return (e * (delta ** 2 - phi ** 2 - v - e)) / (2 * (phi ** 2 + v + e) ** 2) - (x - a) / tau ** 2
  }
  let A = a
  let B = Math.log(delta ** 2 - phi ** 2 - v)
  if (!(delta ** 2 > phi ** 2 + v)) for (let k = 1, b = f((B = a - tau)); b < 0; b = f((B = a - k * tau))) k++
  let fA = f(A)
  let fB = f(B)
  while (Math.abs(B - A) > 1e-6) {
    const C = A + ((A - B) * fA) / (fB - fA)
    const fC = f(C)
    if (fC * fB <= 0) [A, fA] = [B, fB]
    else fA /= 2
    ;[B, fB] = [C, fC]
  }
  return Math.exp(A / 2)
}
