// The language of the page: all that the page itself says stands in one table for each language, en.ts and de.ts, and a
// key that one of them lacks is an error of the compiler. What a game says comes from its host, in English.

import { en } from './en'

export type Words = typeof en

/** The languages of the page, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

// English is there with the page; others load when somebody reads them.
const tables: Record<Language, () => Promise<Words>> = {
  en: async () => en,
  de: () => import('./de').then((m) => m.de),
}

/** What the page says, in the language of whoever reads. Read it while drawing: it changes. */
export let words: Words = en
export let language: Language = 'en'
/** The attribute lang of what the page says inside of what a game says; undefined where both are one language. */
export let ours: string | undefined
/** The attribute lang of what a game says; undefined where the page speaks that language too. */
export let theirs: string | undefined

/** Returns the language of the page that somebody reads best, by the wishes of their browser. */
export function preferred(wishes: readonly string[]): Language {
  for (const w of wishes) {
    const base = w.toLowerCase().split('-')[0]!
    if (Object.hasOwn(languages, base)) return base as Language
  }
  return 'en'
}

/** Lets the page speak a language. It stays with the old one, and the promise fails, where the words do not load. */
export async function speak(l: Language): Promise<void> {
  words = await tables[l]()
  language = l
  const foreign = l !== 'en'
  ours = foreign ? l : undefined
  theirs = foreign ? 'en' : undefined
  document.documentElement.lang = l
}
