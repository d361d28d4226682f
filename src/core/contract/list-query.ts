import { z } from 'zod'
import { parseOrdering, type OrderTerm } from '../model/ordering.ts'

/** Query parameters that lists share. What a parameter does not understand is refused under its name. */

/** `page` and `page_size` as they stand; `parsePage` reads them, with an answer of its own. */
export const pageQuery = z.object({
  page: z.string().optional(),
  page_size: z.string().optional(),
})

const WHOLE_NUMBERS = 'Enter whole numbers, separated by commas.'

/** `3,17,4`: any of these ids. An empty text asks for nothing. */
export const idList = z
  .string()
  .optional()
  .transform(words)
  .refine((ids) => ids?.every(isId) ?? true, WHOLE_NUMBERS)
  .transform((ids) => ids?.map(Number))

/** `old-town,harbour`: any of these, letter by letter. */
export const wordList = z.string().optional().transform(words)

/** `12,Q64`: subjects by id, or by their item in the knowledge base; what is neither matches nothing. */
export const subjectList = wordList.transform(
  (names) =>
    names && { ids: names.filter(isId).map(Number), kbIds: names.filter((name) => !isId(name)) },
)

/** `-created_at,title`: the fields to sort by, descending with a minus; unknown ones are ignored. */
export function orderingBy<Field extends string>(
  fields: readonly Field[],
  fallback: OrderTerm<Field>,
) {
  return z
    .string()
    .optional()
    .transform((text) => parseOrdering(text, fields, fallback))
}

function words(text: string | undefined): string[] | undefined {
  const found = (text ?? '').split(',').map((word) => word.trim())
  const given = found.filter((word) => word !== '')
  return given.length > 0 ? given : undefined
}

function isId(word: string): boolean {
  return /^\d{1,15}$/.test(word)
}
