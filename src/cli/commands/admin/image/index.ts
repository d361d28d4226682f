import { createCommandGroup } from '../../../command.ts'
import { listDamagedCommand } from './damaged.ts'
import { deleteImagesCommand } from './delete.ts'
import { editImagesCommand } from './edit.ts'
import { reorderImagesCommand } from './reorder.ts'
import { setDuplicateCommand } from './set-duplicate.ts'
import { setFromAboveCommand } from './set-from-above.ts'
import { setScaleCommand } from './set-scale.ts'
import { setStatusCommand } from './set-status.ts'
import { reorderSubjectsCommand, tagImagesCommand, untagImagesCommand } from './tag.ts'
import { transformImagesCommand } from './transform.ts'

export const imageCommands = createCommandGroup('image', 'Manage images and their files', [
  editImagesCommand,
  setStatusCommand,
  setDuplicateCommand,
  setFromAboveCommand,
  setScaleCommand,
  tagImagesCommand,
  untagImagesCommand,
  reorderSubjectsCommand,
  reorderImagesCommand,
  transformImagesCommand,
  deleteImagesCommand,
  listDamagedCommand,
])
