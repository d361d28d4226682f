import { createCommandGroup } from '../../command.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { createGetCommand } from '../reading/get.ts'
import { createListCommand } from '../reading/list.ts'
import { reinstateUserCommand } from './reinstate.ts'
import { revertUserCommand } from './revert.ts'
import { suspendUserCommand } from './suspend.ts'

const { user } = RESOURCES

export const userCommands = createCommandGroup('user', user.description, [
  createListCommand(user),
  createGetCommand(user),
  suspendUserCommand,
  reinstateUserCommand,
  revertUserCommand,
])
