import { z } from 'zod'
import { MAX_FILTER_VALUES } from '../base/limits.ts'

/**
 * `A-17,B%2C2`: matches any of up to 100 values, each percent-encoded on its own so that it may contain commas.
 * Empty means no filter. The query string is percent-encoded once more as a whole.
 */
export function encodedList(examples: readonly [string, ...string[]]) {
  return z
    .string()
    .optional()
    .transform((text) => decodeList(text ?? ''))
    .refine(
      (values) => values.length <= MAX_FILTER_VALUES,
      `Enter at most ${MAX_FILTER_VALUES} values, separated by commas.`,
    )
    .transform((values) => (values.length > 0 ? values : undefined))
    .meta({ type: 'array', items: { type: 'string' }, examples: [examples] })
}

function decodeList(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim())
  const values = parts.filter((part) => part !== '').map(decode)
  // An encoded list contains no spaces: a client that does not encode sends one value, commas included.
  const isEncoded = /^[\x21-\x7e]*$/.test(text.trim())
  return isEncoded || values.length < 2 ? values : [...values, text.trim()]
}

/** Leaves escapes that are not valid UTF-8, such as a lone percent sign, as they are. */
function decode(value: string): string {
  return value.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}
