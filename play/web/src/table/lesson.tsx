// What a first game explains at a question.

import { useState } from 'preact/hooks'
import type { Client } from '../client'
import { Sign } from '../icons'
import { theirs, words } from '../language'
import { wishes } from '../memory'
import type { View } from '../protocol'

/** Explains a new thing: the reason why one would do it and the rule behind it are one press away. */
export function LessonPanel({ client, view }: { client: Client; view: View }) {
  const [open, setOpen] = useState('')
  const l = view.lesson
  if (!l || !wishes.lessons()) return null
  const leave = () => {
    wishes.setLessons(false)
    client.changed()
  }
  const part = (name: string, label: string) => (
    <button type="button" aria-expanded={open === name} onClick={() => setOpen(open === name ? '' : name)}>
      {label}
    </button>
  )
  return (
    <section class="lesson" aria-label={words.lesson.is(l.n, l.of)} aria-live="polite" data-lesson={l.id}>
      <p>
        <Sign id="hint" size={18} /> <span lang={theirs}>{l.says}</span>
      </p>
      {open === 'why' && (
        <p class="more-of" lang={theirs}>
          {l.why}
        </p>
      )}
      {open === 'rule' && (
        <blockquote class="more-of" lang={theirs}>
          {l.rule}
        </blockquote>
      )}
      <div class="buttons">
        {part('why', words.lesson.why)}
        {part('rule', words.lesson.rule)}
        <button type="button" class="plain" onClick={leave}>
          {words.lesson.none}
        </button>
        <small>{words.lesson.n(l.n, l.of)}</small>
      </div>
    </section>
  )
}

/** Brings the lessons back that somebody left. */
export function LessonsAgain({ client, view }: { client: Client; view: View }) {
  if (!view.guided || view.over || wishes.lessons()) return null
  const back = () => {
    wishes.setLessons(true)
    client.changed()
  }
  return (
    <button type="button" onClick={back}>
      <Sign id="hint" /> <span>{words.lesson.again}</span>
    </button>
  )
}
