import { createCommandGroup } from '../../../command.ts'
import { rebuildActivityCommand } from './rebuild.ts'

export const activityCommands = createCommandGroup('activity', 'Manage the activity feed', [
  rebuildActivityCommand,
])
