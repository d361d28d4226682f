import { createCommandGroup } from '../../command.ts'
import { addGazetteerCommand } from './add.ts'
import { listGazetteersCommand } from './list.ts'
import { removeGazetteerCommand } from './remove.ts'

/** `catalog gazetteer`: its subcommands open the catalog themselves, by dynamic import. */
export const gazetteerCommand = createCommandGroup(
  'gazetteer',
  'Manage the names of places that help people to find the place of an image',
  [addGazetteerCommand, listGazetteersCommand, removeGazetteerCommand],
)
