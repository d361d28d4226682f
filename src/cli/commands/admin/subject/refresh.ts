import { Command } from '@commander-js/extra-typings'
import type { Catalog } from '../../../../core/catalog/catalog.ts'
import { invalid } from '../../../../core/base/errors.ts'
import type { FoundItem } from '../../../../core/integrations/wikidata-entity.ts'
import type { CommandFactory } from '../../../command.ts'
import { readArguments } from '../../../options/read-arguments.ts'
import { splitListIntoBatches } from '../../../../core/base/split-into-batches.ts'
import { runBatches } from '../run-batches.ts'
import {
  createDataOption,
  withCatalog,
  type DataOption,
  type Host,
} from '../../../host/with-catalog.ts'
import {
  createLanguagesOption,
  createOfflineOption,
  openItemSource,
  type ItemOptions,
} from './item-source.ts'
import { describeLack, printResults, type SubjectResult } from './subject-result.ts'

type Options = DataOption & ItemOptions & { all?: true }

interface Target {
  id: number
  item: string
  slug: string
}

/** Lists the named subjects, or all for null. */
async function listTargets({ reads }: Catalog, names: readonly string[] | null): Promise<Target[]> {
  const { getSubjectIds } = await import('../../../../core/queries/subjects/subject-id.ts')
  const { listSubjectItems } = await import('../../../../core/queries/subjects/subject-records.ts')
  if (names === null) return listSubjectItems(reads)
  return listSubjectItems(reads, await getSubjectIds(reads, names))
}

interface FoundBatch {
  batch: readonly Target[]
  found: ReadonlyMap<string, FoundItem>
  options: Options
}

async function refreshBatch(
  { write, clock }: Catalog,
  { actor }: Host,
  { batch, found, options }: FoundBatch,
): Promise<SubjectResult[]> {
  const { refreshSubject } = await import('../../../../core/writes/subjects/refresh-subject.ts')
  return write(async (tx) => {
    const results: SubjectResult[] = []
    for (const { id, item, slug } of batch) {
      const texts = found.get(item) ?? { state: 'missing' as const }
      const known = { item, id, slug }
      if (texts.state !== 'found') {
        const problem = describeLack(texts, options.languages)
        results.push({ ...known, state: texts.state, title: null, problem })
        continue
      }
      const refreshed = await refreshSubject(tx, id, texts, { actor, now: clock.now() })
      const problem =
        refreshed.state === 'merged_item'
          ? `The item was merged into ${texts.item}, which ${refreshed.other} has. Merge the subjects with: catalog subject merge ${slug} ${refreshed.other}`
          : null
      results.push({ ...known, state: refreshed.state, title: texts.title, problem })
    }
    return results
  })
}

export const refreshSubjectsCommand: CommandFactory = (cli) =>
  new Command('refresh')
    .description('Update labels and descriptions from Wikidata; slugs and edited titles stay')
    .argument('[subject...]', 'Ids, slugs or Wikidata items; - reads them from stdin')
    .option('--all', 'Refresh all subjects')
    .addOption(createLanguagesOption())
    .addOption(createOfflineOption())
    .addOption(createDataOption())
    .action(async (given, options) => {
      if (given.length > 0 === (options.all === true)) {
        throw invalid('refresh', 'requires either subjects or --all')
      }
      const names = options.all ? null : await readArguments(cli, given)
      const { MAX_ITEMS } = await import('../../../../core/integrations/wikidata.ts')
      const results = await withCatalog(cli, options, async (catalog, host) => {
        const findItems = await openItemSource(cli, catalog.config, options)
        const batches = splitListIntoBatches(await listTargets(catalog, names), MAX_ITEMS)
        return runBatches(cli, batches, async (batch) => {
          const found = await findItems([...new Set(batch.map(({ item }) => item))])
          return refreshBatch(catalog, host, { batch, found, options })
        })
      })
      printResults(cli, results)
    })
