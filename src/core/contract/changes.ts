import { z } from 'zod'
import { DEFAULT_CHANGES_LIMIT, MAX_CHANGES_LIMIT } from '../base/limits.ts'
import { PUBLIC_KINDS } from '../model/public-kinds.ts'
import { oneOf, trimmedText } from './list-query.ts'
import { clampedInteger } from './number-parameters.ts'
import { timestamp } from './timestamp.ts'

const EXAMPLE = '1715938212482913-1dlzyd0n3p'

/** A place in the list: the position of a change, and the epoch of the catalog if it was known. */
const CURSOR = /^(\d{1,16})(?:-([\da-z]{1,12}))?$/

export interface ChangesCursor {
  position: number
  epoch: string | undefined
}

export function formatChangesCursor({ position, epoch }: ChangesCursor): string {
  return epoch === undefined ? String(position) : `${position}-${epoch}`
}

function parseCursor(text: string): ChangesCursor | undefined {
  const [, digits = '', epoch] = CURSOR.exec(text) ?? []
  const position = Number(digits)
  return digits !== '' && Number.isSafeInteger(position) ? { position, epoch } : undefined
}

export const changesQuery = z.object({
  after: trimmedText
    .transform((text, context): ChangesCursor => {
      const cursor = parseCursor(text ?? '0')
      if (cursor === undefined) context.addIssue('Enter the cursor of an earlier response.')
      return cursor ?? { position: 0, epoch: undefined }
    })
    .meta({ type: 'string', examples: [EXAMPLE] })
    .describe('Return only changes after this `cursor`; from the beginning by default.'),
  limit: clampedInteger({
    min: 1,
    max: MAX_CHANGES_LIMIT,
    fallback: DEFAULT_CHANGES_LIMIT,
  }).describe('Maximum number of changes. With lines, a page has fewer.'),
  with: oneOf(['lines']).describe('Add the lines that a dump has of each object that changed.'),
})

const line = z.looseObject({ type: z.string().meta({ examples: ['image'] }) })

const change = z
  .strictObject({
    id: z.int().meta({ examples: [12] }),
    type: z.enum(PUBLIC_KINDS),
    changed_at: timestamp.describe('When what everyone sees of it last changed.'),
    state: z
      .enum(['changed', 'gone'])
      .describe('`gone` if not everyone sees it any more: it is hidden or deleted.'),
    lines: z
      .array(line)
      .optional()
      .describe(
        'With `with=lines`, unless it is gone: the lines of a dump that describe the object, its parts, and the users and the license that it names.',
      ),
    file_url: z
      .url()
      .nullable()
      .optional()
      .meta({
        description: 'With the lines of an image: URL of its original. Null without a file.',
        examples: ['https://catalog.example.org/media/images/12/original.jpg'],
      }),
  })
  .meta({ id: 'Change', description: 'The latest change of an object that was ever public.' })

export const changesPage = z
  .strictObject({
    results: z.array(change),
    cursor: z.string().meta({
      description: 'Where the next page starts, also after the last change. It never expires.',
      examples: [EXAMPLE],
    }),
    reset: z.literal(true).optional().meta({
      description:
        'Present if the catalog was restored from a backup since the cursor was issued. Then the list starts from its beginning, and what it does not list up to its end no longer exists.',
    }),
    catalog: line.optional().describe('With `with=lines`: the first line of a dump.'),
  })
  .meta({ id: 'ChangesPage', description: 'Changes, oldest first.' })

export type ChangesPage = z.infer<typeof changesPage>
