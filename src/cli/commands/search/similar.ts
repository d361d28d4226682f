import { Command } from '@commander-js/extra-typings'
import type { CommandFactory } from '../../command.ts'
import { reportRankedSearch } from './report-ranked-search.ts'
import { addSearchOptions } from './search-options.ts'

export const similarSearchCommand: CommandFactory = (cli) =>
  addSearchOptions(
    new Command('similar')
      .description('Rank images by how much they look like an image')
      .argument('<id>', 'ID of an image'),
  ).action((image, flags) => reportRankedSearch(cli, 'similar', { image }, flags))
