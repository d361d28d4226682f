import { createCommandGroup } from '../../../command.ts'
import { deleteGeoreferencesCommand } from '../../georeference.ts'
import { importGeoreferencesCommand } from './import.ts'
import { listGeoreferencesCommand } from './list.ts'

/** `delete` is the former name of a command that now works at an instance, too. */
export const georeferenceCommands = createCommandGroup(
  'georeference',
  'List and import georeferences',
  [listGeoreferencesCommand, importGeoreferencesCommand, deleteGeoreferencesCommand],
  ['delete'],
)
