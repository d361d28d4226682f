import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import type { Manifest } from '../../../core/backup/manifest.ts'
import type { Config } from '../../../core/config.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { locateCatalog } from '../../locate-catalog.ts'
import { hint, printRecord, tell } from '../../output.ts'
import { createBackupProgress } from './backup/show-progress.ts'
import { createDataOption, withCatalog, type DataOption } from './with-catalog.ts'

async function runRestore(cli: Cli, backup: string, { data }: DataOption): Promise<void> {
  const { requireSqlite } = await import('../../../core/require-catalog.ts')
  const place = await locateCatalog(cli, { data })
  requireSqlite(place, 'Restore without that setting, then move the catalog with a dump.')
  const { config } = place
  const manifest = await restoreFiles(cli, backup, config)
  const { count: files, bytes, missing, changed } = manifest.stored_files
  const { created_at, derivatives } = manifest
  const queued = derivatives ? 0 : await makeDerivatives(cli, { data })
  printRecord(cli, { data: config.data, created_at, files, bytes, missing, changed, queued })
  if (missing + changed > 0) {
    tell(
      cli,
      `When the backup was made, ${missing} files were missing and ${changed} were damaged. List them with: catalog admin storage verify`,
    )
  }
  if (!manifest.files.some(({ path }) => path === 'secret'))
    hint(cli, 'The backup contains no signing key. Set CATALOG_SECRET as before.')
  hint(cli, `Start the server with: catalog serve --data ${config.data}`)
}

async function restoreFiles(
  cli: Cli,
  backup: string,
  { data, spatialite }: Pick<Config, 'data' | 'spatialite'>,
): Promise<Manifest> {
  const { restoreBackup } = await import('../../../core/backup/restore-backup.ts')
  using progress = createBackupProgress(cli)
  const { onManifest, onFile } = progress
  const { signal } = cli
  const paths = { backup: resolve(cli.cwd, backup), data }
  return await restoreBackup({ ...paths, spatialite, signal, onManifest, onFile })
}

/** Enqueues jobs for the pictures and tiles that the backup left out. */
async function makeDerivatives(cli: Cli, { data }: DataOption): Promise<number> {
  const { reprocessDerivatives, reprocessTiles } = await import('../../../core/jobs/reprocess.ts')
  return await withCatalog(cli, { ...(data !== undefined && { data }) }, async (catalog) => {
    const wanted = { missing: true }
    const pictures = await reprocessDerivatives(catalog, 'display', wanted, cli.signal)
    const tiles = await reprocessTiles(catalog, wanted, cli.signal)
    return pictures.queued + tiles.queued
  })
}

export const restoreCommand: CommandFactory = (cli) =>
  new Command('restore')
    .description('Restore a backup to a new data directory')
    .argument('<backup>', 'Folder of the backup')
    .addOption(createDataOption())
    .action((backup, options) => runRestore(cli, backup, options))
