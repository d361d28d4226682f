import { Command } from '@commander-js/extra-typings'
import { createCommandGroup, type CommandFactory } from '../command.ts'
import { declareEndpoints } from '../host/with-api.ts'
import { IMPORT_ENDPOINTS } from './import/endpoints.ts'

const runHarvestCommand: CommandFactory = (cli) =>
  declareEndpoints(new Command('run'), ...IMPORT_ENDPOINTS, 'PATCH /api/v2/images/:id/')
    .description('Import, update and withdraw images as an online collection changes')
    .argument('<name>', 'Harvest that NAME.toml in the working folder describes')
    .option('--full', 'Read all of a repository that tells what changed')
    .action(async (name, { full }) => {
      const { runHarvest } = await import('../harvest/run/run-harvest.ts')
      await runHarvest(cli, name, { isFull: full === true })
    })

export const harvestCommand = createCommandGroup('harvest', 'Follow online collections', [
  runHarvestCommand,
])
