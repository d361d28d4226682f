import { z } from 'zod'
import {
  MAX_CANCELLED_SLOTS,
  MAX_CREATOR,
  MAX_DATE_TEXT,
  MAX_LICENSE_NAME,
  MAX_PROSE,
  MAX_REFERENCE_ID,
  MAX_SUBJECTS,
  MAX_TITLE,
  MIN_CANCELLED_SLOTS,
} from '../limits.ts'
import { edtfBounds } from '../model/edtf/bounds.ts'
import { EdtfError } from '../model/edtf/edtf-error.ts'
import { parseEdtf } from '../model/edtf/parse.ts'
import { ACCEPTED_CONTENT_TYPES } from '../model/picture-format.ts'
import { boundedList } from './bounded-list.ts'
import { oneWord } from './list-query.ts'
import { optionalChoice, optionalNumberChoice, requiredUuid } from './fields.ts'
import { MIRRORS, ROTATIONS } from './transform.ts'
import { optionalProse, optionalText, optionalWebAddress, REQUIRED, requiredText } from './text.ts'

const SLOT = '7f0e5a3c-2a53-4c4b-9a53-6a6f0c0a2b11'

const DEFAULT_CONTENT_TYPE = 'image/jpeg'

/** Query of `GET /api/v2/import/upload-url/`. */
export const uploadSlotRequest = z.object({
  /** Null for what cannot be the number of any collection. */
  collection: requiredText()
    .transform((given) => (/^\d{1,15}$/.test(given) ? Number(given) : null))
    .meta({
      type: 'integer',
      description: 'Id of the collection that the image is for.',
      examples: [3],
    }),
  /** Which ones are taken depends on the server's programs. */
  content_type: oneWord
    .transform((given = DEFAULT_CONTENT_TYPE): string => given)
    .meta({
      enum: ACCEPTED_CONTENT_TYPES,
      default: DEFAULT_CONTENT_TYPE,
      description:
        'Of the file; the upload must announce the same. image/heic and image/jp2 are taken by servers that have the programs for it.',
    }),
})
export type UploadSlotRequest = z.output<typeof uploadSlotRequest>

/** Answer of `GET /api/v2/import/upload-url/`. */
export const uploadSlot = z
  .strictObject({
    slot_id: z.uuid().meta({ examples: [SLOT] }),
    upload_url: z.url().meta({
      description: 'Takes one PUT of the file, without an access token.',
      examples: [
        `https://catalog.example.org/upload/incoming/${SLOT}?expires=1715939112000000&signature=9f86d081884c7d65`,
      ],
    }),
    upload_headers: z.record(z.string(), z.string()).meta({
      description: 'Headers that the PUT must carry exactly as they are.',
      examples: [{ 'Content-Type': 'image/jpeg' }],
    }),
    cdn_url: z.url().meta({
      description: 'Where the uploaded bytes can be read until they are committed.',
      examples: [`https://catalog.example.org/media/incoming/${SLOT}`],
    }),
  })
  .meta({ id: 'UploadSlot', description: 'A place for one file, for a quarter of an hour.' })
export type UploadSlot = z.infer<typeof uploadSlot>

const edtfDate = requiredText(MAX_DATE_TEXT)
  .pipe(
    z.string().superRefine((text, context) => {
      const problem = edtfProblem(text)
      if (problem !== undefined) context.addIssue(`Invalid EDTF date: ${problem}`)
    }),
  )
  .meta({ description: 'The same date in EDTF.', examples: ['1905~'] })

function edtfProblem(text: string): string | undefined {
  try {
    edtfBounds(parseEdtf(text))
    return undefined
  } catch (error) {
    if (error instanceof EdtfError) return error.message
    throw error
  }
}

