import { z, type ZodType } from 'zod'

interface Bounds {
  min?: number
  max: number
  /** Error for a value that is not a list. */
  error: string | ((issue: { input?: unknown }) => string)
}

/**
 * A list whose length is checked before its items. Zod alone checks every item first: for hundreds of thousands
 * of items that takes a second, and every wrong item is reported.
 */
export function boundedList<Item extends ZodType>(item: Item, { min = 0, max, error }: Bounds) {
  const message = `Ensure this field has no more than ${max} elements.`
  const tooFew = `Ensure this field has at least ${min} elements.`
  const list = z.array(item, { error }).max(max, message)
  return z.preprocess(
    (given, context) => {
      if (!Array.isArray(given) || given.length <= max) return given
      context.addIssue(message)
      return z.NEVER
    },
    min === 0 ? list : list.min(min, tooFew),
  )
}
