import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_IMPORT_NAME, MAX_PAGE_SIZE } from '../base/limits.ts'
import { batchUuid } from './audit.ts'
import { trimmedText } from './list-query.ts'
import { clampedInteger, optionalNumber } from './number-parameters.ts'
import { cursorPage } from './paginated.ts'
import { requiredText } from './text-fields.ts'
import { timestamp } from './timestamp.ts'

/** Body of `PUT /api/v2/import/batches/{batch}/`. */
export const importName = z
  .object({
    name: requiredText(MAX_IMPORT_NAME).meta({
      description: 'Name of the import, such as that of its manifest.',
      examples: ['album.csv'],
    }),
  })
  .meta({ id: 'ImportName', description: 'The name of an import.' })

/** Query of `GET /api/v2/import/batches/`. */
export const importBatchQuery = z.object({
  name: trimmedText.describe('Return only imports with this name.'),
  before: optionalNumber.describe('Return only imports after this cursor: `next` has it.'),
  limit: clampedInteger({ min: 1, max: MAX_PAGE_SIZE, fallback: DEFAULT_PAGE_SIZE }).describe(
    'Maximum number of imports.',
  ),
})

const members = {
  id: batchUuid.describe('The `Batch-Id` of its commits.'),
  name: z
    .string()
    .nullable()
    .describe('Null if the import has no name.')
    .meta({ examples: ['album.csv'] }),
  created_at: timestamp,
  user: z
    .strictObject({
      id: z.int().meta({ examples: [1815] }),
      username: z.string().meta({ examples: ['ada'] }),
    })
    .nullable()
    .describe('The user who began the import. Null if it was begun on the host.'),
  imported: z
    .int()
    .describe('Number of images that it created.')
    .meta({ examples: [48] }),
}

export const importBatch = z
  .strictObject(members)
  .meta({ id: 'ImportBatch', description: 'An import: images that were created together.' })
export type ImportBatch = z.infer<typeof importBatch>

export const importBatchPage = cursorPage(importBatch, {
  id: 'ImportBatchPage',
  description: 'Named imports, newest first.',
})
export type ImportBatchPage = z.infer<typeof importBatchPage>

const counted = (what: string) =>
  z
    .int()
    .describe(`Number of ${what} by other users than the one who imported the image.`)
    .meta({ examples: [2] })

/** Response of `GET /api/v2/import/batches/{batch}/`. */
export const importDeletion = z
  .strictObject({
    ...members,
    images: z
      .int()
      .describe('Number of its images that still exist, which `DELETE` deletes.')
      .meta({ examples: [47] }),
    duplicated: z
      .int()
      .describe('Number of these images that other images duplicate.')
      .meta({ examples: [0] }),
    contributions: z
      .strictObject({
        georeferences: counted('point georeferences'),
        from_above_georeferences: counted('from-above georeferences'),
        validations: counted('validations'),
        comments: counted('comments'),
        subjects: counted('tags'),
      })
      .describe('Contributions of others, which are deleted with the images.'),
  })
  .meta({
    id: 'ImportDeletion',
    description: 'What the deletion of the images of an import deletes.',
  })
export type ImportDeletion = z.infer<typeof importDeletion>

/** Response of `DELETE /api/v2/import/batches/{batch}/`. */
export const undoneImport = z
  .strictObject({
    batch: z.uuid().describe('The batch of the deletions, in the audit log.'),
    deleted: z
      .int()
      .describe('Number of images that this request deleted.')
      .meta({ examples: [47] }),
    left: z
      .array(z.int())
      .describe('Ids of images that are left, because other images duplicate them; at most 100.')
      .meta({ examples: [[]] }),
    complete: z
      .boolean()
      .describe('Whether nothing is left to try. Otherwise, the same request continues.'),
  })
  .meta({ id: 'UndoneImport', description: 'What a request to undo an import did.' })
export type UndoneImport = z.infer<typeof undoneImport>
