import { z } from 'zod'
import {
  MAX_CANCELLED_SLOTS,
  MAX_CREATOR,
  MAX_LICENSE_NAME,
  MAX_PROSE,
  MAX_REFERENCE_ID,
  MAX_SUBJECTS,
  MAX_TITLE,
  MIN_CANCELLED_SLOTS,
} from '../base/limits.ts'
import { MAX_DATE_TEXT } from '../edtf/edtf.ts'
import { computeBounds } from '../edtf/bounds.ts'
import { EdtfError } from '../edtf/edtf-error.ts'
import { parseEdtf } from '../edtf/parse.ts'
import { ACCEPTED_CONTENT_TYPES } from '../model/picture-format.ts'
import { toIssue, type Problem } from '../base/problems/problem.ts'
import { boundedList } from './bounded-list.ts'
import { trimmedText } from './list-query.ts'
import { optionalChoice, optionalNumberChoice, requiredUuid } from './fields.ts'
import { MIRRORS, ROTATIONS } from './transform.ts'
import { optionalStatedPosition } from './stated-position.ts'
import {
  optionalProse,
  optionalText,
  optionalWebAddress,
  REQUIRED,
  requiredText,
} from './text-fields.ts'

const SLOT = '7f0e5a3c-2a53-4c4b-9a53-6a6f0c0a2b11'

const DEFAULT_CONTENT_TYPE = 'image/jpeg'

/** Query of `GET /api/v2/import/upload-url/`. */
export const uploadSlotRequest = z.object({
  /** Null if the text cannot be an id. */
  collection: requiredText()
    .transform((given) => (/^\d{1,15}$/.test(given) ? Number(given) : null))
    .meta({
      type: 'integer',
      description: 'Id of the collection to import the image into.',
      examples: [3],
    }),
  /** The accepted types depend on the programs installed on the server. */
  content_type: trimmedText
    .transform((given = DEFAULT_CONTENT_TYPE): string => given)
    .meta({
      enum: ACCEPTED_CONTENT_TYPES,
      default: DEFAULT_CONTENT_TYPE,
      description:
        'Media type of the file. The upload must declare the same type. image/heic and image/jp2 are accepted only by servers that can decode them.',
    }),
})
export type UploadSlotRequest = z.output<typeof uploadSlotRequest>

/** Response of `GET /api/v2/import/upload-url/`. */
export const uploadSlot = z
  .strictObject({
    slot_id: z.uuid().meta({ examples: [SLOT] }),
    upload_url: z.url().meta({
      description: 'URL to upload the file to with a single PUT request, without an access token.',
      examples: [
        `https://catalog.example.org/upload/incoming/${SLOT}?expires=1715939112000000&signature=9f86d081884c7d65`,
      ],
    }),
    upload_headers: z.record(z.string(), z.string()).meta({
      description: 'Headers to send with the PUT request, unchanged.',
      examples: [{ 'Content-Type': 'image/jpeg' }],
    }),
    cdn_url: z.url().meta({
      description: 'URL from which the uploaded file can be read until the slot is committed.',
      examples: [`https://catalog.example.org/media/incoming/${SLOT}`],
    }),
  })
  .meta({
    id: 'UploadSlot',
    description: 'An upload slot for one file. It expires after 15 minutes by default.',
  })
export type UploadSlot = z.infer<typeof uploadSlot>

const edtfDate = requiredText(MAX_DATE_TEXT)
  .pipe(
    z.string().superRefine((text, context) => {
      const problem = edtfProblem(text)
      if (problem !== undefined) context.addIssue(toIssue(problem))
    }),
  )
  .meta({ description: 'The date in EDTF (Extended Date/Time Format).', examples: ['1905~'] })

function edtfProblem(text: string): Problem | undefined {
  try {
    computeBounds(parseEdtf(text))
    return undefined
  } catch (error) {
    if (error instanceof EdtfError)
      return ['not_edtf', error.message, error.position, error.suggestion]
    throw error
  }
}

