import { createCommandGroup } from '../../command.ts'
import { listModelsCommand } from './list.ts'
import { useModelCommand } from './use.ts'
import { verifyModelsCommand } from './verify.ts'

/** `catalog model`: its subcommands open the data directory themselves, by dynamic import. */
export const modelCommand = createCommandGroup('model', 'Manage the models of semantic search', [
  listModelsCommand,
  useModelCommand,
  verifyModelsCommand,
])
