import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import type { Catalog } from '../../../../../core/catalog/catalog.ts'
import { invalid } from '../../../../../core/base/errors.ts'
import type { FetchedElement } from '../../../../../core/integrations/overpass.ts'
import { isElementId } from '../../../../../core/model/map-id.ts'
import type { Cli } from '../../../../cli.ts'
import type { CommandFactory } from '../../../../command.ts'
import { EXIT } from '../../../../terminal/exit-codes.ts'
import { hint, print } from '../../../../terminal/output.ts'
import { readArguments } from '../../../../options/read-arguments.ts'
import { splitListIntoBatches } from '../../../../../core/base/split-into-batches.ts'
import { createDataOption, withCatalog, type DataOption } from '../../../../host/with-catalog.ts'
import { createServiceContext } from '../service-context.ts'
import { storeElements, type FetchTarget, type StoredElements } from './store-elements.ts'

interface Options extends DataOption {
  element?: string[]
  all?: true
  missing?: true
  dryRun?: true
}

function requireOneSelection(given: readonly string[], { all, missing, element }: Options): void {
  const selections = [given.length > 0, all === true, missing === true].filter(Boolean)
  if (selections.length !== 1)
    throw invalid('fetch', 'requires either subjects, --all or --missing')
  if (element && (given.length !== 1 || given[0] === '-')) {
    throw invalid('--element', 'requires exactly one subject')
  }
}

async function listTargets(
  { reads }: Catalog,
  names: readonly string[],
  { missing }: Options,
): Promise<FetchTarget[]> {
  const { getSubjectIds } = await import('../../../../../core/queries/subjects/subject-id.ts')
  const { listSubjectItems, listSubjectsWithoutGeometry } =
    await import('../../../../../core/queries/subjects/subject-records.ts')
  if (missing) return listSubjectsWithoutGeometry(reads)
  if (names.length === 0) return listSubjectItems(reads)
  return listSubjectItems(reads, await getSubjectIds(reads, names))
}

interface Fetched {
  target: FetchTarget
  elements: FetchedElement[]
}

async function* fetchTargets(
  cli: Cli,
  { config }: Catalog,
  { targets, options }: { targets: FetchTarget[]; options: Options },
): AsyncGenerator<Fetched> {
  const { describeOverpass, fetchByItems, fetchElements, MAX_QUERIED } =
    await import('../../../../../core/integrations/overpass.ts')
  const service = describeOverpass(config.overpassUrl)
  const context = createServiceContext(cli, config)
  const [target] = targets
  if (options.element && target) {
    const names = [...new Set(options.element)]
    const elements: FetchedElement[] = []
    for (const batch of splitListIntoBatches(names, MAX_QUERIED)) {
      elements.push(...(await fetchElements(service, context, batch)))
    }
    yield { target, elements }
    return
  }
  for (const batch of splitListIntoBatches(targets, MAX_QUERIED)) {
    const items = [...new Set(batch.map(({ item }) => item))]
    const found = await fetchByItems(service, context, items)
    for (const target of batch) yield { target, elements: found.get(target.item) ?? [] }
  }
}

function printResults(cli: Cli, results: readonly StoredElements[]): void {
  const columns = ['slug', 'item', 'state', 'added', 'changed', 'removed', 'unchanged']
  print(cli, results, columns, ['problems'])
  const failed = results.filter(({ problems }) => problems.length > 0).length
  const none = results.filter(({ state }) => state === 'none').length
  if (none > 0) hint(cli, `OpenStreetMap has no geometry for ${none} of ${results.length}.`)
  if (failed === 0) return
  const hasSuccess = results.some(({ state }) => state !== 'none')
  cli.exitCode = hasSuccess ? EXIT.partial : EXIT.not_found
  hint(cli, `Elements of ${failed} of ${results.length} could not be used.`)
}

function appendElement(text: string, before: string[] = []): string[] {
  if (isElementId(text)) return [...before, text]
  throw new InvalidArgumentError('Must be node/, way/ or relation/ and a number, such as way/123.')
}

export const fetchGeometriesCommand: CommandFactory = (cli) =>
  new Command('fetch')
    .description('Fetch geometries from OpenStreetMap, by Wikidata item or by element')
    .argument('[subject...]', 'Ids, slugs or Wikidata items; - reads them from stdin')
    .option('--all', 'Fetch those of all subjects')
    .option('--missing', 'Fetch those of subjects without a geometry')
    .option('--element <element>', 'Fetch relation/123, way/5 or node/7; repeatable', appendElement)
    .option('--dry-run', 'Only show what would change')
    .addOption(createDataOption())
    .action(async (given, options) => {
      requireOneSelection(given, options)
      const names = await readArguments(cli, given)
      await withCatalog(cli, options, async (catalog, { actor }) => {
        const results: StoredElements[] = []
        const targets = await listTargets(catalog, names, options)
        for await (const { target, elements } of fetchTargets(cli, catalog, { targets, options })) {
          const store = {
            target,
            elements,
            isDry: options.dryRun === true,
            keepsOthers: options.element !== undefined,
          }
          results.push(await storeElements(catalog, actor, store))
        }
        printResults(cli, results)
      })
    })
