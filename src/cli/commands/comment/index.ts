import { createCommandGroup } from '../../command.ts'
import { deleteCommentsCommand } from './delete.ts'
import { hideCommentsCommand, unhideCommentsCommand } from './hide.ts'
import { listCommentsCommand } from './list.ts'

export const MODERATION = [
  listCommentsCommand,
  hideCommentsCommand,
  unhideCommentsCommand,
  deleteCommentsCommand,
]

export const commentCommands = createCommandGroup('comment', 'Moderate comments', MODERATION)
