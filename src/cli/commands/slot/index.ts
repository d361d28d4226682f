import { createCommandGroup } from '../../command.ts'
import { slotCancelCommand } from './cancel.ts'
import { slotCommitCommand } from './commit.ts'
import { slotPutCommand } from './put.ts'
import { slotRequestCommand } from './request.ts'

export const slotCommand = createCommandGroup(
  'slot',
  'Run the steps of an import one by one, for scripts',
  [slotRequestCommand, slotPutCommand, slotCommitCommand, slotCancelCommand],
)
