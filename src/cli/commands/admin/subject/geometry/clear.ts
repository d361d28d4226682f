import { Command } from '@commander-js/extra-typings'
import { formatCount } from '../../../../../core/base/format-count.ts'
import type { SubjectRecord } from '../../../../../core/contract/subject-record.ts'
import type { Cli } from '../../../../cli.ts'
import type { CommandFactory } from '../../../../command.ts'
import { requireYes } from '../../../../terminal/confirm.ts'
import { print } from '../../../../terminal/output.ts'
import { readArguments } from '../../../../options/read-arguments.ts'
import { confirmDeletion, createDryRunOption } from '../../../../terminal/confirm-deletion.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../../host/with-catalog.ts'

interface Options extends DataOption {
  dryRun?: true
}

async function runClearGeometries(
  cli: Cli,
  given: readonly string[],
  options: Options,
): Promise<void> {
  const isDry = options.dryRun === true
  if (!isDry) requireYes(cli, 'Deleting geometries')
  const names = await readArguments(cli, given)
  const { setSubjectGeometries } =
    await import('../../../../../core/writes/subjects/set-subject-geometries.ts')
  const { getSubjectId } = await import('../../../../../core/queries/subjects/subject-id.ts')
  const { getSubjectRecord } =
    await import('../../../../../core/queries/subjects/subject-records.ts')
  await withCatalog(cli, options, async ({ reads, write, clock }, { actor }) => {
    const subjects: SubjectRecord[] = []
    for (const name of names) {
      subjects.push(await getSubjectRecord(reads, await getSubjectId(reads, name)))
    }
    const count = subjects.reduce((sum, { geometries }) => sum + geometries, 0)
    const what = `${count === 1 ? '1 geometry' : `${count} geometries`} of ${formatCount(subjects.length, 'subject')}`
    if (!isDry && !(await confirmDeletion(cli, what))) return
    if (!isDry) {
      await write(async (tx) => {
        for (const { id } of subjects) {
          const cleared = { subjectId: id, shapes: [], isReplaced: () => true }
          await setSubjectGeometries(tx, cleared, { actor, now: clock.now() })
        }
      })
    }
    const state = isDry ? 'would_delete' : 'deleted'
    const rows = subjects.map(({ id, slug, geometries }) => ({ id, slug, geometries, state }))
    print(cli, rows, ['id', 'slug', 'geometries', 'state'])
  })
}

export const clearGeometriesCommand: CommandFactory = (cli) =>
  new Command('clear')
    .description('Delete the geometries of subjects')
    .argument('<subject...>', 'Ids, slugs or Wikidata items; - reads them from stdin')
    .addOption(createDryRunOption())
    .addOption(createDataOption())
    .action((subjects, options) => runClearGeometries(cli, subjects, options))
