import { createCommandGroup } from '../../command.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { createGetCommand } from '../reading/get.ts'
import { createListCommand } from '../reading/list.ts'
import { deleteImagesCommand } from './delete.ts'
import { imageDownloadCommand } from './download.ts'
import { editImagesCommand } from './edit.ts'
import { imageOpenCommand } from './open.ts'
import { reorderImagesCommand } from './reorder.ts'
import { reprocessImagesCommand } from './reprocess.ts'
import { setDuplicateCommand } from './set-duplicate.ts'
import { setFromAboveCommand } from './set-from-above.ts'
import { setScaleCommand } from './set-scale.ts'
import { setStatusCommand } from './set-status.ts'
import { reorderSubjectsCommand, tagImagesCommand, untagImagesCommand } from './tag.ts'
import { transformImagesCommand } from './transform.ts'

const { image } = RESOURCES

/** The commands that `catalog admin image` also has, under its former names. */
export const WRITES = [
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
]

export const imageCommands = createCommandGroup('image', image.description, [
  createListCommand(image),
  createGetCommand(image),
  imageDownloadCommand,
  imageOpenCommand,
  ...WRITES,
  reprocessImagesCommand,
])
