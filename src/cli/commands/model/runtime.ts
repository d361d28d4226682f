import { resolve } from 'node:path'
import { Command, Option } from '@commander-js/extra-typings'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { parseMirrorUrl } from '../../models/mirror-url.ts'
import { hint, printRecord } from '../../terminal/output.ts'
import { createDataOption, type DataOption } from '../../host/with-catalog.ts'
import { copyRuntime, downloadRuntime, NPM_REGISTRY } from './obtain-runtime.ts'
import { openDataFolder } from './open-data-folder.ts'

interface Options extends DataOption {
  from?: string
  registry: string
}

async function runInstallRuntime(cli: Cli, { from, registry, ...options }: Options): Promise<void> {
  const { modelsFolder } = await import('../../../core/embedding/models/model-folders.ts')
  const { installRuntime } = await import('../../../core/embedding/models/install-runtime.ts')
  const { findRuntimeProblem } = await import('../../../core/embedding/inference/onnx-runtime.ts')
  const data = await openDataFolder(cli, options)
  const source =
    from === undefined ? downloadRuntime(cli, registry) : copyRuntime(resolve(cli.cwd, from))
  const { state, runtime } = await installRuntime({ data, clock: cli.clock }, source)
  const { name, revision: version, files, license } = runtime.manifest
  const size = files.reduce((sum, file) => sum + file.size, 0)
  printRecord(cli, { name, state, folder: runtime.folder, version, size, license })
  const problem = await findRuntimeProblem(modelsFolder(data))
  if (problem) hint(cli, [problem.message, problem.details.hint ?? ''])
}

export const installRuntimeCommand: CommandFactory = (cli) =>
  new Command('runtime')
    .description('Install onnxruntime, which runs the models, or replace a damaged one')
    .option('--from <dir>', 'Folder with its packages, instead of a registry')
    .addOption(
      new Option('--registry <url>', 'Registry of npm, or a mirror of it')
        .argParser(parseMirrorUrl)
        .default(NPM_REGISTRY),
    )
    .addOption(createDataOption())
    .action((options) => runInstallRuntime(cli, options))
