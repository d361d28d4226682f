import { Command } from '@commander-js/extra-typings'
import { createPlaceOption, withApi, type Placed } from '../../host/with-api.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { confirm, requireYes } from '../../terminal/confirm.ts'
import { formatCount } from '../../terminal/format.ts'
import { printRecord, tell } from '../../terminal/output.ts'

interface Options {
  dryRun?: true
}

async function runMergeSubjects(
  cli: Cli,
  { from, into }: { from: string; into: string },
  options: Placed<Options>,
): Promise<void> {
  const { dryRun } = options
  if (!dryRun) requireYes(cli, 'Merging subjects')
  const { mergedSubject } = await import('../../../core/contract/subject.ts')
  const { getRecord } = await import('./get-record.ts')
  await withApi(cli, options, async (api) => {
    const [old, kept] = [await getRecord(api, from), await getRecord(api, into)]
    const question = `Merge ${old.title} (${formatCount(old.images, 'image')}) into ${kept.title} and delete it?`
    if (!dryRun && !(await confirm(cli, question))) return tell(cli, 'Nothing was merged.')
    const path = `/api/v2/subjects/${old.id}/merge/${dryRun ? '?dry_run=true' : ''}`
    const request = { method: 'POST', path, body: { into: kept.id } } as const
    const { merged } = await api.send(request, mergedSubject)
    const state = dryRun ? 'would_merge' : 'merged'
    printRecord(cli, { state, removed: old.slug, subject: kept.slug, ...merged })
  })
}

export const mergeSubjectsCommand: CommandFactory = (cli) =>
  new Command('merge')
    .description('Move the tags, geometries and activity of a subject to another, and delete it')
    .argument('<from>', 'Subject to delete: id, slug or Wikidata item')
    .argument('<into>', 'Subject to keep')
    .option('--dry-run', 'Only show what would change')
    .addOption(createPlaceOption('POST /api/v2/subjects/:id/merge/'))
    .action((from, into, options) => runMergeSubjects(cli, { from, into }, options))
