import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../base/limits.ts'
import type { Micros } from '../base/clock.ts'
import { parseOrdering, type OrderTerm } from '../model/parse-ordering.ts'
import { parseTime } from './timestamp.ts'

/**
 * Query parameters that lists share. An invalid value is reported under the name of its parameter. The `type` in
 * each `meta` is the logical type for the OpenAPI document; in the query string the value is text.
 */

/** `page` and `page_size` as raw text. `parsePage` reports errors in the form that clients expect. */
export const pageQuery = z.object({
  page: z
    .string()
    .optional()
    .meta({ type: 'integer', minimum: 1, default: 1, description: 'Page number, from 1.' }),
  page_size: z.string().optional().meta({
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    default: DEFAULT_PAGE_SIZE,
    description: 'Number of items on a page.',
  }),
})

const WHOLE_NUMBERS = 'Enter whole numbers, separated by commas.'

/** `3,17,4`: matches any of these ids. Empty means no filter. */
export const idList = z
  .string()
  .optional()
  .transform(words)
  .refine((ids) => ids?.every(isId) ?? true, WHOLE_NUMBERS)
  .transform((ids) => ids?.map(Number))
  .meta({ type: 'array', items: { type: 'integer' }, examples: [[3, 17]] })

/** The first year that a lower bound includes: 1905 for `1905.0` and `1904.5`. Empty means no filter. */
export const yearMin = yearBound(Math.ceil)

/** The last year that an upper bound includes: 1904 for `1904.5`. */
export const yearMax = yearBound(Math.floor)

function yearBound(round: (bound: number) => number) {
  return z
    .string()
    .optional()
    .transform(word)
    .refine((text) => text === undefined || isFiniteNumber(text), 'Enter a number.')
    .transform((text) => (text === undefined ? undefined : round(Number(text))))
    .meta({ type: 'number', examples: [1905] })
}

function isFiniteNumber(text: string): boolean {
  return isDecimal(text) && Number.isFinite(Number(text))
}

/** Whether a text is a number such as `-12.5` or `1e3`, which may be too large for a finite one. */
export function isDecimal(text: string): boolean {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)
}

/** One of several words, case-sensitive. Empty means no filter. */
export function oneOf<Word extends string>(words: readonly Word[]) {
  return z
    .string()
    .optional()
    .transform((text, context): Word | undefined => {
      const given = word(text)
      const found = words.find((known) => known === given)
      if (given !== undefined && found === undefined) {
        const advice = words.length === 1 ? 'The only value is' : 'Enter one of'
        context.addIssue(`${advice} ${words.join(', ')}.`)
      }
      return found
    })
    .meta({ enum: [...words], examples: [words[0]] })
}

/** `pending,failed`: any of several words, case-sensitive. Empty means no filter. */
export function anyOf<Word extends string>(known: readonly Word[]) {
  return z
    .string()
    .optional()
    .transform((text, context): Word[] | undefined => {
      const given = words(text)
      const found = known.filter((word) => given?.includes(word))
      if (given?.some((word) => !found.some((one) => one === word))) {
        context.addIssue(`Enter any of ${known.join(', ')}, separated by commas.`)
      }
      return given && found
    })
    .meta({
      type: 'array',
      items: { type: 'string', enum: [...known] },
      examples: [known.slice(0, 1)],
    })
}

const FLAGS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** `true`, `false`, `1` or `0`, ignoring case. Empty means no filter. */
export const flag = z
  .string()
  .optional()
  .transform((text) => word(text)?.toLowerCase())
  .refine((text) => text === undefined || FLAGS.has(text), 'Enter true or false, or 1 or 0.')
  .transform((text) => (text === undefined ? undefined : FLAGS.get(text)))
  .meta({ type: 'boolean', examples: [true] })

/** `2026-03-01T12:00:00Z`: what changed for everyone at this time or later. Empty means no filter. */
export const modifiedSince = z
  .string()
  .optional()
  .transform((text, context): Micros | undefined => {
    const given = word(text)
    const time = given === undefined ? undefined : parseTime(given)
    if (given !== undefined && time === undefined)
      context.addIssue('Enter a time such as 2026-03-01T12:00:00Z.')
    return time
  })
  .meta({ format: 'date-time', examples: ['2026-03-01T12:00:00Z'] })
  .describe('Return only what everyone sees changed at this time or later.')

/** A trimmed string. Empty means no filter. */
export const trimmedText = z.string().optional().transform(word)

/** `old-town,harbour`: matches any of these, case-sensitive. */
export const wordList = z
  .string()
  .optional()
  .transform(words)
  .meta({ type: 'array', items: { type: 'string' }, examples: [['old-town', 'harbour']] })

/** `12,Q64`: subjects by id or by Wikidata item. Other values match nothing. */
export const subjectRefs = wordList
  .transform(
    (names) =>
      names && { ids: names.filter(isId).map(Number), kbIds: names.filter((name) => !isId(name)) },
  )
  .meta({ type: 'array', items: { type: 'string' }, examples: [['12', 'Q64']] })

/** `-created_at,title`: fields to sort by, a minus for descending order. Unknown fields are ignored. */
export function orderingBy<Field extends string>(
  fields: readonly Field[],
  fallback: OrderTerm<Field>,
) {
  return z
    .string()
    .optional()
    .transform((text) => parseOrdering(text, fields, fallback))
    .meta({
      type: 'array',
      items: { type: 'string', enum: fields.flatMap((field) => [field, `-${field}`]) },
      default: [(fallback.descending ? '-' : '') + fallback.field],
      description: 'Fields to sort by. A leading minus sorts in descending order.',
    })
}

function word(text: string | undefined): string | undefined {
  return text?.trim() || undefined
}

function words(text: string | undefined): string[] | undefined {
  const found = (text ?? '').split(',').map((word) => word.trim())
  const given = found.filter((word) => word !== '')
  return given.length > 0 ? given : undefined
}

function isId(word: string): boolean {
  return /^\d{1,15}$/.test(word)
}
