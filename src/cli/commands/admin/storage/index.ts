import { createCommandGroup } from '../../../command.ts'
import { adoptStorageCommand } from './adopt.ts'
import { copyStorageCommand } from './copy.ts'
import { pruneStorageCommand } from './prune.ts'
import { restoreTrashCommand } from './restore.ts'
import { listTrashCommand } from './trash.ts'
import { storageUsageCommand } from './usage.ts'
import { verifyStorageCommand } from './verify.ts'

export const storageCommands = createCommandGroup(
  'storage',
  'Check and clean up the stored files',
  [
    verifyStorageCommand,
    copyStorageCommand,
    adoptStorageCommand,
    pruneStorageCommand,
    listTrashCommand,
    restoreTrashCommand,
    storageUsageCommand,
  ],
)
