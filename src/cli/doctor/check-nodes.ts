import { filesFolder } from '../../core/storage/disk/data-folder.ts'
import type { LoadedConfig } from '../../core/config/config.ts'
import { checkData } from './check-data.ts'
import { createResults, type CheckResult } from './check-result.ts'

/** Checks what servers of a PostgreSQL database share. */
export async function checkNodes({ config, secrets }: LoadedConfig): Promise<CheckResult[]> {
  const { warning } = createResults('secret')
  const key =
    secrets.secret === null
      ? [
          warning(
            'CATALOG_SECRET is not set. On PostgreSQL, catalog serve does not start without it; other commands work.',
            'Set it to the same key on all servers: openssl rand -base64 32',
          ),
        ]
      : []
  return config.files === null
    ? key
    : [...key, await checkData(filesFolder(config), { setting: 'files' })]
}
