import { createCommandGroup } from '../../../command.ts'
import { addDevUserCommand } from './add-dev.ts'
import { ensureStaffCommand } from './ensure-staff.ts'
import { forgetUserCommand } from './forget.ts'
import { listUsersCommand } from './list.ts'
import { reinstateUserCommand } from './reinstate.ts'
import { revertUserCommand } from './revert.ts'
import { revokeStaffCommand } from './revoke-staff.ts'
import { showUserCommand } from './show.ts'
import { suspendUserCommand } from './suspend.ts'

export const userCommands = createCommandGroup('user', 'Manage staff and list users', [
  ensureStaffCommand,
  revokeStaffCommand,
  listUsersCommand,
  showUserCommand,
  suspendUserCommand,
  reinstateUserCommand,
  revertUserCommand,
  addDevUserCommand,
  forgetUserCommand,
])
