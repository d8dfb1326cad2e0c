// A game whose settings somebody wrote in the address: ringer play GAME --web leads here.

import { useEffect, useState } from 'preact/hooks'
import type { Client } from '../client'
import { theirs, words } from '../language'
import type { GameOffer } from '../protocol'
import { to } from '../words'
import { Setup } from './setup'

/** Asks the host for a game that its list does not name, and sits people down at it. */
export function Chosen({ client, game }: { client: Client; game: string }) {
  const [offer, setOffer] = useState<GameOffer | null>(null)
  const [error, setError] = useState('')
  useEffect(() => {
    client.game(game).then(setOffer, (err) => setError(err.message))
  }, [client, game])
  if (offer) return <Setup client={client} offers={[offer]} />
  if (!error) return <p role="status">{words.lobby.lookingFor(game)}</p>
  return (
    <>
      <h1>{words.lobby.noGame}</h1>
      <p class="error" role="alert" lang={theirs}>
        {error}
      </p>
      <a class="button" href={to.lobby}>
        {words.chooseGame}
      </a>
    </>
  )
}
