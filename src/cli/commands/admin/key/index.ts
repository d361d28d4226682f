import { createCommandGroup } from '../../../command.ts'
import { rotateKeyCommand } from './rotate.ts'

export const keyCommands = createCommandGroup(
  'key',
  'Manage the key that signs upload URLs and permalinks',
  [rotateKeyCommand],
)
