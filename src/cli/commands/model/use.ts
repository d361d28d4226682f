import { Command } from '@commander-js/extra-typings'
import { conflict } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { printRecord } from '../../terminal/output.ts'
import { createDataOption, withCatalog, type DataOption } from '../../host/with-catalog.ts'

interface Options extends DataOption {
  now?: true
}

async function runUseModel(cli: Cli, named: string, options: Options): Promise<void> {
  const { chooseModel } = await import('../../../core/writes/chosen-model.ts')
  const { getChosenModel } = await import('../../../core/queries/settings/chosen-model.ts')
  const { NO_MODEL } = await import('../../../core/embedding/models/model-folders.ts')
  const { updateEmbeddingModels } = await import('../../../core/jobs/embedding-models.ts')
  const { printCoverage } = await import('../admin/job/queue-state.ts')
  await withCatalog(cli, options, async (catalog, { actor }) => {
    const { clock, config, reads, write } = catalog
    const model = named === NO_MODEL ? null : await requireCompleteModel(config.data, named)
    const previous = await getChosenModel(reads)
    const context = { actor, now: clock.now() }
    await write((tx) => chooseModel(tx, model?.name ?? null, context))
    const isImmediate = options.now ?? false
    await updateEmbeddingModels(catalog, { isImmediate, signal: cli.signal })
    printRecord(cli, { in_use: model?.name ?? null, key: model?.key ?? null, previous })
    await printCoverage(cli, catalog)
  })
}

async function requireCompleteModel(data: string, name: string) {
  const { findIncompleteFile } =
    await import('../../../core/embedding/models/find-incomplete-file.ts')
  const { requireInstalledModel } =
    await import('../../../core/embedding/models/installed-models.ts')
  const { getInstallCommand } = await import('../../../core/embedding/models/install-command.ts')
  const model = await requireInstalledModel(data, name)
  const problem = await findIncompleteFile(model)
  if (problem === undefined) return model
  throw conflict(`The model ${name} is not complete: ${problem}.`, {
    hint: `Replace the file with: ${getInstallCommand(name, model.manifest)}`,
  })
}

export const useModelCommand: CommandFactory = (cli) =>
  new Command('use')
    .description('Choose the model that the server uses; no restart is needed')
    .argument('<model>', 'Name of an installed model, or none')
    .option('--now', 'Search with it at once, although it has not embedded all images yet')
    .addOption(createDataOption())
    .action((named, options) => runUseModel(cli, named, options))
