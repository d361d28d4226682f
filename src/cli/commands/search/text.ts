import { Command } from '@commander-js/extra-typings'
import { DEFAULT_THRESHOLD } from '../../../core/base/limits.ts'
import type { CommandFactory } from '../../command.ts'
import { reportRankedSearch } from './report-ranked-search.ts'
import { addSearchOptions } from './search-options.ts'

export const textSearchCommand: CommandFactory = (cli) =>
  addSearchOptions(
    new Command('text')
      .description('Search titles, descriptions, comments and notes')
      .argument('<words...>', 'Text to search for')
      .option(
        '--threshold <number>',
        `How loose matches may be, from 0 to 1: higher is looser (default: ${DEFAULT_THRESHOLD})`,
      ),
  ).action((words, { threshold, ...flags }) =>
    reportRankedSearch(cli, 'text', { q: words.join(' '), threshold }, flags),
  )
