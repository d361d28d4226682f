import { createCommandGroup } from '../../../command.ts'
import { reinstateUserCommand } from '../../user/index.ts'
import { revertUserCommand } from '../../user/index.ts'
import { suspendUserCommand } from '../../user/index.ts'
import { addDevUserCommand } from './add-dev.ts'
import { ensureStaffCommand } from './ensure-staff.ts'
import { forgetUserCommand } from './forget.ts'
import { listUsersCommand } from './list.ts'
import { revokeStaffCommand } from './revoke-staff.ts'
import { showUserCommand } from './show.ts'

/** Former names of commands that now work at an instance, too: `catalog user suspend`. */
const FORMER = ['suspend', 'reinstate', 'revert']

export const userCommands = createCommandGroup(
  'user',
  'Manage staff and list users',
  [
    ensureStaffCommand,
    revokeStaffCommand,
    listUsersCommand,
    showUserCommand,
    addDevUserCommand,
    forgetUserCommand,
    suspendUserCommand,
    reinstateUserCommand,
    revertUserCommand,
  ],
  FORMER,
)
