import { createCommandGroup } from '../../command.ts'
import { profileListCommand } from './list.ts'
import { profileRemoveCommand } from './remove.ts'
import { profileUseCommand } from './use.ts'

export const profileCommand = createCommandGroup(
  'profile',
  'Manage the instances that you have signed in to',
  [profileListCommand, profileUseCommand, profileRemoveCommand],
)
