import type { NewComment } from '../../../../core/contract/new-contribution.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { importContributions } from '../contributions/import-contributions.ts'
import type { ImportKind, Outcome } from '../contributions/import-kind.ts'
import { createImportCommand, type ImportOptions } from '../contributions/import-options.ts'
import { parseRow } from '../contributions/parse-row.ts'

const COLUMNS = { image: ['image_id'], text: [], user: ['commented_by'], time: ['created_at'] }

async function loadKind(): Promise<ImportKind<NewComment>> {
  const { newComment } = await import('../../../../core/contract/new-contribution.ts')
  const { addComment } = await import('../../../../core/writes/comments/add-comment.ts')
  const { findExistingIds } = await import('../../../../core/queries/people/contribution-lists.ts')
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

async function runImport(cli: Cli, path: string, options: ImportOptions): Promise<void> {
  await importContributions(cli, { path, kind: await loadKind() }, options)
}

export const importCommentsCommand: CommandFactory = (cli) =>
  createImportCommand('Import comments of users from a file', 'CSV or TSV').action(
    (path, options) => runImport(cli, path, options),
  )
