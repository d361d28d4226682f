import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { reportRankedSearch } from './report-ranked-search.ts'
import { addSearchOptions } from './search-options.ts'

export const semanticSearchCommand: CommandFactory = (cli) =>
  addSearchOptions(
    new Command('semantic')
      .description('Rank images by how well they show what a text describes')
      .argument('<words...>', 'Description of a picture'),
  ).action((words, flags) => reportRankedSearch(cli, 'semantic', { q: words.join(' ') }, flags))
