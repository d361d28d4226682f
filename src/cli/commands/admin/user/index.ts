import { createCommandGroup } from '../../../command.ts'
import { addDevUserCommand } from './add-dev.ts'
import { ensureStaffCommand } from './ensure-staff.ts'
import { forgetUserCommand } from './forget.ts'
import { listUsersCommand } from './list.ts'
import { revokeStaffCommand } from './revoke-staff.ts'
import { showUserCommand } from './show.ts'

export const userCommands = createCommandGroup('user', 'Manage staff and list users', [
  ensureStaffCommand,
  revokeStaffCommand,
  listUsersCommand,
  showUserCommand,
  addDevUserCommand,
  forgetUserCommand,
])
