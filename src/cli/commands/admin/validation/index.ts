import { createCommandGroup } from '../../../command.ts'
import { addValidationCommand } from './add.ts'
import { deleteValidationsCommand } from '../../validation.ts'
import { importValidationsCommand } from './import.ts'
import { listValidationsCommand } from './list.ts'

/** `delete` is the former name of a command that now works at an instance, too. */
export const validationCommands = createCommandGroup(
  'validation',
  'Manage validations of georeferences',
  [
    addValidationCommand,
    listValidationsCommand,
    importValidationsCommand,
    deleteValidationsCommand,
  ],
  ['delete'],
)
