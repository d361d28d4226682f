import { join } from 'node:path'
import { CatalogError, notFound } from '../../../core/base/errors.ts'
import type { RuntimeSource } from '../../../core/embedding/models/install-runtime.ts'
import type { Cli } from '../../cli.ts'
import { tell } from '../../terminal/output.ts'
import { startProgress } from '../../terminal/progress.ts'

export const NPM_REGISTRY = 'https://registry.npmjs.org'

/** Downloads the packages of the runtime from an npm registry. */
export function downloadRuntime(cli: Cli, registry: string): RuntimeSource {
  return {
    source: registry,
    async obtain(archive, path) {
      const { downloadFile } = await import('../../models/download-file.ts')
      const { getArchiveName } = await import('../../../core/embedding/models/known-runtime.ts')
      const url = `${registry}/${archive.name}/-/${getArchiveName(archive)}`
      const { size } = archive
      using progress = await startProgress(cli, { unit: 'files', count: 1, bytes: size })
      const file = { url, size, sha256: null, hint: 'Check --registry.' }
      await downloadFile({ cli, progress }, file, path)
      progress.addDone()
    },
  }
}

/** Copies the packages of the runtime from a folder, as `npm pack` writes them. */
export function copyRuntime(folder: string): RuntimeSource {
  return {
    source: folder,
    async obtain(archive, path) {
      const { copyDurably } = await import('../../../core/storage/object-files.ts')
      const { ignoreMissing } = await import('../../../core/storage/missing-files.ts')
      const { getArchiveName, PACK_RUNTIME } =
        await import('../../../core/embedding/models/known-runtime.ts')
      const file = join(folder, getArchiveName(archive))
      const copied = await ignoreMissing(copyDurably(file, path).then(() => true))
      if (!copied)
        throw notFound(`${file} does not exist.`, { hint: `Get it with: ${PACK_RUNTIME}` })
    },
  }
}

/** Installs the runtime unless it is there. */
export async function ensureRuntime(cli: Cli, data: string): Promise<void> {
  const { hasRuntime } = await import('../../../core/embedding/models/installed-runtime.ts')
  const { installRuntime } = await import('../../../core/embedding/models/install-runtime.ts')
  const { modelsFolder } = await import('../../../core/embedding/models/model-folders.ts')
  if (await hasRuntime(modelsFolder(data))) return
  tell(cli, 'Installing onnxruntime first, which runs the models.')
  try {
    await installRuntime({ data, clock: cli.clock }, downloadRuntime(cli, NPM_REGISTRY))
  } catch (error) {
    if (!(error instanceof CatalogError) || error.kind !== 'unavailable') throw error
    throw new CatalogError(error.kind, error.message, {
      ...error.details,
      hint: `Without the npm registry, install it from files: catalog model runtime --help`,
    })
  }
}
