import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { reportResults } from './report-results.ts'
import { addSearchOptions, buildSearchQuery, type SearchFlags } from './search-options.ts'

async function runInViewSearch(
  cli: Cli,
  { lat, lon }: { lat: string; lon: string },
  flags: SearchFlags & { radius?: string },
): Promise<void> {
  const { openSearchApi } = await import('./open-search-api.ts')
  const { inViewSearchResponse } = await import('./response-schemas.ts')
  const api = await openSearchApi(cli)
  const query = await buildSearchQuery(api, { lat, lon, radius: flags.radius }, flags)
  const found = await api.get(`/api/v2/search/in-view/?${query}`, inViewSearchResponse)
  reportResults(cli, { ...found, hasMore: found.has_more }, 'distance_m')
}

export const inViewSearchCommand: CommandFactory = (cli) =>
  addSearchOptions(
    new Command('in-view')
      .description('Search images that show a position, the nearest first')
      .argument('<lat>', 'Latitude in degrees (WGS 84)')
      .argument('<lon>', 'Longitude in degrees')
      .option('--radius <meters>', 'Greatest distance of the camera, at most 50000'),
  ).action((lat, lon, flags) => runInViewSearch(cli, { lat, lon }, flags))
