import type { Client } from '../client'
import { inBrowser } from '../transport'
import { Top } from './top'

/** How to check that bots do not see hidden cards. */
export function Fair({ client }: { client: Client }) {
  return (
    <>
      <Top client={client} title="Is it fair?" />
      <main class="page">
        <article class="rules-text">
          <h1>Bots see what their seat may know</h1>
          <p>
            A bot is asked with the view of its own seat: its hand, the open cards, and what it was told. It plays with the same deck and the same dice as you.
          </p>
          <h2>Check it yourself</h2>
          <p>The program that deals these cards can test its bots. This command plays games, and at each decision it deals again all that the bot cannot see:</p>
          <pre tabIndex={0}>ringer peek-test 'bot(heat-4p)' --games 20</pre>
          <p>A bot that saw a hidden card would decide differently at the other deal. The test compares the decisions bit by bit, and says where they differ.</p>
          <p>
            {inBrowser()
              ? 'Here the tables are in your own browser, and so are the hidden cards: somebody who opens the developer tools can find them. The bots do not look.'
              : 'Hidden cards stay on the server: the page gets only what your seat may know.'}
          </p>
        </article>
      </main>
    </>
  )
}
