import { Command } from '@commander-js/extra-typings'
import type { NewComment } from '../../../core/contract/new-contribution.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { createDataOption, withCatalog } from '../../host/with-catalog.ts'
import { parsePositiveInteger } from '../../options/option-parsers.ts'
import { printRecord } from '../../terminal/output.ts'
import { MODERATION } from '../comment.ts'
import { importContributions } from './contributions/import-contributions.ts'
import { parseRow, type ImportKind, type Outcome } from './contributions/import-kind.ts'
import { createTimeOption, requirePast, createImportCommand } from './contributions/options.ts'

const addCommentCommand: CommandFactory = (cli) =>
  new Command('add')
    .description('Add a comment on behalf of a user')
    .argument('<image>', 'Id of the image', parsePositiveInteger)
    .argument('<text>', 'Text of the comment')
    .requiredOption('--user <name or id>', 'Author, by exact name or OpenStreetMap id')
    .addOption(createTimeOption('When it was written (default: now)'))
    .addOption(createDataOption())
    .action(async (image, text, options) => {
      const { newComment } = await import('../../../core/contract/new-contribution.ts')
      const { parseFields } = await import('../../../core/contract/parse-fields.ts')
      const { addComment } = await import('../../../core/writes/comments/add-comment.ts')
      const { getUserId } = await import('../../../core/queries/people/find-user.ts')
      const added = await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
        const comment = parseFields(newComment, { image, text })
        const now = clock.now()
        const at = requirePast(options.time ?? now, now)
        const userId = await getUserId(reads, options.user)
        return write((tx) => addComment(tx, { ...comment, userId, at }, { actor, now }))
      })
      printRecord(cli, { id: added.id, state: added.isNew ? 'added' : 'present' })
    })

const COLUMNS = { image: ['image_id'], text: [], user: ['commented_by'], time: ['created_at'] }

async function loadKind(): Promise<ImportKind<NewComment>> {
  const { newComment } = await import('../../../core/contract/new-contribution.ts')
  const { addComment } = await import('../../../core/writes/comments/add-comment.ts')
  const { findExistingIds } = await import('../../../core/queries/people/contribution-lists.ts')
  return {
    unit: 'comments',
    columns: COLUMNS,
    allowsGeoJson: false,
    parse: (values) => parseRow(newComment, values),
    async check(reads, items) {
      const known = await findExistingIds(
        reads,
        'image',
        items.map(({ image }) => image),
      )
      return items.map(({ image }) =>
        known.has(image)
          ? undefined
          : { column: 'image', message: `Image ${image} does not exist.` },
      )
    },
    async add(tx, items, context) {
      const outcomes: Outcome[] = []
      for (const item of items) {
        const { isNew } = await addComment(tx, item, context)
        outcomes.push(isNew ? 'added' : 'present')
      }
      return outcomes
    },
  }
}

const importCommentsCommand: CommandFactory = (cli) =>
  createImportCommand('Import comments of users from a file', 'CSV or TSV').action(
    async (path, options) => {
      await importContributions(cli, { path, kind: await loadKind() }, options)
    },
  )

/** Beside the former names of commands that now work at an instance, too. */
export const commentCommands = createCommandGroup(
  'comment',
  'Add and import comments of users',
  [addCommentCommand, importCommentsCommand, ...MODERATION],
  ['list', 'hide', 'unhide', 'delete'],
)
