import { filesFolder } from '../../core/data-folder.ts'
import type { LoadedConfig } from '../../core/config.ts'
import { checkData } from './check-data.ts'
import { createResults, type CheckResult } from './check-result.ts'

/** Checks what servers of a PostgreSQL database share. */
export async function checkNodes({ config, secrets }: LoadedConfig): Promise<CheckResult[]> {
  const { error } = createResults('secret')
  const key =
    secrets.secret === null
      ? [
          error(
            'CATALOG_SECRET is not set, which catalog serve requires on PostgreSQL.',
            'Set it to the same key on all servers: openssl rand -base64 32',
          ),
        ]
      : []
  return config.files === null
    ? key
    : [...key, await checkData(filesFolder(config), { setting: 'files' })]
}
