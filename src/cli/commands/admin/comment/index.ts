import { createCommandGroup } from '../../../command.ts'
import { addCommentCommand } from './add.ts'
import { deleteCommentsCommand } from './delete.ts'
import { hideCommentsCommand, unhideCommentsCommand } from './hide.ts'
import { importCommentsCommand } from './import.ts'
import { listCommentsCommand } from './list.ts'

export const commentCommands = createCommandGroup('comment', 'Manage comments on images', [
  addCommentCommand,
  listCommentsCommand,
  importCommentsCommand,
  hideCommentsCommand,
  unhideCommentsCommand,
  deleteCommentsCommand,
])
