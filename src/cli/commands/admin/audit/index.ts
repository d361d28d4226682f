import { createCommandGroup } from '../../../command.ts'
import { listAuditCommand } from './list.ts'
import { pruneAuditCommand } from './prune.ts'

export const auditCommands = createCommandGroup('audit', 'Inspect the log of changes', [
  listAuditCommand,
  pruneAuditCommand,
])
