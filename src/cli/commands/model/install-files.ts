import type { FileDigest } from '../../../core/storage/digests.ts'
import type { ModelPlan, WantedFile } from '../../../core/embedding/models/install-model.ts'
import type { Cli } from '../../cli.ts'
import { hint, printRecord } from '../../terminal/output.ts'
import { startProgress } from '../../terminal/progress.ts'
import type { Progress } from '../../terminal/progress/meter.ts'
import { ensureRuntime } from './obtain-runtime.ts'

/** Writes a file to a path, syncs it, and returns its digest. */
type Obtain = (file: WantedFile, path: string, progress: Progress) => Promise<FileDigest>

/** Installs a model and the runtime that it needs, and prints the result, what is known about the license, and what to do next. */
export async function installFiles(
  cli: Cli,
  data: string,
  { plan, obtain }: { plan: ModelPlan; obtain: Obtain },
): Promise<void> {
  const { ensureDataFolder } = await import('../../../core/storage/disk/data-folder.ts')
  const { startInstallation } = await import('../../../core/embedding/models/install-model.ts')
  await ensureDataFolder(data)
  await ensureRuntime(cli, data)
  using installation = await startInstallation({ data, clock: cli.clock }, plan)
  const { missing } = installation
  await receiveAll(cli, missing, (file, progress) =>
    installation.receive(file, (path) => obtain(file, path, progress)),
  )
  const { state, model } = await installation.finish()
  const { repository, revision, license, files } = model.manifest
  const size = files.reduce((sum, { size }) => sum + size, 0)
  const pinned = files.filter(({ pinned_at }) => pinned_at !== null).map(({ path }) => path)
  const { name, folder, key } = model
  printRecord(cli, { name, state, folder, key, revision, size, license, pinned })
  if (state !== 'installed') return
  hint(cli, [
    ...(repository === null || pinned.length === 0 ? [] : [describePinned(pinned)]),
    ...(license === null ? [] : [license]),
    `Use the model with: catalog model use ${name}`,
  ])
}

async function receiveAll(
  cli: Cli,
  files: readonly WantedFile[],
  receive: (file: WantedFile, progress: Progress) => Promise<void>,
): Promise<void> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  using progress = await startProgress(cli, { unit: 'files', count: files.length, bytes })
  for (const file of files) {
    cli.signal.throwIfAborted()
    await receive(file, progress)
    progress.addDone()
  }
}

function describePinned(paths: readonly string[]): string {
  return `No digests were known of ${paths.join(', ')}. Those of the files received now were recorded, so that later changes are noticed.`
}
