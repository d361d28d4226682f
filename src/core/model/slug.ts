import { MAX_SLUG } from '../limits.ts'

const SLUG = /^[A-Za-z0-9_-]+$/

export const SOURCE_SLUG_TAKEN = 'source with this slug already exists.'
export const COLLECTION_SLUG_TAKEN = 'The source has a collection with this slug already.'

export function noSuchSource(id: number): string {
  return `There is no source ${id}.`
}

/** Whether a text can stand in an address as it is. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG && SLUG.test(text)
}

/** "Ålesund Museum & Archive" → "alesund-museum-archive"; empty when nothing of it can stand in a slug. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}+/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return (words ?? []).join('-').slice(0, MAX_SLUG).replace(/-+$/, '')
}
