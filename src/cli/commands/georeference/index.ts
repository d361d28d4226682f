import { createCommandGroup } from '../../command.ts'
import { deleteGeoreferencesCommand } from './delete.ts'

export const georeferenceCommands = createCommandGroup('georeference', 'Delete georeferences', [
  deleteGeoreferencesCommand,
])
