import { z, type ZodType } from 'zod'
import { PROBLEMS, toIssue } from '../base/problems/problem.ts'
import {
  cleanLine,
  cleanLines,
  hasCredentials,
  isBlank,
  isWithinLength,
  isHttpUrl,
  MAX_URL,
} from '../model/text.ts'

/** Strings in request bodies, with the error messages that clients know. */

export const REQUIRED = PROBLEMS.required

/** For the OpenAPI document. */
export const ADDRESS = { format: 'uri', examples: ['https://archive.example.org/albums/3'] }

/**
 * A required, non-blank string of one line. Returned trimmed and without control characters.
 * @param most the maximum length in Unicode characters
 */
export function requiredText(most = Infinity): ZodType<string> {
  return required(most, cleanLine)
}

/** The same with line breaks. */
export function requiredProse(most: number): ZodType<string> {
  return required(most, cleanLines)
}

/** An optional string of one line. Null and blank strings count as absent. */
export function optionalText(most = Infinity): ZodType<string | undefined> {
  return optional(most, cleanLine)
}

/** The same with line breaks. */
export function optionalProse(most: number): ZodType<string | undefined> {
  return optional(most, cleanLines)
}

/** The same, but empty instead of absent. */
export function proseOrEmpty(most: number): ZodType<string> {
  return optionalProse(most).transform((text) => text ?? '')
}

type Clean = (text: string) => string

function required(most: number, clean: Clean): ZodType<string> {
  return z
    .string({
      error: ({ input }) => (input === undefined || input === null ? REQUIRED : PROBLEMS.not_text),
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
    .string(PROBLEMS.not_text)
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

/** Not every database can store null characters, and none can store lone surrogates. */
function storable(clean: Clean) {
  return z
    .string()
    .refine((text) => !text.includes('\0'), PROBLEMS.null_characters)
    .refine((text) => text.isWellFormed(), PROBLEMS.surrogate_characters)
    .overwrite((text) => (isBlank(text) ? '' : clean(text).trim()))
}

function atMost(most: number) {
  return [(text: string) => isWithinLength(text, most), toIssue(['too_long', most])] as const
}

function lengthUpTo(most: number): { maxLength?: number } {
  return most === Infinity ? {} : { maxLength: most }
}

function publicUrl() {
  return z
    .string()
    .refine(isHttpUrl, PROBLEMS.not_a_url)
    .refine((url) => !hasCredentials(url), PROBLEMS.url_with_credentials)
}

/** A required http or https URL. */
export const webAddress = requiredText(MAX_URL).pipe(publicUrl()).meta(ADDRESS)

/** An optional http or https URL. */
export const optionalWebAddress = optionalText(MAX_URL).pipe(publicUrl().optional()).meta(ADDRESS)

/** The same, but empty instead of absent. */
export const addressOrEmpty = optionalWebAddress.transform((address) => address ?? '').meta(ADDRESS)
