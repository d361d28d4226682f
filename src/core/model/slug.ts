import { MAX_SLUG } from '../base/limits.ts'

const SLUG = /^[A-Za-z0-9_-]+$/

export function noSuchSource(id: number): string {
  return `Source ${id} does not exist.`
}

/** Whether a text is a valid slug: usable in a URL without encoding. */
export function isSlug(text: string, most = MAX_SLUG): boolean {
  return text.length <= most && SLUG.test(text)
}

/** "Ålesund Museum & Archive" → "alesund-museum-archive". Empty if the name has no usable characters. */
export function toSlug(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}+/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return (words ?? []).join('-').slice(0, MAX_SLUG).replace(/-+$/, '')
}

/** Digits of the longest number that makes a slug unique, with its hyphen. */
const NUMBER_LENGTH = 8

/** Returns the part of a slug that slugs with a number keep: `town-hall` of `town-hall-2`. */
export function toSlugStem(slug: string): string {
  return slug.slice(0, MAX_SLUG - NUMBER_LENGTH).replace(/-+$/, '')
}

/** Returns the slug itself, or else with the lowest free number from 2: `town-hall-2`. */
export function toUniqueSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  let number = 2
  while (taken.has(`${toSlugStem(slug)}-${number}`)) number += 1
  return `${toSlugStem(slug)}-${number}`
}
