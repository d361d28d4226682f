import { createCommandGroup } from '../../command.ts'
import { hideFlaggedCommand } from './hide.ts'
import { listFlagsCommand } from './list.ts'
import { reopenFlagsCommand, resolveFlagsCommand } from './resolve.ts'

export const flagCommands = createCommandGroup('flag', 'Manage the reports of images', [
  listFlagsCommand,
  resolveFlagsCommand,
  reopenFlagsCommand,
  hideFlaggedCommand,
])
