import type { Expression, SqlBool } from 'kysely'
import { z } from 'zod'
import { parseTimestamp } from '../../base/clock.ts'
import { findAreaProblem } from '../../database/area-problem.ts'
import type { Reads } from '../../database/store.ts'
import { column, expressions } from '../../database/expressions.ts'
import { isAnyOf } from '../../database/sql.ts'
import type { Flag } from '../../database/tables.ts'
import { MAX_PROSE } from '../../base/limits.ts'
import { GeometryError, serializeGeometry, type Shape } from '../../model/geometry/geometry.ts'
import { cleanLine, cleanLines, isWithinLength, isHttpUrl, MAX_URL } from '../../model/text.ts'
import { formatProblem } from '../../base/problems/problem.ts'
import { BadField } from '../line-error.ts'

/** Field types of lines. An absent optional value becomes null. */

export const id = z.int().min(1)
export const optionalId = id.nullish().transform((value) => value ?? null)
/** The id of an OpenStreetMap account, or of a former contributor if it is negative. */
export const userId = z.int().refine((value) => value !== 0, 'should not be 0')
export const optionalUserId = userId.nullish().transform((value) => value ?? null)
export const flag = z.boolean().transform((value): Flag => (value ? 1 : 0))

export const timestamp = z.string().transform((text, context) => {
  const micros = parseTimestamp(text)
  if (micros !== undefined && Number.isSafeInteger(micros)) return micros
  context.addIssue({
    code: 'custom',
    message: `should be a time such as 2026-03-01T12:00:00.000000Z, not ${JSON.stringify(text)}`,
  })
  return z.NEVER
})
export const optionalTimestamp = timestamp.nullish().transform((value) => value ?? null)

/** A text of one line that may be empty, of at most so many Unicode characters. */
export function text(most: number) {
  return storable(cleanLine).refine(...atMost(most))
}

/** A non-blank text of one line. */
export function name(most: number) {
  return text(most).refine((value) => value.trim() !== '', 'should not be blank')
}

/** A text of several lines that may be empty. */
export function prose() {
  return storable(cleanLines).refine(...atMost(MAX_PROSE))
}

/** A text of one line that may be absent; an empty one counts as absent. */
export function optionalText(most: number) {
  return text(most).nullish().transform(orNull)
}

/** A text of several lines that may be absent; an empty one counts as absent. */
export function optionalProse() {
  return prose().nullish().transform(orNull)
}

/** An http or https URL, or an empty text. */
export function url() {
  return text(MAX_URL).refine(
    (value) => value === '' || isHttpUrl(value),
    'should be an http:// or https:// address',
  )
}

export function optionalUrl() {
  return url().nullish().transform(orNull)
}

export function slug(most: number) {
  return text(most).regex(/^[A-Za-z0-9_-]+$/, 'should be letters, digits, hyphens and underscores')
}

/** Parses GeoJSON input to its canonical text. */
export function geometry<Geometry extends Shape>(parse: (value: unknown) => Geometry) {
  return z.unknown().transform((value, context) => {
    try {
      return serializeGeometry(parse(value))
    } catch (error) {
      if (!(error instanceof GeometryError)) throw error
      context.addIssue({ code: 'custom', message: error.message.replace(/\.$/, '') })
      return z.NEVER
    }
  })
}

interface Restrictable {
  where(condition: Expression<SqlBool>): this
}

/** Restricts a query to the rows with one of these values in a column, if any are given. */
export function restrict<Query extends Restrictable>(
  query: Query,
  name: string,
  only: readonly number[] | undefined,
): Query {
  return only === undefined
    ? query
    : query.where(isAnyOf(column(name), expressions.val(JSON.stringify(only))))
}

/** @throws BadField with the reason if SpatiaLite reports an invalid area */
export async function requireValidArea(
  reads: Reads,
  field: string,
  geoJson: string,
): Promise<void> {
  const problem = await findAreaProblem(reads, geoJson)
  if (problem !== undefined) throw new BadField(field, formatProblem(problem))
}

function storable(clean: (value: string) => string) {
  return z
    .string()
    .refine((value) => value.isWellFormed(), 'has half a character (a lone surrogate)')
    .refine((value) => !value.includes('\0'), 'has a null character, which is not allowed')
    .overwrite((value) => clean(value) || removeControls(value))
}

/** Earlier versions stored texts of which nothing is left today, such as a zero-width space. */
function removeControls(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '')
}

function atMost(most: number): [check: (value: string) => boolean, message: string] {
  return [(value) => isWithinLength(value, most), `is longer than ${most} characters`]
}

function orNull(value: string | null | undefined): string | null {
  return value || null
}
