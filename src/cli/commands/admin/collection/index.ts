import { createCommandGroup } from '../../../command.ts'
import { announceCollectionCommand } from './announce.ts'
import { createCollectionCommand } from './create.ts'
import { deleteCollectionCommand } from './delete.ts'
import { editCollectionCommand } from './edit.ts'
import { listCollectionsCommand } from './list.ts'
import { moveCollectionCommand } from './move.ts'
import { hideCollectionCommand, publishCollectionCommand } from './set-public.ts'
import { showCollectionCommand } from './show.ts'

export const collectionCommands = createCommandGroup('collection', 'Manage collections', [
  listCollectionsCommand,
  showCollectionCommand,
  createCollectionCommand,
  editCollectionCommand,
  publishCollectionCommand,
  hideCollectionCommand,
  moveCollectionCommand,
  announceCollectionCommand,
  deleteCollectionCommand,
])
