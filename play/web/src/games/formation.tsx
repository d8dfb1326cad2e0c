// The cards of 4 Downs and 5 Possessions: formations, drawn from their data as on a coach's
// board: rings for the offense, crosses for the defense, the way of the play as an arrow.

import { addIcons } from '../icons'
import type { Thing } from '../scene'
import { ThingView } from '../table/pieces'
import './formation.css'

addIcons({
  offense: 'M12 6a6 6 0 1 0 0 12a6 6 0 1 0 0-12z',
  defense: 'M6 6l12 12M18 6l-12 12',
  'play-pass': 'M4 19c2-9 8-13 15-13M14 3l5 3l-3.500 5',
  'play-run': 'M4 12h15M13 6l6 6l-6 6',
  'play-option': 'M4 12h5M9 12l9-7M14 4.500l4 .500v4M9 12l9 7M14 19.500l4-.500v-4',
  'play-balanced': 'M12 20v-14M8 9.500l4-4l4 4M5 20h14',
  'play-kick': 'M6 3v9h12v-9M12 12v9',
  'play-coverage': 'M4 16a8 9 0 0 1 16 0M4 16l2.500-1.500M20 16l-2.500-1.500M12 7v13',
  'play-pressure': 'M6 4v12M18 4v12M12 4v15M3.500 13l2.500 3.500l2.500-3.500M9 16l3 4l3-4M15.500 13l2.500 3.500l2.500-3.500',
  'play-run-stop': 'M4 7h16v4h-16zM4 13h16v4h-16zM9 7v4M15 7v4M12 13v4',
  'play-block': 'M4 16a8 8 0 0 1 16 0M4 20h16M12 8v-5',
  'play-contain': 'M4 6v12h16v-12M9 12h6',
  ...Object.fromEntries(['orange', 'purple', 'green', 'blue', 'yellow'].map((c) => ['man-' + c, 'M12 5a3.500 3.500 0 1 0 0 7a3.500 3.500 0 1 0 0-7zM5.500 20a6.500 6.500 0 0 1 13 0'])),
})

const letters: Record<string, string> = { orange: 'O', purple: 'P', green: 'G', blue: 'B', yellow: 'Y' }

/** A formation: its colour with a letter, its strength, its side, and its men where they count. */
export function Formation({ of: t, size = 'card' }: { of: Thing; size?: 'card' | 'small' | 'chip' }) {
  if (t.kind !== 'formation' || t.face === 'down') return <ThingView of={t} size={size} class={sideOf(t)} />
  return (
    <ThingView of={t} size={size} class={`formation colour-${t.suit} ${sideOf(t)}`}>
      <span class="colour" data-letter={letters[t.suit ?? '']} />
      {size !== 'chip' && <Play of={t} />}
      {size === 'card' && <Men of={t} />}
    </ThingView>
  )
}

const sideOf = (t: Thing) => t.icons?.find((i) => i.id === 'offense' || i.id === 'defense')?.id ?? ''

/** The line of men, and the way of the play. */
function Play({ of: t }: { of: Thing }) {
  const attacks = sideOf(t) === 'offense'
  const play = t.icons?.find((i) => i.id.startsWith('play-'))?.id ?? ''
  const way: Record<string, string> = {
    'play-pass': 'M30 24C32 12 40 7 52 6M46 3l6 3l-4 5',
    'play-run': 'M30 24V6M25 11l5-6l5 6',
    'play-option': 'M30 24L18 7M17 13l1-7l6 3M30 24L42 7M43 13l-1-7l-6 3',
    'play-balanced': 'M22 24V9M18 13l4-5l4 5M38 24C39 14 44 10 52 9',
    'play-kick': 'M22 3v9h16v-9M30 24v-8',
    'play-coverage': 'M8 14C16 2 44 2 52 14M8 14l1-5M52 14l-1-5',
    'play-pressure': 'M18 6v14M14 16l4 5l4-5M42 6v14M38 16l4 5l4-5',
    'play-run-stop': 'M8 10h44M8 15h44',
    'play-block': 'M12 16C20 4 40 4 48 16',
  }
  const men = [6, 14, 22, 30, 38, 46, 54]
  return (
    <svg class="play" viewBox="0 0 60 32" aria-hidden="true">
      {men.map((x) => (attacks ? <circle cx={x} cy="27" r="2.600" /> : <path d={`M${x - 2.4} 24.600l4.800 4.800M${x + 2.4} 24.600l-4.800 4.800`} />))}
      <path class="way" d={way[play] ?? ''} />
    </svg>
  )
}

/** How many men of each colour: a row each, with its letter. */
function Men({ of: t }: { of: Thing }) {
  const men = t.icons?.filter((i) => i.id.startsWith('man-')) ?? []
  if (!men.length) return null
  return (
    <span class="men" aria-hidden="true">
      {men.map((i) => {
        const colour = i.id.slice(4)
        return (
          <span class={`men-of colour-${colour}`} title={i.words} data-letter={letters[colour]} data-count={i.count ?? 1} />
        )
      })}
    </span>
  )
}
