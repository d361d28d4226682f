import { z, type ZodType } from 'zod'

/** The envelope of every paginated list. @param id its name in the interface's document: `ImageList` */
export function paginated<Item extends ZodType>(item: Item, id: string) {
  return z
    .strictObject({
      count: z.int().meta({ description: 'All that match, on every page.', examples: [137] }),
      next: z
        .url()
        .nullable()
        .meta({ description: 'The page after this one; null on the last.', examples: [null] }),
      previous: z
        .url()
        .nullable()
        .meta({ description: 'The page before this one; null on the first.', examples: [null] }),
      results: z.array(item),
    })
    .meta({ id, description: 'One page of a list.' })
}

export interface Paginated<Item> {
  count: number
  next: string | null
  previous: string | null
  results: Item[]
}
