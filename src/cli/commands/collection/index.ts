import { createCommandGroup } from '../../command.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { createGetCommand } from '../reading/get.ts'
import { createListCommand } from '../reading/list.ts'
import { announceCollectionCommand } from './announce.ts'
import { createCollectionCommand } from './create.ts'
import { deleteCollectionCommand } from './delete.ts'
import { editCollectionCommand } from './edit.ts'
import { listAllCollectionsCommand, showCollectionCommand } from './former.ts'
import { moveCollectionCommand } from './move.ts'
import { hideCollectionCommand, publishCollectionCommand } from './set-public.ts'

const { collection } = RESOURCES

const WRITES = [
  createCollectionCommand,
  editCollectionCommand,
  publishCollectionCommand,
  hideCollectionCommand,
  moveCollectionCommand,
  announceCollectionCommand,
  deleteCollectionCommand,
]

export const collectionCommands = createCommandGroup('collection', collection.description, [
  createListCommand(collection),
  createGetCommand(collection),
  ...WRITES,
])

/** The former `catalog admin collection`. */
export const formerCollectionCommands = createCommandGroup('collection', collection.description, [
  listAllCollectionsCommand,
  showCollectionCommand,
  ...WRITES,
])
