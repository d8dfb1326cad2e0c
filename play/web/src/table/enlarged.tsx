import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { IconView } from '../icons'
import { ours, theirs, words } from '../language'
import { useTable, type Enlarged } from './context'
import { Meters } from './meter'
import { Art, suitOf } from './thing'

/** A thing as large as it takes to read all of it, beside where it lies. */
export function EnlargedView({ what, close }: { what: Enlarged; close: () => void }) {
  const t = useTable()
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<{ left: number; top: number } | null>(null)
  const thing = what.thing
  const entry = t.entry(thing.of)
  const text = thing.text ?? entry?.text
  useLayoutEffect(() => {
    const b = box.current
    if (!b) return
    const w = b.offsetWidth
    const h = b.offsetHeight
    const gap = 10
    const right = what.at.right + gap + w <= innerWidth
    const left = what.at.left - gap - w >= 0
    const x = right ? what.at.right + gap : left ? what.at.left - gap - w : Math.max(gap, (innerWidth - w) / 2)
    const y = right || left ? what.at.top : what.at.top - h - gap >= 0 ? what.at.top - h - gap : what.at.bottom + gap
    setAt({ left: x, top: Math.max(gap, Math.min(y, innerHeight - h - gap)) })
  }, [what])
  const notes = t.notes('t:' + thing.id)
  return (
    <div class={`enlarged layout-${t.scene.layout}${what.stays ? ' stays' : ''}`} ref={box} lang={theirs} role="tooltip" style={at ? { left: `${at.left}px`, top: `${at.top}px` } : { left: '0', top: '0', visibility: 'hidden' }}>
      {what.stays && (
        <button type="button" class="plain close" aria-label={words.close} onClick={close}>
          ×
        </button>
      )}
      <h3>
        {thing.corner && <b class="corner">{thing.corner}</b>}
        {thing.name}
      </h3>
      {thing.face !== 'down' && (
        <div class={`look ${suitOf(thing) ?? ''}`}>
          <Art of={thing} />
        </div>
      )}
      {thing.face && (
        <p class="face" lang={ours}>
          {words.play.faceSays[thing.face]}
        </p>
      )}
      {text && <p class="text">{text}</p>}
      {!!thing.icons?.length && (
        <ul class="icons">
          {thing.icons.map((i) => (
            <li>
              <IconView of={i} />
              <span>{i.words}</span>
            </li>
          ))}
        </ul>
      )}
      <Meters of={thing.meters} />
      {!!thing.marks?.length && <p class="marks">{thing.marks.join(' · ')}</p>}
      {notes.slice(0, 4).map((n) => (
        <p class="note">{n}</p>
      ))}
    </div>
  )
}
