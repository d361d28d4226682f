import { createCommandGroup } from '../../../command.ts'
import { listAuditCommand } from '../../audit.ts'
import { revertChangeCommand } from '../../audit.ts'
import { pruneAuditCommand } from './prune.ts'

/** `list` and `revert` are former names of commands that now work at an instance, too. */
export const auditCommands = createCommandGroup(
  'audit',
  'Delete old entries of the log of changes',
  [pruneAuditCommand, listAuditCommand, revertChangeCommand],
  ['list', 'revert'],
)
