import { createCommandGroup } from '../../../command.ts'
import { deleteGeoreferencesCommand } from './delete.ts'
import { importGeoreferencesCommand } from './import.ts'
import { listGeoreferencesCommand } from './list.ts'

export const georeferenceCommands = createCommandGroup('georeference', 'Manage georeferences', [
  listGeoreferencesCommand,
  importGeoreferencesCommand,
  deleteGeoreferencesCommand,
])
