import { resolve } from 'node:path'
import { Option } from '@commander-js/extra-typings'
import type { LoadedConfig } from '../../../../core/config/config.ts'
import type { Cli } from '../../../cli.ts'
import { locateCatalog } from '../../../host/locate-catalog.ts'
import type { DataOption } from '../../../host/with-catalog.ts'

export interface BackupsOption extends DataOption {
  backups?: string
}

export function createBackupsOption() {
  return new Option(
    '--backups <dir>',
    'Folder of the backups (CATALOG_BACKUPS; default: backups in the data directory)',
  )
}

/** The data directory and the folder of its backups. Neither needs to exist. */
export interface BackupFolders {
  data: string
  folder: string
  spatialite: string | null
  settings: LoadedConfig
}

export async function findBackupFolders(
  cli: Cli,
  { data, backups }: BackupsOption,
): Promise<BackupFolders> {
  const { defaultBackupsFolder } = await import('../../../../core/backup/backup-folder.ts')
  const settings = await locateCatalog(cli, { data, backups })
  const { config } = settings
  const folder = resolve(config.backups ?? defaultBackupsFolder(config.data))
  return { data: config.data, folder, spatialite: config.spatialite, settings }
}
