import { createCommandGroup } from '../../../command.ts'
import { createSourceCommand } from './create.ts'
import { deleteSourceCommand } from './delete.ts'
import { editSourceCommand } from './edit.ts'
import { listSourcesCommand } from './list.ts'
import { hideSourceCommand, publishSourceCommand } from './set-public.ts'
import { showSourceCommand } from './show.ts'

export const sourceCommands = createCommandGroup(
  'source',
  'Manage the institutions that contribute images',
  [
    listSourcesCommand,
    showSourceCommand,
    createSourceCommand,
    editSourceCommand,
    publishSourceCommand,
    hideSourceCommand,
    deleteSourceCommand,
  ],
)
