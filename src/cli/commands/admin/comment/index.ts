import { createCommandGroup } from '../../../command.ts'
import { MODERATION } from '../../comment/index.ts'
import { addCommentCommand } from './add.ts'
import { importCommentsCommand } from './import.ts'

/** Beside the former names of commands that now work at an instance, too. */
export const commentCommands = createCommandGroup(
  'comment',
  'Add and import comments of users',
  [addCommentCommand, importCommentsCommand, ...MODERATION],
  ['list', 'hide', 'unhide', 'delete'],
)
