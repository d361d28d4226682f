import { z } from 'zod'
import { parseTimestamp } from '../../clock.ts'
import { areaProblem } from '../../engine/sqlite/spatial.ts'
import type { Reads } from '../../engine/sqlite/store.ts'
import type { Flag } from '../../engine/sqlite/tables.ts'
import { GeometryError, geometryText, type Area } from '../../model/geometry/geometry.ts'
import { BadField } from '../line-error.ts'

/** The kinds of values that lines are made of. Where a value may be absent, null stands for it. */

export const id = z.int().min(1)
export const optionalId = id.nullish().transform((value) => value ?? null)
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

/** A text that may be empty, of at most so many Unicode characters. */
export function text(most = Infinity) {
  return z
    .string()
    .refine((value) => value.isWellFormed(), 'has half a character (a lone surrogate)')
    .refine((value) => !value.includes('\0'), 'has a null character, which is not allowed')
    .refine((value) => fits(value, most), `is longer than ${most} characters`)
}

/** A text that says something. */
export function name(most = Infinity) {
  return text(most).refine((value) => value.trim() !== '', 'should not be blank')
}

/** A text that may be absent; an empty one counts as absent. */
export function optionalText(most = Infinity) {
  return text(most)
    .nullish()
    .transform((value) => value || null)
}

export function slug(most: number) {
  return text(most).regex(/^[A-Za-z0-9_-]+$/, 'should be letters, digits, hyphens and underscores')
}

/** GeoJSON from outside to its canonical text. */
export function geometry<Geometry extends Area>(parse: (value: unknown) => Geometry) {
  return z.unknown().transform((value, context) => {
    try {
      return geometryText(parse(value))
    } catch (error) {
      if (!(error instanceof GeometryError)) throw error
      context.addIssue({ code: 'custom', message: error.message.replace(/\.$/, '') })
      return z.NEVER
    }
  })
}

/** @throws BadField when SpatiaLite finds the area invalid, with its reason */
export async function requireValidArea(
  reads: Reads,
  field: string,
  geoJson: string,
): Promise<void> {
  const problem = await areaProblem(reads, geoJson)
  if (problem !== undefined) throw new BadField(field, problem)
}

/** Counts characters only where the cheap count of code units doesn't settle it. */
function fits(value: string, most: number): boolean {
  return value.length <= most || (value.length <= most * 2 && Array.from(value).length <= most)
}
