import { words } from '../language'
import type { GameOffer } from '../protocol'

const pace = 12 // seconds in which a person decides

/** How long a game takes, for how many it is, and how much there is to learn. */
export function Facts({ of: offers }: { of: GameOffer[] }) {
  const seats = [...new Set(offers.map((o) => o.seats))].sort((a, b) => a - b)
  const g = offers[0]!
  const guide = offers.find((o) => o.guides)?.guides?.[0]
  const facts = [
    g.decisions && words.facts.minutes(Math.max(1, Math.round((g.decisions * pace) / 60))),
    words.facts.players(seats[0]!, seats.at(-1)!),
    guide && words.facts.learn[guide.lessons < 6 ? 'easy' : guide.lessons < 12 ? 'some' : 'much'],
  ]
  return (
    <small class="facts" title={g.decisions === undefined ? undefined : words.facts.why(g.decisions, pace)}>
      {facts.filter(Boolean).join(' · ')}
    </small>
  )
}
