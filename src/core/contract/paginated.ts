import { z, type ZodType } from 'zod'

/** The envelope of every paginated list. */
export function paginated<Item extends ZodType>(item: Item) {
  return z.strictObject({
    /** All that match, on every page. */
    count: z.int(),
    next: z.url().nullable(),
    previous: z.url().nullable(),
    results: z.array(item),
  })
}

export interface Paginated<Item> {
  count: number
  next: string | null
  previous: string | null
  results: Item[]
}
