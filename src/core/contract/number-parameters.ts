import { z } from 'zod'
import { isDecimal, trimmedText } from './list-query.ts'

/** Numbers in the query strings of searches. Blank values count as absent. */

interface Bounds {
  min: number
  max: number
}

const INTEGER = /^[+-]?\d+$/

/** A whole number. Smaller and larger ones count as the nearest bound. */
export function clampedInteger({ min, max, fallback }: Bounds & { fallback: number }) {
  return trimmedText
    .refine((text) => text === undefined || INTEGER.test(text), {
      error: 'Enter a whole number.',
      // Checks of several parameters together need numbers.
      abort: true,
    })
    .transform((text) => (text === undefined ? fallback : clamp(Number(text), { min, max })))
    .meta({ type: 'integer', minimum: min, maximum: max, default: fallback })
}

/** A whole number, such as an id. */
export const optionalNumber = trimmedText
  .refine((text) => text === undefined || /^\d{1,15}$/.test(text), 'Enter a whole number.')
  .transform((text) => (text === undefined ? undefined : Number(text)))
  .meta({ type: 'integer', minimum: 0 })

/** A number. Smaller and larger ones count as the nearest bound. */
export function clampedNumber({ min, max, fallback }: Bounds & { fallback: number }) {
  return trimmedText
    .refine(
      (text) => text === undefined || isDecimal(text),
      `Enter a number from ${min} to ${max}.`,
    )
    .transform((text) => (text === undefined ? fallback : clamp(Number(text), { min, max })))
    .meta({ type: 'number', minimum: min, maximum: max, default: fallback })
}

/** A number greater than `above`. Larger ones than `max` count as `max`. */
export function numberAbove({ above, max }: { above: number; max: number }) {
  return trimmedText
    .refine(
      (text) => text === undefined || (isDecimal(text) && Number(text) > above),
      `Enter a number greater than ${above}.`,
    )
    .transform((text) => (text === undefined ? null : Math.min(Number(text), max)))
    .meta({ type: 'number', exclusiveMinimum: above, maximum: max })
}

/** A number within bounds, inclusive. */
export function requiredNumber({ min, max }: Bounds) {
  const problem = `Enter a number from ${min} to ${max}.`
  return z
    .string(problem)
    .trim()
    .refine((text) => isDecimal(text) && isBetween(Number(text), { min, max }), problem)
    .transform(Number)
    .meta({ type: 'number', minimum: min, maximum: max })
}

function clamp(number: number, { min, max }: Bounds): number {
  return Math.min(Math.max(number, min), max)
}

function isBetween(number: number, { min, max }: Bounds): boolean {
  return number >= min && number <= max
}
