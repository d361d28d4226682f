import type { FoundItem } from '../../../../core/integrations/wikidata-entity.ts'
import type { Cli } from '../../../cli.ts'
import { EXIT } from '../../../terminal/exit-codes.ts'
import { hint, print } from '../../../terminal/output.ts'
import { DEFAULT_LANGUAGES } from './item-source.ts'

/** Result of a command for one subject. */
export interface SubjectResult {
  /** Line of the file; absent without a file. */
  line?: number
  /** As named on the command line. */
  item: string
  state: string
  id: number | null
  slug: string | null
  title: string | null
  /** Why it failed. */
  problem: string | null
}

/** Describes an item without texts. */
export function describeLack({ state }: FoundItem, languages = DEFAULT_LANGUAGES): string {
  return state === 'missing'
    ? 'Wikidata has no such item, or deleted it.'
    : `The item has no label in ${languages.join(', ')}. Name other languages with --languages.`
}

/** Prints the results. The exit code says whether all or some of them failed. */
export function printResults(cli: Cli, results: readonly SubjectResult[]): void {
  const columns = ['item', 'state', 'id', 'slug', 'title']
  const hasLines = results.some(({ line }) => line !== undefined)
  print(cli, results, hasLines ? ['line', ...columns] : columns, ['problem'])
  const failed = results.filter(({ problem }) => problem !== null).length
  if (failed === 0) return
  const isInvalid = results.every(({ state }) => state === 'invalid')
  const all = isInvalid ? EXIT.invalid_data : EXIT.not_found
  cli.exitCode = failed < results.length ? EXIT.partial : all
  hint(cli, `${failed} of ${results.length} failed.`)
}
