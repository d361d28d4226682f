import { z } from 'zod'
import {
  MAX_COMMENT,
  MAX_CONTRIBUTED_NOTES,
  MAX_FLAG_TEXT,
  MAX_SKIP_REASON,
  MAX_SUBJECTS,
  MAX_SUGGESTION_TEXT,
} from '../base/limits.ts'
import { FLAG_REASONS } from '../model/flag-reasons.ts'
import { parseDrawnPolygon } from '../model/geometry/drawn-polygon.ts'
import { parseItemId } from '../model/item-id.ts'
import { PROBLEMS, toIssue } from '../base/problems/problem.ts'
import { boundedList } from './bounded-list.ts'
import { optionalId, requiredChoice, requiredId } from './fields.ts'
import { fromAboveGeoreference, pointGeoreference, polygon } from './georeference.ts'
import {
  newAreaGeoreference,
  newGeoreference,
  newValidation,
  polygonText,
} from './new-contribution.ts'
import { problem } from './errors.ts'
import { subjectSummary } from './subject.ts'
import {
  optionalProse,
  optionalText,
  REQUIRED,
  requiredProse,
  requiredText,
} from './text-fields.ts'
import { timestamp } from './timestamp.ts'

/** Contributions by the API and on pages. */

const previous = optionalIdOrAbsent().meta({
  type: ['integer', 'null'],
  description:
    'Id of the newest georeference of this kind that the sender has seen; null for none. If another one is the newest by now, the response is 409. Absent: not checked.',
  examples: [null],
})

const confidence_notes = optionalProse(MAX_CONTRIBUTED_NOTES)

export const placement = newGeoreference
  .extend({ confidence_notes, previous })
  .meta({ id: 'NewPlacement', description: 'Where a camera stood.' })
export type Placement = z.output<typeof placement>

export const areaPlacement = newAreaGeoreference
  .extend({
    polygon: polygonText(parseDrawnPolygon).meta({
      description:
        'GeoJSON Polygon with closed rings: at most 16 rings, 2,000 positions a ring and 4,000 in all, and 0.25 square degrees.',
      examples: polygon.meta()?.examples ?? [],
    }),
    confidence_notes,
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
  .object({
    validation: newValidation.shape.validation,
    notes: optionalProse(MAX_CONTRIBUTED_NOTES),
  })
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

/** An id or a slug. */
const subjectReference = z
  .union([z.number(), z.string()], {
    error: ({ input }) => (input === undefined || input === null ? REQUIRED : PROBLEMS.no_subject),
  })
  .transform((given, context): string => {
    const text = String(given).trim()
    if (text === '') context.addIssue(REQUIRED)
    return text
  })
  .meta({ type: ['integer', 'string'], examples: ['town-hall'] })

export const newTag = z
  .object({ subject: subjectReference.describe('Id or slug of the subject.') })
  .meta({ id: 'NewTag', description: 'A subject that an image shows.' })
export type NewTag = z.output<typeof newTag>

export const tagOrder = z
  .object({
    order: boundedList(requiredId(), {
      max: MAX_SUBJECTS,
      error: ({ input }) => (input === undefined || input === null ? REQUIRED : 'Expected a list.'),
    }).meta({
      type: 'array',
      items: { type: 'integer' },
      description: 'Ids of all subjects of the image, in their new order.',
      examples: [[7, 3]],
    }),
  })
  .meta({ id: 'TagOrder', description: 'The subjects of an image, in another order.' })
export type TagOrder = z.output<typeof tagOrder>

export const imageSubjects = z
  .strictObject({ subjects: z.array(subjectSummary) })
  .meta({ id: 'ImageSubjects', description: 'The subjects of an image, in the order of tagging.' })
export type ImageSubjects = z.infer<typeof imageSubjects>

export const newItemSubject = z
  .object({
    kb_id: requiredText()
      .transform((text, context): string => {
        const item = parseItemId(text)
        if (item === undefined) context.addIssue(toIssue(['not_an_item', 'Q64']))
        return item ?? ''
      })
      .meta({ description: 'Id of a Wikidata item.', examples: ['Q1137345'] }),
  })
  .meta({ id: 'NewSubject', description: 'A subject to be added from Wikidata.' })
export type NewItemSubject = z.output<typeof newItemSubject>

export const suggestionQuery = z.object({
  q: z
    .string('This parameter is required.')
    .trim()
    .min(1, 'This parameter is required.')
    .max(MAX_SUGGESTION_TEXT, `Enter at most ${MAX_SUGGESTION_TEXT} characters.`)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), 'Enter a text.')
    .meta({ description: 'The beginning of a name.', examples: ['town h'] }),
})

export const subjectSuggestions = z
  .strictObject({
    results: z
      .array(
        z.strictObject({
          id: z
            .int()
            .nullable()
            .meta({ description: 'Id of the subject. Null if it is not one yet.', examples: [7] }),
          slug: z
            .string()
            .nullable()
            .meta({ examples: ['town-hall'] }),
          title: z.string().meta({ examples: ['Town hall'] }),
          description: z.string().meta({ examples: ['seat of a town’s government'] }),
          kb_id: z.string().meta({ examples: ['Q1137345'] }),
        }),
      )
      .describe('Subjects of this catalog, then items of Wikidata.'),
    complete: z.boolean().describe('False if Wikidata could not be asked.'),
  })
  .meta({ id: 'SubjectSuggestions', description: 'What an image may be tagged with.' })
export type SubjectSuggestions = z.infer<typeof subjectSuggestions>

export const newSkip = z
  .object({
    reason: optionalText(MAX_SKIP_REASON).meta({ examples: ['I do not know this town.'] }),
  })
  .meta({ id: 'NewSkip', description: 'Why a user does not place an image.' })
export type NewSkip = z.output<typeof newSkip>

export const newFlag = z
  .object({
    reason: requiredChoice(FLAG_REASONS),
    text: optionalProse(MAX_FLAG_TEXT).meta({ examples: ['This is another street.'] }),
  })
  .meta({ id: 'NewFlag', description: 'A report of an image to staff.' })
export type NewFlag = z.output<typeof newFlag>

export const flagged = z
  .strictObject({
    id: z.int().meta({ examples: [4] }),
    image_id: imageId,
    reason: z.enum(FLAG_REASONS),
    text: z.string().meta({ examples: ['This is another street.'] }),
    flagged_at: timestamp,
  })
  .meta({ id: 'Flag', description: 'A report of an image to staff.' })
export type Flagged = z.infer<typeof flagged>
