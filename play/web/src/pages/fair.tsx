import type { Client } from '../client'
import { words } from '../language'
import { inBrowser } from '../transport'
import { Top } from './top'

const command = "ringer peek-test 'bot(heat-4p)' --games 20"

/** How to check that bots do not see hidden cards. */
export function Fair({ client }: { client: Client }) {
  return (
    <>
      <Top client={client} title={words.fair.title} />
      <main class="page">
        <article class="rules-text">
          <h1>{words.fair.heading}</h1>
          <p>{words.fair.view}</p>
          <h2>{words.fair.check}</h2>
          <p>{words.fair.command}</p>
          <pre tabIndex={0}>{command}</pre>
          <p>{words.fair.compares}</p>
          <p>{inBrowser() ? words.fair.inBrowser : words.fair.onServer}</p>
        </article>
      </main>
    </>
  )
}
