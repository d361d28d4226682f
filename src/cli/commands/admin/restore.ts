import { resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import type { BackupFinding } from '../../../core/backup/damaged-backup.ts'
import type { Manifest } from '../../../core/backup/manifest.ts'
import type { Config } from '../../../core/config/config.ts'
import type { Cli } from '../../cli.ts'
import type { CommandFactory } from '../../command.ts'
import { formatCount } from '../../terminal/format.ts'
import { loadSettings } from '../../host/load-settings.ts'
import { locateCatalog } from '../../host/locate-catalog.ts'
import { hint, printRecord, tell } from '../../terminal/output.ts'
import { createPlaceOpener } from './backup/create-place-opener.ts'
import { createBackupProgress } from './backup/show-progress.ts'
import { createDataOption, withCatalog, type DataOption } from '../../host/with-catalog.ts'

interface Options extends DataOption {
  acceptMissing?: true
}

async function runRestore(cli: Cli, backup: string, options: Options): Promise<void> {
  const { requireSqlite } = await import('../../../core/catalog/require-catalog.ts')
  const { data } = options
  const settings = await locateCatalog(cli, { data })
  requireSqlite(settings, 'Restore without that setting, then move the catalog with a dump.')
  const { config } = settings
  const { manifest, lacking } = await restoreFiles(cli, backup, { config, options })
  const { count: files, bytes } = manifest.stored_files
  const { created_at, derivatives } = manifest
  const { missing, changed } = manifest.storage_url === undefined ? manifest.stored_files : lacking
  const queued = derivatives ? 0 : await makeDerivatives(cli, { data })
  const counts = { files, bytes, missing, changed, in_trash: lacking.trashed }
  printRecord(cli, { data: config.data, created_at, ...counts, queued })
  if (missing + changed > 0) tell(cli, describeLosses(manifest, { missing, changed }))
  if (lacking.trashed > 0) {
    tell(
      cli,
      `The trash of the bucket has ${formatCount(lacking.trashed, 'original')} of this database. Put back what is missing with: catalog admin storage restore --missing`,
    )
  }
  if (!manifest.files.some(({ path }) => path === 'secret'))
    hint(cli, 'The backup contains no signing key. Set CATALOG_SECRET as before.')
  hint(cli, `Start the server with: catalog serve --data ${config.data}`)
}

function describeLosses(
  { storage_url }: Manifest,
  { missing, changed }: Record<'missing' | 'changed', number>,
): string {
  const losses =
    storage_url === undefined
      ? `When the backup was made, ${missing} files were missing and ${changed} were damaged.`
      : `In the bucket, ${missing} files are missing and ${changed} are changed.`
  return `${losses} List them with: catalog admin storage verify`
}

interface Restored {
  manifest: Manifest
  lacking: Lacking
}

async function restoreFiles(
  cli: Cli,
  backup: string,
  { config, options }: { config: Config; options: Options },
): Promise<Restored> {
  const { restoreBackup } = await import('../../../core/backup/restore-backup.ts')
  using progress = createBackupProgress(cli)
  await using stack = new AsyncDisposableStack()
  const { onManifest, onFile } = progress
  const { data, spatialite } = config
  const lacking = createLacking()
  // The backup may have brought a catalog.toml that names the bucket.
  const openPlace = createPlaceOpener(stack, () => loadSettings(cli, { data }))
  try {
    const manifest = await restoreBackup({
      backup: resolve(cli.cwd, backup),
      data,
      spatialite,
      openPlace,
      acceptsMissing: options.acceptMissing === true,
      signal: cli.signal,
      onManifest,
      onFile,
      onFinding: (finding) => lacking.add(finding),
    })
    return { manifest, lacking }
  } finally {
    if (lacking.shown.length > 0) tell(cli, lacking.describe())
  }
}

/** Missing, changed and trashed files of a restored database in its bucket. */
interface Lacking {
  missing: number
  changed: number
  trashed: number
  /** The first messages. */
  readonly shown: string[]
  add(finding: BackupFinding): void
  describe(): string[]
}

const MAX_SHOWN = 20

function createLacking(): Lacking {
  const found: Lacking = {
    missing: 0,
    changed: 0,
    trashed: 0,
    shown: [],
    add({ code, message }) {
      if (code === 'in_trash') found.trashed += 1
      else if (code === 'changed_file') found.changed += 1
      else found.missing += 1
      if (found.shown.length < MAX_SHOWN) found.shown.push(`  ${message}`)
    },
    describe() {
      const rest = found.missing + found.changed + found.trashed - found.shown.length
      return [...found.shown, ...(rest > 0 ? [`  and ${rest} more`] : [])]
    },
  }
  return found
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
    .option('--accept-missing', 'Restore although the bucket lacks files of the database')
    .addOption(createDataOption())
    .action((backup, options) => runRestore(cli, backup, options))
