/** Ids of Wikidata items, such as `Q42`. */

const ITEM = /^(?:https?:\/\/(?:www\.)?wikidata\.org\/(?:wiki|entity)\/)?[Qq]([1-9]\d{0,9})$/v

/** Wikidata stores the number in a signed integer of 32 bits. */
const MAX_NUMBER = 2 ** 31 - 1

/** Parses `Q42`, `q42` or the address of an item; returns undefined for other texts. */
export function parseItemId(text: string): string | undefined {
  const number = Number(ITEM.exec(text.trim())?.[1])
  return number <= MAX_NUMBER ? `Q${number}` : undefined
}

/** Returns the URI of an item, which identifies it in linked data. It is not the address of a page. */
export function toItemUri(id: string): string {
  return `http://www.wikidata.org/entity/${id}`
}
