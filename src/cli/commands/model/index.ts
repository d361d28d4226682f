import { createCommandGroup } from '../../command.ts'
import { addModelCommand } from './add.ts'
import { fetchModelCommand } from './fetch.ts'
import { listModelsCommand } from './list.ts'
import { installRuntimeCommand } from './runtime.ts'
import { useModelCommand } from './use.ts'
import { verifyModelsCommand } from './verify.ts'

/** `catalog model`: its subcommands open the data directory themselves, by dynamic import. */
export const modelCommand = createCommandGroup('model', 'Manage the models of semantic search', [
  listModelsCommand,
  fetchModelCommand,
  addModelCommand,
  useModelCommand,
  installRuntimeCommand,
  verifyModelsCommand,
])
