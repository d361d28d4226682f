import { createCommandGroup } from '../../../command.ts'
import { showMigrationsCommand } from './status.ts'
import { migrateCommand } from './up.ts'

export const migrateCommands = createCommandGroup(
  'migrate',
  'Update the database schema to this version',
  [showMigrationsCommand, migrateCommand],
)
