import { createCommandGroup } from '../../../command.ts'
import { addValidationCommand } from './add.ts'
import { deleteValidationsCommand } from './delete.ts'
import { importValidationsCommand } from './import.ts'
import { listValidationsCommand } from './list.ts'

export const validationCommands = createCommandGroup(
  'validation',
  'Manage validations of georeferences',
  [
    addValidationCommand,
    listValidationsCommand,
    importValidationsCommand,
    deleteValidationsCommand,
  ],
)
