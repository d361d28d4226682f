import { createCommandGroup } from '../../../command.ts'
import { createAppCommand } from './create.ts'
import { listAppsCommand } from './list.ts'
import { revokeAppCommand } from './revoke.ts'

export const appCommands = createCommandGroup('app', 'Manage registered apps', [
  createAppCommand,
  listAppsCommand,
  revokeAppCommand,
])
