// A pile that is folded until something in it can be chosen.

import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Thing } from '../scene'
import { useTable } from './context'
import * as pick from './pick'

export function Pile({ things, title, class: c, children }: { things?: Thing[]; title: ComponentChildren; class?: string; children: ComponentChildren }) {
  const t = useTable()
  const asked = !!things?.some((x) => t.picking.lit.has(pick.thing(x.id)))
  const fold = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    fold.current!.open = asked
  }, [asked])
  return (
    <details class={c} ref={fold}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
