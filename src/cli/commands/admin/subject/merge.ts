import { Command } from '@commander-js/extra-typings'
import { formatCount } from '../../../../core/model/format-count.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { confirm, requireYes } from '../../../confirm.ts'
import { printRecord, tell } from '../../../output.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  dryRun?: true
}

async function runMergeSubjects(
  cli: Cli,
  { from, into }: { from: string; into: string },
  options: Options,
): Promise<void> {
  if (!options.dryRun) requireYes(cli, 'Merging subjects')
  const { mergeSubjects } = await import('../../../../core/writes/subjects/merge-subjects.ts')
  const { runDry } = await import('../../../../core/db/run-dry.ts')
  const { getSubjectId } = await import('../../../../core/queries/subject-id.ts')
  const { getSubjectRecord } = await import('../../../../core/queries/subject-records.ts')
  await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const merge = { from: await getSubjectId(reads, from), into: await getSubjectId(reads, into) }
    const [old, kept] = [
      await getSubjectRecord(reads, merge.from),
      await getSubjectRecord(reads, merge.into),
    ]
    const question = `Merge ${old.title} (${formatCount(old.images, 'image')}) into ${kept.title} and delete it?`
    if (!options.dryRun && !(await confirm(cli, question))) return tell(cli, 'Nothing was merged.')
    const context = { actor, now: clock.now() }
    const work = options.dryRun ? runDry(write) : write
    const merged = await work((tx) => mergeSubjects(tx, merge, context))
    const state = options.dryRun ? 'would_merge' : 'merged'
    printRecord(cli, { state, removed: old.slug, subject: kept.slug, ...merged })
  })
}

export const mergeSubjectsCommand: CommandFactory = (cli) =>
  new Command('merge')
    .description('Move the tags, geometries and activity of a subject to another, and delete it')
    .argument('<from>', 'Subject to delete: id, slug or Wikidata item')
    .argument('<into>', 'Subject to keep')
    .option('--dry-run', 'Only show what would change')
    .addOption(createDataOption())
    .action((from, into, options) => runMergeSubjects(cli, { from, into }, options))
