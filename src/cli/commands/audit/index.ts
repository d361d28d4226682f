import { createPlacedGroup } from '../../client/with-api.ts'
import { listAuditCommand } from './list.ts'
import { revertChangeCommand } from './revert.ts'

export const auditCommands = createPlacedGroup(
  'audit',
  'Inspect the log of changes, and revert one',
  [listAuditCommand, revertChangeCommand],
)
