import { z } from 'zod'
import { parseTimestamp } from '../base/clock.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../base/limits.ts'
import {
  LEFT_REASONS,
  REVERT_OBSTACLES,
  type LeftReason,
  type RevertObstacle,
} from '../base/problems/revert-obstacles.ts'
import { trimmedText } from './list-query.ts'
import { clampedInteger, optionalNumber } from './number-parameters.ts'
import { cursorPage } from './paginated.ts'
import { timestamp } from './timestamp.ts'

/** The UUID of a batch, of which the audit log has the lower case. */
export const batchUuid = z.uuid().toLowerCase()

export const auditQuery = z.object({
  image: optionalNumber.describe(
    'Return only changes of this image, and of the georeferences, validations and comments that it has or had.',
  ),
  user: optionalNumber.describe(
    'Return only changes by this user, and of this user; with `image`, only those by this user.',
  ),
  object: trimmedText
    .transform((text) => {
      if (text === undefined) return undefined
      const [, objectType, objectId] = /^([^\/]*)(?:\/(.+))?$/v.exec(text) ?? []
      return { objectType, objectId }
    })
    .meta({
      type: 'string',
      description:
        'Return only changes of this object, such as `image/5`, or of all objects of a type. `image` is ignored then.',
    }),
  batch: batchUuid.optional().describe('Return only changes of this batch.'),
  action: trimmedText.describe('Return only changes of this kind, such as `collection.edit`.'),
  since: trimmedText
    .transform((text, context) => {
      if (text === undefined) return undefined
      const time = parseTimestamp(text)
      if (time === undefined) context.addIssue('Enter a time with a time zone.')
      return time
    })
    .meta({
      type: 'string',
      format: 'date-time',
      description: 'Return only changes from this time on.',
    }),
  before: optionalNumber.describe('Return only entries with a lower id.'),
  limit: clampedInteger({ min: 1, max: MAX_PAGE_SIZE, fallback: DEFAULT_PAGE_SIZE }).describe(
    'Maximum number of entries.',
  ),
})

const state = (description: string, example: Record<string, unknown>) =>
  z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description, examples: [example] })

const OBSTACLES = Object.keys(REVERT_OBSTACLES) as [RevertObstacle, ...RevertObstacle[]]

export const auditEntry = z
  .strictObject({
    id: z.int().meta({ examples: [311] }),
    at: timestamp,
    user: z
      .strictObject({
        id: z.int().meta({ examples: [1815] }),
        username: z.string().meta({ examples: ['ada'] }),
      })
      .nullable()
      .describe('The user who made the change. Null if it was made on the host.'),
    action: z.string().meta({
      description: 'The type of the object and a verb.',
      examples: ['image.edit'],
    }),
    object_type: z.string().meta({ examples: ['image'] }),
    object_id: z.string().meta({
      description: 'Id of the object, or its name if it has no id.',
      examples: ['12'],
    }),
    batch: z
      .uuid()
      .nullable()
      .describe('The batch of changes that this one was made in. Null if it was made alone.')
      .meta({ examples: [null] }),
    before: state('The members that changed, as they were. Null before a creation.', {
      title: 'Brigde',
    }),
    after: state('The same members after the change. Null after a deletion.', { title: 'Bridge' }),
    obstacle: z
      .enum(OBSTACLES)
      .nullable()
      .meta({
        description: [
          'Why the change cannot be reverted. Null if it can, unless its object was changed since.',
          ...Object.entries(REVERT_OBSTACLES).map(([code, text]) => `\`${code}\`: ${text}`),
        ].join(' '),
        examples: [null],
      }),
  })
  .meta({ id: 'AuditEntry', description: 'A change by staff, or on the host.' })
export type AuditEntry = z.infer<typeof auditEntry>

const REASONS = Object.keys(LEFT_REASONS) as [LeftReason, ...LeftReason[]]

export const revertedBatch = z
  .strictObject({
    batch: z
      .uuid()
      .describe('The batch of the changes that this request made. It can be reverted, too.'),
    reverted: z
      .int()
      .describe('How many changes were reverted.')
      .meta({ examples: [48] }),
    left: z
      .array(
        z.strictObject({
          id: z
            .int()
            .describe('The entry of the change.')
            .meta({ examples: [311] }),
          object: z.string().meta({ examples: ['image/12'] }),
          reason: z.enum(REASONS).meta({ examples: ['changed_since'] }),
          message: z
            .string()
            .meta({ examples: ['The image 12 was changed since: title is now "Pier".'] }),
        }),
      )
      .describe('The changes that were left as they are, and why.'),
    next_before: z
      .int()
      .nullable()
      .describe(
        'Send the request again with this as `before` to revert the rest. Null if nothing is left to try.',
      )
      .meta({ examples: [null] }),
  })
  .meta({ id: 'RevertedBatch', description: 'What a request to revert a batch did.' })
export type RevertedBatch = z.infer<typeof revertedBatch>

export const revertBatchQuery = z.object({
  before: optionalNumber.describe(
    'Revert only changes with a lower id: `next_before` of the response before.',
  ),
})

export const auditPage = cursorPage(auditEntry, {
  id: 'AuditPage',
  description: 'Entries of the audit log, newest first.',
})
export type AuditPage = z.infer<typeof auditPage>
