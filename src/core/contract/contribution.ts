import { z } from 'zod'
import { MAX_COMMENT } from '../limits.ts'
import { parseDrawnPolygon } from '../model/geometry/drawn-polygon.ts'
import { optionalId } from './fields.ts'
import { fromAboveGeoreference, pointGeoreference, polygon } from './georeference.ts'
import {
  newAreaGeoreference,
  newGeoreference,
  newValidation,
  polygonText,
} from './new-contribution.ts'
import { problem } from './errors.ts'
import { requiredProse } from './text.ts'

/** What people contribute by the API and on pages. */

const previous = optionalIdOrAbsent().meta({
  type: ['integer', 'null'],
  description:
    'Id of the newest georeference of this kind that the sender has seen; null for none. If another one is the newest by now, the response is 409. Absent: not checked.',
  examples: [null],
})

export const placement = newGeoreference
  .extend({ previous })
  .meta({ id: 'NewPlacement', description: 'Where a camera stood.' })
export type Placement = z.output<typeof placement>

export const areaPlacement = newAreaGeoreference
  .extend({
    polygon: polygonText(parseDrawnPolygon).meta({
      description:
        'GeoJSON Polygon with closed rings: at most 16 rings, 2,000 positions a ring and 4,000 in all, and 0.25 square degrees.',
      examples: polygon.meta()?.examples ?? [],
    }),
    previous,
  })
  .meta({ id: 'NewAreaPlacement', description: 'The area that an image taken from above covers.' })
export type AreaPlacement = z.output<typeof areaPlacement>

const imageId = z.int().meta({ description: 'Id of the image.', examples: [12] })

export const placedPoint = z
  .strictObject({ ...pointGeoreference.shape, image_id: imageId })
  .meta({ id: 'PlacedPoint', description: 'A camera position of an image.' })
export type PlacedPoint = z.infer<typeof placedPoint>

export const placedArea = z
  .strictObject({ ...fromAboveGeoreference.shape, image_id: imageId })
  .meta({ id: 'PlacedArea', description: 'An area that an image covers.' })
export type PlacedArea = z.infer<typeof placedArea>

/** The body of a 409: with code `superseded` also the newest georeference, which the sender has not seen. */
export const pointConflict = z
  .strictObject({ ...problem.shape, newest: placedPoint.nullable().optional() })
  .meta({ id: 'PointConflict', description: 'Why an image cannot be placed at a point.' })
export const areaConflict = z
  .strictObject({ ...problem.shape, newest: placedArea.nullable().optional() })
  .meta({ id: 'AreaConflict', description: 'Why an image cannot be placed on an area.' })

export const check = z
  .object({ validation: newValidation.shape.validation, notes: newValidation.shape.notes })
  .meta({ id: 'NewValidation', description: 'The verdict on the georeference of another user.' })
export type Check = z.output<typeof check>

export const remark = z
  .object({
    text: requiredProse(MAX_COMMENT).meta({ examples: ['The tower burnt down in 1912.'] }),
  })
  .meta({ id: 'NewComment', description: 'A comment on an image.' })
export type Remark = z.output<typeof remark>

function optionalIdOrAbsent() {
  // `optionalId` turns an absent value into null, which means something else here.
  return optionalId().optional()
}
