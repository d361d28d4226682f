import { z, type ZodType } from 'zod'
import { cleanLine, cleanLines, fits, isWebAddress, MAX_URL } from '../model/text.ts'

/** Texts as request bodies carry them, with the sentences that clients know. */

export const REQUIRED = 'This field is required.'

/** For the interface's document. */
export const ADDRESS = { format: 'uri', examples: ['https://archive.example.org/albums/3'] }

/**
 * A text of one line that must be there and not blank, of at most so many Unicode characters. It comes back
 * trimmed and without control characters.
 */
export function requiredText(most = Infinity): ZodType<string> {
  return required(most, cleanLine)
}

/** The same with several lines. */
export function requiredProse(most: number): ZodType<string> {
  return required(most, cleanLines)
}

/** A text of one line that may be absent; null, and nothing but blanks, count as absent. */
export function optionalText(most = Infinity): ZodType<string | undefined> {
  return optional(most, cleanLine)
}

/** The same with several lines. */
export function optionalProse(most: number): ZodType<string | undefined> {
  return optional(most, cleanLines)
}

type Clean = (text: string) => string

function required(most: number, clean: Clean): ZodType<string> {
  return z
    .string({
      error: ({ input }) =>
        input === undefined || input === null ? REQUIRED : 'Not a valid string.',
    })
    .pipe(storable(clean))
    .pipe(
      z
        .string()
        .min(1, REQUIRED)
        .refine(...atMost(most)),
    )
    .meta({ minLength: 1, ...lengthUpTo(most) })
}

function optional(most: number, clean: Clean): ZodType<string | undefined> {
  return z
    .string('Not a valid string.')
    .pipe(storable(clean))
    .nullish()
    .transform((text) => text || undefined)
    .pipe(
      z
        .string()
        .refine(...atMost(most))
        .optional(),
    )
    .meta(lengthUpTo(most))
}

/** Not every database holds a null character, and none holds half a character. */
function storable(clean: Clean) {
  return z
    .string()
    .refine((text) => !text.includes('\0'), 'Null characters are not allowed.')
    .refine((text) => text.isWellFormed(), 'Surrogate characters are not allowed.')
    .overwrite((text) => clean(text).trim())
}

function atMost(most: number): [check: (text: string) => boolean, message: string] {
  return [(text) => fits(text, most), `Ensure this field has no more than ${most} characters.`]
}

function lengthUpTo(most: number): { maxLength?: number } {
  return most === Infinity ? {} : { maxLength: most }
}

/** An http or https address. */
export const webAddress = requiredText(MAX_URL)
  .pipe(z.string().refine(isWebAddress, 'Enter a valid URL.'))
  .meta(ADDRESS)

/** An http or https address that may be absent. */
export const optionalWebAddress = optionalText(MAX_URL)
  .pipe(z.string().refine(isWebAddress, 'Enter a valid URL.').optional())
  .meta(ADDRESS)
