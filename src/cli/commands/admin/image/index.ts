import { createCommandGroup } from '../../../command.ts'
import { WRITES } from '../../image/index.ts'
import { listDamagedCommand } from './damaged.ts'

/** Beside the former names of commands that now work at an instance, too: `catalog image edit`. */
export const imageCommands = createCommandGroup(
  'image',
  'List damaged images',
  [listDamagedCommand, ...WRITES],
  [
    'edit',
    'set-status',
    'set-duplicate',
    'set-from-above',
    'set-scale',
    'tag',
    'untag',
    'reorder-subjects',
    'reorder',
    'transform',
    'delete',
  ],
)