/** The slugs in the given order, without repetitions. */
const subjects = boundedList(z.string('Invalid value.'), {
  max: MAX_SUBJECTS,
  error: 'Expected a list of items.',
})
  .nullish()
  .transform((slugs) => [...new Set(slugs)])
  .meta({
    description: 'Slugs of the subjects of the image, in the order of tagging.',
    examples: [['town-hall']],
  })

/** Body of `POST /api/v2/import/commit/`. A blank optional string counts as absent. */
export const importCommit = z
  .object({
    slot_id: requiredUuid(),
    title: requiredText(MAX_TITLE).meta({ examples: ['Market square'] }),
    original_date: requiredText(MAX_DATE_TEXT).meta({
      description: 'The date as the archive recorded it.',
      examples: ['about 1905'],
    }),
    edtf_date: edtfDate,
    source_url: optionalWebAddress.describe('URL of the image at the archive that it comes from.'),
    description: optionalProse(MAX_PROSE).meta({ examples: ['Looking east.'] }),
    creator: optionalText(MAX_CREATOR).meta({ examples: ['A. Painter'] }),
    reference_id: optionalText(MAX_REFERENCE_ID).meta({
      description: 'The archive’s own reference.',
      examples: ['A-0017'],
    }),
    archive_position: optionalStatedPosition,
    license_name: optionalText(MAX_LICENSE_NAME).meta({
      description: 'Name of a license of this catalog, ignoring case.',
      examples: ['cc-by-4.0'],
    }),
    rotation: optionalNumberChoice(ROTATIONS, 0).describe(
      'Clockwise rotation to apply when the image is shown, in degrees.',
    ),
    mirror: optionalChoice(MIRRORS, 'none').describe(
      '`h` swaps left and right, `v` swaps top and bottom, `none`; applied before the rotation.',
    ),
    subjects,
  })
  .meta({ id: 'ImportCommit', description: 'Metadata of the image to create from an upload.' })
export type ImportCommit = z.output<typeof importCommit>

/** The same body before parsing, as a client sends it. */
export type ImportCommitRequest = Pick<ImportCommit, 'slot_id' | 'title'> &
  Pick<ImportCommit, 'original_date' | 'edtf_date'> &
  Partial<ImportCommit>

/** Response of `POST /api/v2/import/commit/`. */
export const importCommitResponse = z
  .strictObject({ image_id: z.int().meta({ examples: [12] }) })
  .meta({ id: 'ImportCommitResponse', description: 'The image that was created.' })
export type ImportCommitResponse = z.infer<typeof importCommitResponse>

/** Body of `POST /api/v2/images/{id}/replace/`. */
export const imageReplacement = z
  .object({ slot_id: requiredUuid() })
  .meta({ id: 'ImageReplacement', description: 'The upload that replaces the file of an image.' })
export type ImageReplacement = z.output<typeof imageReplacement>

/** Response of `POST /api/v2/images/{id}/replace/`. */
export const imageReplacementResponse = z
  .strictObject({ image_id: z.int().meta({ examples: [12] }) })
  .meta({ id: 'ImageReplacementResponse', description: 'The image whose file was replaced.' })
export type ImageReplacementResponse = z.infer<typeof imageReplacementResponse>

/** Body of `POST /api/v2/import/cancel/`. */
export const importCancel = z
  .object({
    slot_ids: boundedList(requiredUuid(), {
      min: MIN_CANCELLED_SLOTS,
      max: MAX_CANCELLED_SLOTS,
      error: ({ input }) =>
        input === undefined || input === null ? REQUIRED : 'Expected a list of items.',
    }),
  })
  .meta({ id: 'ImportCancel', description: 'Slots to cancel. Slots of other users are ignored.' })
export type ImportCancel = z.output<typeof importCancel>

/** Response of `POST /api/v2/import/cancel/`. */
export const importCancelResponse = z
  .strictObject({
    deleted: z.int().meta({ description: 'Number of slots that were canceled.', examples: [1] }),
  })
  .meta({ id: 'ImportCancelResponse', description: 'Result of canceling slots.' })
export type ImportCancelResponse = z.infer<typeof importCancelResponse>
