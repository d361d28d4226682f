import { createCommandGroup } from '../../command.ts'
import { RESOURCES } from '../../reading/resources.ts'
import { createGetCommand } from '../reading/get.ts'
import { createListCommand } from '../reading/list.ts'
import { createSourceCommand } from './create.ts'
import { deleteSourceCommand } from './delete.ts'
import { editSourceCommand } from './edit.ts'
import { listAllSourcesCommand, showSourceCommand } from './former.ts'
import { hideSourceCommand, publishSourceCommand } from './set-public.ts'

const { source } = RESOURCES

const WRITES = [
  createSourceCommand,
  editSourceCommand,
  publishSourceCommand,
  hideSourceCommand,
  deleteSourceCommand,
]

export const sourceCommands = createCommandGroup('source', source.description, [
  createListCommand(source),
  createGetCommand(source),
  ...WRITES,
])

/** The former `catalog admin source`. */
export const formerSourceCommands = createCommandGroup('source', source.description, [
  listAllSourcesCommand,
  showSourceCommand,
  ...WRITES,
])
