import { z } from 'zod'
import {
  MAX_CREATOR,
  MAX_LICENSE_NAME,
  MAX_REFERENCE_ID,
  MAX_SCALE,
  MAX_TITLE,
} from '../../base/limits.ts'
import { MAX_DATE_TEXT } from '../../edtf/edtf.ts'
import { EdtfError } from '../../edtf/edtf-error.ts'
import { parseEdtf } from '../../edtf/parse.ts'
import { parseStatedPosition } from '../../model/geometry/stated-position.ts'
import { ACCEPTED_CONTENT_TYPES } from '../../model/picture-format.ts'
import {
  flag,
  id,
  name,
  optionalId,
  optionalUserId,
  optionalProse,
  optionalText,
  optionalUrl,
  timestamp,
} from './fields.ts'

const edtfDate = optionalText(MAX_DATE_TEXT).superRefine((date, context) => {
  try {
    if (date !== null) parseEdtf(date)
  } catch (error) {
    if (!(error instanceof EdtfError)) throw error
    context.addIssue({ code: 'custom', message: `is not an EDTF date: ${error.message}` })
  }
})

/** Longer than three numbers. */
const MAX_STATED_POSITION = 100

const statedPosition = optionalText(MAX_STATED_POSITION).superRefine((text, context) => {
  if (text === null || parseStatedPosition(text)) return
  context.addIssue({ code: 'custom', message: 'should be latitude and longitude in degrees' })
})

const file = z.strictObject({
  path: z.string().max(1000),
  content_type: z.enum(ACCEPTED_CONTENT_TYPES),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'should be 64 hexadecimal digits in lower case')
    .nullish(),
  size: z.int().min(1).nullish(),
})

export const imageSchema = z
  .strictObject({
    id,
    collection: id,
    title: name(MAX_TITLE),
    original_date: optionalText(MAX_DATE_TEXT),
    edtf_date: edtfDate,
    original_url: optionalUrl(),
    description: optionalProse(),
    creator: optionalText(MAX_CREATOR),
    reference_id: optionalText(MAX_REFERENCE_ID),
    archive_position: statedPosition,
    license: optionalText(MAX_LICENSE_NAME),
    scale: optionalText(MAX_SCALE),
    rotation: z.literal([0, 90, 180, 270]),
    mirror: z.enum(['none', 'h', 'v']),
    from_above: flag,
    will_not_georef: flag,
    duplicate_of: optionalId,
    order: z
      .int()
      .nullish()
      .transform((value) => value ?? null),
    created_at: timestamp,
    created_by: optionalUserId,
    file: file.nullish(),
  })
  .refine((line) => line.duplicate_of !== line.id, {
    path: ['duplicate_of'],
    message: 'is the image itself',
  })

export type ImageLine = z.output<typeof imageSchema>
