import { Command } from '@commander-js/extra-typings'
import { formatTimestamp } from '../../../core/base/clock.ts'
import type { InstalledModel } from '../../../core/embedding/models/installed-models.ts'
import type { Manifest } from '../../../core/embedding/models/manifest.ts'
import type { VerifiedFile } from '../../../core/embedding/models/verify-model.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { EXIT } from '../../terminal/exit-codes.ts'
import { hint, print, tell } from '../../terminal/output.ts'
import { startProgress } from '../../terminal/progress.ts'
import { createDataOption } from '../../host/with-catalog.ts'
import { openDataFolder } from './open-data-folder.ts'

type FileRow = VerifiedFile & { model: string }

/** An installed model, or the runtime. */
interface Installed {
  name: string
  folder: string
  manifest: Manifest
  what: 'The model' | 'The runtime'
  /** The command that replaces damaged files. */
  repair: string
}

/** Returns one model, or all models and the runtime. */
async function selectModels(data: string, named: string | undefined): Promise<Installed[]> {
  const { listModelFolders, readInstalledModel, requireInstalledModel } =
    await import('../../../core/embedding/models/installed-models.ts')
  const { readInstalledRuntime } =
    await import('../../../core/embedding/models/installed-runtime.ts')
  const { modelsFolder } = await import('../../../core/embedding/models/model-folders.ts')
  const { getInstallCommand } = await import('../../../core/embedding/models/install-command.ts')
  const describe = (model: InstalledModel): Installed => ({
    ...model,
    what: 'The model',
    repair: getInstallCommand(model.name, model.manifest),
  })
  if (named !== undefined) return [describe(await requireInstalledModel(data, named))]
  const names = await listModelFolders(data)
  const models = await Promise.all(names.map((name) => readInstalledModel(data, name)))
  const runtime = await readInstalledRuntime(modelsFolder(data))
  return [
    ...models.filter((model) => model !== undefined).map(describe),
    ...(runtime
      ? [{ ...runtime, what: 'The runtime', repair: 'catalog model runtime' } as const]
      : []),
  ]
}

/** Verifies all files, and records the time in the manifests of the models that are intact. */
async function verifyFiles(cli: Cli, models: readonly Installed[]): Promise<FileRow[]> {
  const { verifyModel } = await import('../../../core/embedding/models/verify-model.ts')
  const files = models.flatMap(({ manifest }) => manifest.files)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  using progress = await startProgress(cli, { unit: 'files', count: files.length, bytes })
  const rows: FileRow[] = []
  for (const model of models) {
    const found: FileRow[] = []
    for await (const file of verifyModel(model)) {
      cli.signal.throwIfAborted()
      found.push({ model: model.name, ...file })
      progress.addBytes(file.size)
      if (file.state === 'ok') progress.addDone()
      else progress.addFailed()
    }
    if (found.every(({ state }) => state === 'ok')) await recordTime(cli, model)
    rows.push(...found)
  }
  return rows
}

/** A folder that cannot be written can still be verified. */
async function recordTime(cli: Cli, { folder, manifest }: Installed): Promise<void> {
  const { writeManifest } = await import('../../../core/embedding/models/manifest.ts')
  try {
    await writeManifest(folder, { ...manifest, verified_at: formatTimestamp(cli.clock.now()) })
  } catch (error) {
    hint(cli, `The time of this check could not be recorded: ${(error as Error).message}.`)
  }
}

export const verifyModelsCommand: CommandFactory = (cli) =>
  new Command('verify')
    .description('Compare the files of installed models with their SHA-256 digests')
    .argument('[model]', 'Name of the model; all by default')
    .addOption(createDataOption())
    .action(async (named, options) => {
      const data = await openDataFolder(cli, options)
      const models = await selectModels(data, named)
      const rows = await verifyFiles(cli, models)
      print(cli, rows, ['model', 'path', 'state', 'size'])
      if (models.length === 0) hint(cli, 'No model is installed.')
      const damaged = rows.filter(({ state }) => state !== 'ok')
      if (damaged.length === 0) return
      cli.exitCode = EXIT.integrity
      for (const model of models) {
        const paths = damaged.filter((row) => row.model === model.name).map(({ path }) => path)
        if (paths.length === 0) continue
        tell(cli, [
          `${model.what} ${model.name} is damaged: ${paths.join(', ')}.`,
          `Check the disk, then replace the damaged files with: ${model.repair}`,
        ])
      }
    })
