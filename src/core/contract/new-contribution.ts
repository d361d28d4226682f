import { z } from 'zod'
import { MAX_PROSE } from '../base/limits.ts'
import { MAX_LATITUDE, MAX_LONGITUDE } from '../model/geometry/coordinate-limits.ts'
import { GeometryError, serializeGeometry, type Polygon } from '../model/geometry/geometry.ts'
import { parsePolygon } from '../model/geometry/parse.ts'
import { toIssue } from '../base/problems/problem.ts'
import { optionalId, optionalNumber, requiredChoice, requiredId, requiredNumber } from './fields.ts'
import { CONFIDENCES } from '../model/confidences.ts'
import { optionalProse, requiredProse } from './text-fields.ts'
import { VERDICTS } from './verdicts.ts'

/** Contributions of users to images. Numbers may be strings, as in a table. */

const judgement = {
  confidence: requiredChoice(CONFIDENCES),
  confidence_notes: optionalProse(MAX_PROSE),
}

export const newGeoreference = z.object({
  image: requiredId(),
  latitude: requiredNumber(
    (value) => Math.abs(value) <= MAX_LATITUDE,
    `between -${MAX_LATITUDE} and ${MAX_LATITUDE}`,
  ).meta({
    type: 'number',
    minimum: -MAX_LATITUDE,
    maximum: MAX_LATITUDE,
    description: 'Degrees (WGS 84).',
    examples: [52.37403],
  }),
  longitude: requiredNumber(
    (value) => Math.abs(value) <= MAX_LONGITUDE,
    `between -${MAX_LONGITUDE} and ${MAX_LONGITUDE}`,
  ).meta({
    type: 'number',
    minimum: -MAX_LONGITUDE,
    maximum: MAX_LONGITUDE,
    description: 'Degrees (WGS 84).',
    examples: [4.88969],
  }),
  direction: optionalNumber(
    (value) => value >= 0 && value < 360,
    'at least 0 and less than 360',
  ).meta({
    type: ['number', 'null'],
    minimum: 0,
    exclusiveMaximum: 360,
    description: 'Viewing direction in degrees clockwise from north. Null if unknown.',
    examples: [118.5],
  }),
  ...judgement,
})
export type NewGeoreference = z.output<typeof newGeoreference>

/** The polygon becomes its canonical GeoJSON text. */
export const newAreaGeoreference = z.object({
  image: requiredId(),
  polygon: polygonText(parsePolygon),
  ...judgement,
})
export type NewAreaGeoreference = z.output<typeof newAreaGeoreference>

/** A GeoJSON Polygon, which becomes its canonical text. */
export function polygonText(parse: (value: unknown) => Polygon) {
  return z.unknown().transform((value, context) => {
    try {
      return serializeGeometry(parse(value))
    } catch (error) {
      if (!(error instanceof GeometryError)) throw error
      context.addIssue(toIssue(error.problem))
      return z.NEVER
    }
  })
}

/** A validation of a georeference of either kind: exactly one of the two ids is given. */
export const newValidation = z
  .object({
    georeference: optionalId(),
    from_above_georeference: optionalId(),
    validation: requiredChoice(VERDICTS),
    notes: optionalProse(MAX_PROSE),
  })
  .refine((given) => (given.georeference === null) !== (given.from_above_georeference === null), {
    path: ['georeference'],
    message: 'Give either georeference or from_above_georeference.',
  })
export type NewValidation = z.output<typeof newValidation>

export const newComment = z.object({ image: requiredId(), text: requiredProse(MAX_PROSE) })
export type NewComment = z.output<typeof newComment>
