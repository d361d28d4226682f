import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { conflict } from '../../../core/base/errors.ts'
import { createCommandGroup, type CommandFactory } from '../../command.ts'
import { createDataOption, withCatalog } from '../../host/with-catalog.ts'
import { parseMirrorUrl } from '../../models/mirror-url.ts'
import { printRecord, hint } from '../../terminal/output.ts'
import { fetchModelCommand } from './fetch.ts'
import { listModelsCommand } from './list.ts'
import { copyRuntime, downloadRuntime, NPM_REGISTRY } from './obtain-runtime.ts'
import { openDataFolder } from './open-data-folder.ts'
import { verifyModelsCommand } from './verify.ts'

const addModelCommand: CommandFactory = (cli) =>
  new Command('add')
    .description('Install a model from a folder')
    .argument('<model>', 'Name of a known model, or a new name')
    .argument('<dir>', 'Folder with config.json, tokenizer.json, onnx/ and so on')
    .addOption(createDataOption())
    .action(async (name, folder, options) => {
      const { copyModelFile, planFromFolder } =
        await import('../../../core/embedding/models/add-model.ts')
      const { requireModelName } = await import('../../../core/embedding/models/model-folders.ts')
      const { installFiles } = await import('./install-files.ts')
      const data = await openDataFolder(cli, options)
      const source = resolve(cli.cwd, folder)
      const plan = await planFromFolder(requireModelName(name), source)
      await installFiles(cli, data, {
        plan,
        async obtain(file, path, progress) {
          const digest = await copyModelFile(source, file, path)
          progress.addBytes(digest.size)
          return digest
        },
      })
    })

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

const useModelCommand: CommandFactory = (cli) =>
  new Command('use')
    .description('Choose the model that the server uses; no restart is needed')
    .argument('<model>', 'Name of an installed model, or none')
    .option('--now', 'Search with it at once, although it has not embedded all images yet')
    .addOption(createDataOption())
    .action(async (named, options) => {
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
    })

const installRuntimeCommand: CommandFactory = (cli) =>
  new Command('runtime')
    .description('Install onnxruntime, which runs the models, or replace a damaged one')
    .option('--from <dir>', 'Folder with its packages, instead of a registry')
    .option('--registry <url>', 'Registry of npm, or a mirror of it', parseMirrorUrl, NPM_REGISTRY)
    .addOption(createDataOption())
    .action(async ({ from, registry, ...options }) => {
      const { modelsFolder } = await import('../../../core/embedding/models/model-folders.ts')
      const { installRuntime } = await import('../../../core/embedding/models/install-runtime.ts')
      const { findRuntimeProblem } =
        await import('../../../core/embedding/inference/onnx-runtime.ts')
      const data = await openDataFolder(cli, options)
      const source =
        from === undefined ? downloadRuntime(cli, registry) : copyRuntime(resolve(cli.cwd, from))
      const { state, runtime } = await installRuntime({ data, clock: cli.clock }, source)
      const { name, revision: version, files, license } = runtime.manifest
      const size = files.reduce((sum, file) => sum + file.size, 0)
      printRecord(cli, { name, state, folder: runtime.folder, version, size, license })
      const problem = await findRuntimeProblem(modelsFolder(data))
      if (problem) hint(cli, [problem.message, problem.details.hint ?? ''])
    })

/** `catalog model`: its subcommands open the data directory themselves, by dynamic import. */
export const modelCommand = createCommandGroup('model', 'Manage the models of semantic search', [
  listModelsCommand,
  fetchModelCommand,
  addModelCommand,
  useModelCommand,
  installRuntimeCommand,
  verifyModelsCommand,
])
