// How a language forms words, numbers and lists: by Intl, which knows the rules of each.

import type { ComponentChild } from 'preact'

/** A sentence with parts that are drawn, such as a name in bold. */
export type Rich = ComponentChild[]

/** Writes a sentence with parts that are drawn. */
export const rich = (texts: TemplateStringsArray, ...parts: ComponentChild[]): Rich => texts.flatMap((t, i) => [t, parts[i]])

/** Returns how a language forms words. Both forms of a word are given: of one, and of any other number. */
export function formsOf(language: string) {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  /** Returns the form of a word for a number. */
  const form = (n: number, one: string, other: string) => (rules.select(n) === 'one' ? one : other)
  return {
    form,
    /** Returns a number of things: "1 seat", "4 seats". */
    count: (n: number, one: string, other: string) => `${numbers.format(n)} ${form(n, one, other)}`,
    /** Returns names in a row: "Ann, Bo, and Cy". */
    and: (names: string[]) => list.format(names),
  }
}
