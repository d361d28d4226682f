import { Command } from '@commander-js/extra-typings'
import { DEFAULT_THRESHOLD } from '../../../core/limits.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { reportResults } from './report-results.ts'
import { addSearchOptions, buildSearchQuery, type SearchFlags } from './search-options.ts'

async function runTextSearch(
  cli: Cli,
  words: readonly string[],
  flags: SearchFlags & { threshold?: string },
): Promise<void> {
  const { openSearchApi } = await import('./open-search-api.ts')
  const { textSearchResponse } = await import('./response-schemas.ts')
  const query = buildSearchQuery({ q: words.join(' '), threshold: flags.threshold }, flags)
  const api = await openSearchApi(cli)
  const found = await api.get(`/api/v2/search/text/?${query}`, textSearchResponse)
  const hasMore = found.page * found.page_size < found.count
  reportResults(cli, { ...found, hasMore }, 'similarity')
}

export const textSearchCommand: CommandFactory = (cli) =>
  addSearchOptions(
    new Command('text')
      .description('Search titles, descriptions, comments and notes')
      .argument('<words...>', 'Text to search for')
      .option(
        '--threshold <number>',
        `How loose matches may be, from 0 to 1: higher is looser (default: ${DEFAULT_THRESHOLD})`,
      ),
  ).action((words, flags) => runTextSearch(cli, words, flags))
