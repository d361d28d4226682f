import { createCommandGroup } from '../../../command.ts'
import { cancelSlotsCommand } from './cancel.ts'
import { listSlotsCommand } from './list.ts'
import { reapSlotsCommand } from './reap.ts'

export const slotCommands = createCommandGroup('slot', 'Manage upload slots', [
  listSlotsCommand,
  reapSlotsCommand,
  cancelSlotsCommand,
])
