import { createCommandGroup } from '../../command.ts'
import { listAuditCommand } from './list.ts'
import { revertChangeCommand } from './revert.ts'

export const auditCommands = createCommandGroup(
  'audit',
  'Inspect the log of changes, and revert one',
  [listAuditCommand, revertChangeCommand],
)
