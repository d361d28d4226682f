import { createCommandGroup } from '../../../command.ts'
import { pruneStorageCommand } from './prune.ts'
import { storageUsageCommand } from './usage.ts'
import { verifyStorageCommand } from './verify.ts'

export const storageCommands = createCommandGroup(
  'storage',
  'Check and clean up the stored files',
  [verifyStorageCommand, pruneStorageCommand, storageUsageCommand],
)
