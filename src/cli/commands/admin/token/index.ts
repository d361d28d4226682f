import { createCommandGroup } from '../../../command.ts'
import { createTokenCommand } from './create.ts'
import { listTokensCommand } from './list.ts'
import { revokeTokenCommand } from './revoke.ts'

export const tokenCommands = createCommandGroup('token', 'Manage access tokens for scripts', [
  createTokenCommand,
  listTokensCommand,
  revokeTokenCommand,
])