/** The slugs in their order, each once. */
const subjects = boundedList(z.string('Invalid value.'), {
  max: MAX_SUBJECTS,
  error: 'Expected a list of items.',
})
  .nullish()
  .transform((slugs) => [...new Set(slugs)])
  .meta({ description: 'Slugs of subjects, in the order of tagging.', examples: [['town-hall']] })

/** Body of `POST /api/v2/import/commit/`. Optional texts that are blank count as missing. */
export const importCommit = z
  .object(
    {
      slot_id: requiredUuid(),
      title: requiredText(MAX_TITLE).meta({ examples: ['Market square'] }),
      original_date: requiredText(MAX_DATE_TEXT).meta({
        description: 'The date as the archive recorded it.',
        examples: ['about 1905'],
      }),
      edtf_date: edtfDate,
      source_url: optionalWebAddress.describe('The image in the archive it comes from.'),
      description: optionalProse(MAX_PROSE).meta({ examples: ['Looking east.'] }),
      creator: optionalText(MAX_CREATOR).meta({ examples: ['A. Painter'] }),
      reference_id: optionalText(MAX_REFERENCE_ID).meta({
        description: 'The archive’s own reference.',
        examples: ['A-0017'],
      }),
      license_name: optionalText(MAX_LICENSE_NAME).meta({
        description: 'Name of one of the licenses, in any letter case.',
        examples: ['cc-by-4.0'],
      }),
      rotation: optionalNumberChoice(ROTATIONS, 0).describe(
        'To be turned clockwise by so many degrees when it is shown.',
      ),
      mirror: optionalChoice(MIRRORS, 'none').describe(
        'To be mirrored when it is shown: horizontally, vertically or not.',
      ),
      subjects,
    },
    'Invalid data. Expected an object.',
  )
  .meta({ id: 'ImportCommit', description: 'What becomes of an upload.' })
export type ImportCommit = z.output<typeof importCommit>

/** The same body as a client writes it. */
export type ImportCommitRequest = Pick<ImportCommit, 'slot_id' | 'title'> &
  Pick<ImportCommit, 'original_date' | 'edtf_date'> &
  Partial<ImportCommit>

/** Answer of `POST /api/v2/import/commit/`. */
export const importCommitted = z
  .strictObject({ image_id: z.int().meta({ examples: [12] }) })
  .meta({ id: 'ImportCommitted', description: 'What the upload became.' })
export type ImportCommitted = z.infer<typeof importCommitted>

/** Body of `POST /api/v2/images/{id}/replace/`. */
export const imageReplacement = z
  .object({ slot_id: requiredUuid() }, 'Invalid data. Expected an object.')
  .meta({ id: 'ImageReplacement', description: 'The upload that takes the place of a file.' })
export type ImageReplacement = z.output<typeof imageReplacement>

/** Answer of `POST /api/v2/images/{id}/replace/`. */
export const imageReplaced = z
  .strictObject({ image_id: z.int().meta({ examples: [12] }) })
  .meta({ id: 'ImageReplaced', description: 'The image that has the file now.' })
export type ImageReplaced = z.infer<typeof imageReplaced>

/** Body of `POST /api/v2/import/cancel/`. */
export const importCancel = z
  .object(
    {
      slot_ids: boundedList(requiredUuid(), {
        min: MIN_CANCELLED_SLOTS,
        max: MAX_CANCELLED_SLOTS,
        error: ({ input }) =>
          input === undefined || input === null ? REQUIRED : 'Expected a list of items.',
      }),
    },
    'Invalid data. Expected an object.',
  )
  .meta({ id: 'ImportCancel', description: 'Slots to be given back; only one’s own are.' })
export type ImportCancel = z.output<typeof importCancel>

/** Answer of `POST /api/v2/import/cancel/`. */
export const importCancelled = z
  .strictObject({
    deleted: z.int().meta({ description: 'How many slots were given back.', examples: [1] }),
  })
  .meta({ id: 'ImportCancelled', description: 'What became of the slots.' })
export type ImportCancelled = z.infer<typeof importCancelled>
