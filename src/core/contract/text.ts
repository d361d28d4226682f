import { z, type ZodType } from 'zod'

/** Texts as request bodies carry them, with the sentences that clients know. */

export const REQUIRED = 'This field is required.'

const MAX_ADDRESS = 2000
/** For the interface's document. */
export const ADDRESS = { format: 'uri', examples: ['https://archive.example.org/albums/3'] }

/** A text that must be there and not blank, of at most so many Unicode characters; comes back trimmed. */
export function requiredText(most = Infinity): ZodType<string> {
  return z
    .string({
      error: ({ input }) =>
        input === undefined || input === null ? REQUIRED : 'Not a valid string.',
    })
    .trim()
    .min(1, REQUIRED)
    .pipe(limited(most))
    .meta(lengthUpTo(most))
}

/** A text that may be absent; null, and nothing but blanks, count as absent. */
export function optionalText(most = Infinity): ZodType<string | undefined> {
  return z
    .string('Not a valid string.')
    .trim()
    .nullish()
    .transform((text) => text || undefined)
    .pipe(limited(most).optional())
    .meta(lengthUpTo(most))
}

function lengthUpTo(most: number): { maxLength?: number } {
  return most === Infinity ? {} : { maxLength: most }
}

/** An http or https address. */
export const webAddress = requiredText(MAX_ADDRESS)
  .pipe(z.string().refine(isWebAddress, 'Enter a valid URL.'))
  .meta(ADDRESS)

/** An http or https address that may be absent. */
export const optionalWebAddress = optionalText(MAX_ADDRESS)
  .pipe(z.string().refine(isWebAddress, 'Enter a valid URL.').optional())
  .meta(ADDRESS)

function limited(most: number): ZodType<string, string> {
  return z
    .string()
    .refine((text) => !text.includes('\0'), 'Null characters are not allowed.')
    .refine((text) => text.isWellFormed(), 'Surrogate characters are not allowed.')
    .refine(
      (text) => codePoints(text) <= most,
      `Ensure this field has no more than ${most} characters.`,
    )
}

function codePoints(text: string): number {
  return Array.from(text).length
}

function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol
  return (protocol === 'http:' || protocol === 'https:') && !/\s/.test(text)
}
