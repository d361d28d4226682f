import { createCommandGroup } from '../../command.ts'
import { deleteValidationsCommand } from './delete.ts'

export const validationCommands = createCommandGroup('validation', 'Delete validations', [
  deleteValidationsCommand,
])
