import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { confirm, requireYes } from '../../../confirm.ts'
import { print, tell } from '../../../output.ts'
import { readArguments } from '../../../read-arguments.ts'
import { createDataOption, withCatalog, type DataOption } from '../with-catalog.ts'

interface Options extends DataOption {
  untag?: true
  dryRun?: true
}

async function runRemoveSubjects(
  cli: Cli,
  given: readonly string[],
  options: Options,
): Promise<void> {
  const isDry = options.dryRun === true
  if (!isDry) requireYes(cli, 'Removing subjects')
  const names = await readArguments(cli, given)
  const { deleteSubject } = await import('../../../../core/writes/subjects/remove-subject.ts')
  const { runDry } = await import('../../../../core/db/run-dry.ts')
  const { getSubjectIds } = await import('../../../../core/queries/subject-id.ts')
  await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const ids = await getSubjectIds(reads, names)
    const context = { actor, now: clock.now() }
    const remove = (via: typeof write) =>
      via(async (tx) => {
        const removed = []
        for (const id of ids) {
          removed.push(await deleteSubject(tx, { id, untag: options.untag === true }, context))
        }
        return removed
      })
    const planned = await remove(runDry(write))
    const images = planned.reduce((sum, { untagged }) => sum + untagged, 0)
    const question = `Remove ${describe(planned)}, and ${images} tags of images?`
    if (!isDry && !(await confirm(cli, question))) return tell(cli, 'Nothing was removed.')
    const removed = isDry ? planned : await remove(write)
    const state = isDry ? 'would_remove' : 'removed'
    const rows = removed.map((subject) => ({ state, ...subject }))
    print(cli, rows, ['state', 'id', 'slug', 'title', 'untagged'])
  })
}

function describe(subjects: readonly { title: string }[]): string {
  return subjects.length === 1 ? (subjects[0]?.title ?? '') : `${subjects.length} subjects`
}

export const removeSubjectsCommand: CommandFactory = (cli) =>
  new Command('remove')
    .description('Delete subjects with their geometries: all of them, or none after an error')
    .argument('<subject...>', 'Ids, slugs or Wikidata items; - reads them from stdin')
    .option('--untag', 'Also remove them from their images')
    .option('--dry-run', 'Only show what would be removed')
    .addOption(createDataOption())
    .action((subjects, options) => runRemoveSubjects(cli, subjects, options))
