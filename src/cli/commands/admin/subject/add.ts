import { Command } from '@commander-js/extra-typings'
import type { Catalog } from '../../../../core/catalog.ts'
import { invalid } from '../../../../core/errors.ts'
import type { FoundItem } from '../../../../core/integrations/wikidata-entity.ts'
import { parseItemId } from '../../../../core/model/item-id.ts'
import type { Cli } from '../../../cli.ts'
import type { CommandFactory } from '../../../command.ts'
import { readArguments } from '../../../read-arguments.ts'
import { splitListIntoBatches } from '../../../../core/split-into-batches.ts'
import { runBatches } from '../run-batches.ts'
import { createDataOption, withCatalog, type DataOption, type Host } from '../with-catalog.ts'
import {
  createLanguagesOption,
  createOfflineOption,
  openItemSource,
  type ItemOptions,
} from './item-source.ts'
import { describeLack, printResults, type SubjectResult } from './subject-result.ts'

type Options = DataOption & ItemOptions

async function runAddSubjects(cli: Cli, given: readonly string[], options: Options): Promise<void> {
  const items = (await readArguments(cli, given)).map(requireItemId)
  const { MAX_ITEMS } = await import('../../../../core/integrations/wikidata.ts')
  const { languages } = options
  const results = await withCatalog(cli, options, async (catalog, host) => {
    const findItems = await openItemSource(cli, catalog.config, options)
    const batches = splitListIntoBatches([...new Set(items)], MAX_ITEMS)
    return runBatches(cli, batches, async (batch) => {
      const found = await findItems(batch)
      return addItems(catalog, host, { batch, found, languages })
    })
  })
  printResults(cli, results)
}

interface FoundBatch {
  batch: readonly string[]
  found: ReadonlyMap<string, FoundItem>
  languages: readonly string[]
}

/** Adds the items of one batch in one transaction. */
async function addItems(
  { write, clock }: Catalog,
  { actor }: Host,
  { batch, found, languages }: FoundBatch,
): Promise<SubjectResult[]> {
  const { addSubject } = await import('../../../../core/writes/subjects/add-subject.ts')
  return write(async (tx) => {
    const results: SubjectResult[] = []
    for (const item of batch) {
      const texts = found.get(item) ?? { state: 'missing' as const }
      if (texts.state !== 'found') {
        const problem = describeLack(texts, languages)
        results.push({ item, state: texts.state, id: null, slug: null, title: null, problem })
        continue
      }
      const { title, description } = texts
      const subject = {
        item: texts.item,
        title,
        description: null,
        item_title: title,
        item_description: description,
      }
      const { isNew, ...added } = await addSubject(tx, subject, { actor, now: clock.now() })
      results.push({ item, state: isNew ? 'added' : 'exists', ...added, problem: null })
    }
    return results
  })
}

function requireItemId(text: string): string {
  const item = parseItemId(text)
  if (item !== undefined) return item
  throw invalid(
    'item',
    `must be the id of a Wikidata item such as Q42, not ${JSON.stringify(text)}`,
  )
}

export const addSubjectsCommand: CommandFactory = (cli) =>
  new Command('add')
    .description('Add subjects from Wikidata, except those that exist')
    .argument('<item...>', 'Wikidata items such as Q42; - reads them from stdin')
    .addOption(createLanguagesOption())
    .addOption(createOfflineOption())
    .addOption(createDataOption())
    .action((items, options) => runAddSubjects(cli, items, options))
