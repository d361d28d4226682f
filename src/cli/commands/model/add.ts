import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { createDataOption, type DataOption } from '../../host/with-catalog.ts'
import { openDataFolder } from './open-data-folder.ts'

async function runAddModel(
  cli: Cli,
  name: string,
  folder: string,
  options: DataOption,
): Promise<void> {
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
}

export const addModelCommand: CommandFactory = (cli) =>
  new Command('add')
    .description('Install a model from a folder')
    .argument('<model>', 'Name of a known model, or a new name')
    .argument('<dir>', 'Folder with config.json, tokenizer.json, onnx/ and so on')
    .addOption(createDataOption())
    .action((name, folder, options) => runAddModel(cli, name, folder, options))
