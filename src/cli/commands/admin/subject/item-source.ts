import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import type { Config } from '../../../../core/config/config.ts'
import type { FoundItem } from '../../../../core/integrations/wikidata-entity.ts'
import type { Cli } from '../../../cli.ts'
import { readLimitedFile } from '../read-limited-file.ts'
import { createServiceContext } from './service-context.ts'

const MAX_ITEM_FILE_BYTES = 256 * 1024 ** 2
const MAX_LANGUAGES = 20
export const DEFAULT_LANGUAGES: readonly string[] = ['en']

export interface ItemOptions {
  languages?: readonly string[]
  offline?: string
}

/** Returns what is known about items, by id. */
export type FindItems = (ids: readonly string[]) => Promise<Map<string, FoundItem>>

export function createLanguagesOption() {
  return new Option(
    '--languages <codes>',
    'Languages of labels and descriptions, best first (default: en)',
  ).argParser(parseLanguages)
}

export function createOfflineOption() {
  return new Option('--offline <file>', "Read items from Wikidata's JSON instead of the network")
}

/** Asks Wikidata, or the file of `--offline`. */
export async function openItemSource(
  cli: Cli,
  config: Config,
  { languages = DEFAULT_LANGUAGES, offline }: ItemOptions,
): Promise<FindItems> {
  if (offline !== undefined) {
    const { parseItemFile } = await import('../../../../core/integrations/item-file.ts')
    const find = parseItemFile(await readLimitedFile(cli, offline, MAX_ITEM_FILE_BYTES), offline)
    return (ids) => Promise.resolve(new Map(ids.map((id) => [id, find(id, languages)])))
  }
  const { describeWikidata, fetchItems } = await import('../../../../core/integrations/wikidata.ts')
  const service = describeWikidata(config.wikidataUrl)
  const context = createServiceContext(cli, config)
  return (ids) => fetchItems(service, context, ids, languages)
}

function parseLanguages(text: string): string[] {
  const codes = [...new Set(text.split(',').map((code) => code.trim().toLowerCase()))]
  if (
    codes.length <= MAX_LANGUAGES &&
    codes.every((code) => /^[a-z]{2,12}(?:-[a-z0-9]+)*$/.test(code))
  )
    return codes
  throw new InvalidArgumentError(
    `Must be at most ${MAX_LANGUAGES} language codes separated by commas, such as en,de.`,
  )
}
