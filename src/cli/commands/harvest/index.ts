import { createCommandGroup } from '../../command.ts'
import { runHarvestCommand } from './run.ts'

export const harvestCommand = createCommandGroup('harvest', 'Follow online collections', [
  runHarvestCommand,
])
