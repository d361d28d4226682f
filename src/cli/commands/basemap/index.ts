import { createCommandGroup } from '../../command.ts'
import { addBasemapCommand } from './add.ts'
import { fetchBasemapCommand } from './fetch.ts'

/** `catalog basemap`: its subcommands open the data directory themselves, by dynamic import. */
export const basemapCommand = createCommandGroup(
  'basemap',
  'Install the map of streets and coasts that lies under the images',
  [fetchBasemapCommand, addBasemapCommand],
)
