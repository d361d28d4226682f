import { z } from 'zod'
import { parseTimestamp } from '../clock.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../limits.ts'
import { REVERT_OBSTACLES, type RevertObstacle } from '../model/revert-obstacles.ts'
import { trimmedText } from './list-query.ts'
import { clampedInteger, optionalNumber } from './number-parameters.ts'
import { cursorPage } from './paginated.ts'
import { timestamp } from './timestamp.ts'

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

export const auditPage = cursorPage(auditEntry, {
  id: 'AuditPage',
  description: 'Entries of the audit log, newest first.',
})
export type AuditPage = z.infer<typeof auditPage>
