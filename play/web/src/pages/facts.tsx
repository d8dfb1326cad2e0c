import type { GameOffer } from '../protocol'
import { count } from '../words'

const pace = 12 // seconds in which a person decides

/** How long a game takes, for how many it is, and how much there is to learn. */
export function Facts({ of: offers }: { of: GameOffer[] }) {
  const seats = [...new Set(offers.map((o) => o.seats))].sort((a, b) => a - b)
  const g = offers[0]!
  const guide = offers.find((o) => o.guide)?.guide
  const words = [
    g.decisions && `about ${count(Math.max(1, Math.round((g.decisions * pace) / 60)), 'minute')}`,
    seats.length > 1 ? `${seats[0]} to ${count(seats.at(-1)!, 'player')}` : count(seats[0]!, 'player'),
    guide && (guide.lessons < 6 ? 'easy to learn' : guide.lessons < 12 ? 'some to learn' : 'much to learn'),
  ]
  return (
    <small class="facts" title={g.decisions === undefined ? undefined : `A player takes about ${g.decisions} decisions; ${pace} seconds for each.`}>
      {words.filter(Boolean).join(' · ')}
    </small>
  )
}
