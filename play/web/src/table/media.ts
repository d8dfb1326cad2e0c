import { useLayoutEffect, useState } from 'preact/hooks'

const small = matchMedia('(max-width: 1023px)')

/** True where the question lies over the table, on phones and tablets: a press there asks before it counts. */
export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(small.matches)
  useLayoutEffect(() => {
    const on = () => setNarrow(small.matches)
    on()
    small.addEventListener('change', on)
    return () => small.removeEventListener('change', on)
  }, [])
  return narrow
}
