import { z } from 'zod'
import {
  MAX_CANCELLED_SLOTS,
  MAX_CREATOR,
  MAX_DATE_TEXT,
  MAX_REFERENCE_ID,
  MAX_TITLE,
  MIN_CANCELLED_SLOTS,
} from '../limits.ts'
import { edtfBounds } from '../model/edtf/bounds.ts'
import { EdtfError } from '../model/edtf/edtf-error.ts'
import { parseEdtf } from '../model/edtf/parse.ts'
import { ACCEPTED_CONTENT_TYPES } from '../model/picture-format.ts'
import { optionalChoice, optionalNumberChoice, requiredUuid } from './fields.ts'
import { optionalText, optionalWebAddress, REQUIRED, requiredText } from './text.ts'

/** A parameter given several times counts as given last. */
const parameter = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((given) => (Array.isArray(given) ? given.at(-1) : given)?.trim() || undefined)

/** Query of `GET /api/v2/import/upload-url/`. */
export const uploadSlotRequest = z.object({
  /** Null for what cannot be the number of any collection. */
  collection: parameter.transform((given, context): number | null => {
    if (given !== undefined) return /^\d{1,15}$/.test(given) ? Number(given) : null
    context.addIssue(REQUIRED)
    return z.NEVER
  }),
  content_type: parameter.transform((given = 'image/jpeg', context): string => {
    if (ACCEPTED_CONTENT_TYPES.includes(given)) return given
    context.addIssue(
      `"${given}" is not accepted. Accepted are ${ACCEPTED_CONTENT_TYPES.join(', ')}.`,
    )
    return z.NEVER
  }),
})
export type UploadSlotRequest = z.output<typeof uploadSlotRequest>

/** Answer of `GET /api/v2/import/upload-url/`. */
export const uploadSlot = z.object({
  slot_id: z.uuid(),
  upload_url: z.url(),
  /** Headers that the PUT must carry exactly as they are. */
  upload_headers: z.record(z.string(), z.string()),
  cdn_url: z.url(),
})
export type UploadSlot = z.infer<typeof uploadSlot>

export const ROTATIONS = [0, 90, 180, 270] as const
export const MIRRORS = ['none', 'h', 'v'] as const

const MAX_SUBJECTS = 1000
const MAX_DESCRIPTION = 100_000
const MAX_LICENSE_NAME = 200

const edtfDate = requiredText(MAX_DATE_TEXT).pipe(
  z.string().superRefine((text, context) => {
    const problem = edtfProblem(text)
    if (problem !== undefined) context.addIssue(`Invalid EDTF date: ${problem}`)
  }),
)

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
const subjects = z
  .array(z.string('Invalid value.'), 'Expected a list of items.')
  .max(MAX_SUBJECTS, `Ensure this field has no more than ${MAX_SUBJECTS} elements.`)
  .nullish()
  .transform((slugs) => [...new Set(slugs)])

/** Body of `POST /api/v2/import/commit/`. Optional texts that are blank count as missing. */
export const importCommit = z.object(
  {
    slot_id: requiredUuid(),
    title: requiredText(MAX_TITLE),
    original_date: requiredText(MAX_DATE_TEXT),
    edtf_date: edtfDate,
    source_url: optionalWebAddress,
    description: optionalText(MAX_DESCRIPTION),
    creator: optionalText(MAX_CREATOR),
    reference_id: optionalText(MAX_REFERENCE_ID),
    license_name: optionalText(MAX_LICENSE_NAME),
    rotation: optionalNumberChoice(ROTATIONS, 0),
    mirror: optionalChoice(MIRRORS, 'none'),
    subjects,
  },
  'Invalid data. Expected an object.',
)
export type ImportCommit = z.output<typeof importCommit>

/** The same body as a client writes it. */
export type ImportCommitRequest = Pick<ImportCommit, 'slot_id' | 'title'> &
  Pick<ImportCommit, 'original_date' | 'edtf_date'> &
  Partial<ImportCommit>

/** Answer of `POST /api/v2/import/commit/`. */
export const importCommitted = z.object({ image_id: z.int() })
export type ImportCommitted = z.infer<typeof importCommitted>

/** Body of `POST /api/v2/import/cancel/`. */
export const importCancel = z.object(
  {
    slot_ids: z
      .array(requiredUuid(), {
        error: ({ input }) =>
          input === undefined || input === null ? REQUIRED : 'Expected a list of items.',
      })
      .min(MIN_CANCELLED_SLOTS, `Ensure this field has at least ${MIN_CANCELLED_SLOTS} elements.`)
      .max(
        MAX_CANCELLED_SLOTS,
        `Ensure this field has no more than ${MAX_CANCELLED_SLOTS} elements.`,
      ),
  },
  'Invalid data. Expected an object.',
)
export type ImportCancel = z.output<typeof importCancel>

/** Answer of `POST /api/v2/import/cancel/`. */
export const importCancelled = z.object({ deleted: z.int() })
export type ImportCancelled = z.infer<typeof importCancelled>
