import { stat } from 'node:fs/promises'
import { listVariableNames } from '../../core/config/config.ts'
import type { EnvFile } from '../../core/config/env-file.ts'
import { createResults, type CheckResult } from './check-result.ts'

/** Checks the environment file of the host. */
export async function checkEnvFile({ path, variables, problem }: EnvFile): Promise<CheckResult> {
  const { ok, note, warning } = createResults('env_file')
  if (problem !== null) {
    return note(
      `${path} cannot be read, so its settings do not count: ${problem}.`,
      `Run catalog as the user of the server, and let that user read the file: chown root:catalog ${path}; chmod 640 ${path}`,
    )
  }
  const unknown = Object.keys(variables).filter(isUnknown)
  if (unknown.length > 0) {
    return warning(
      `${path} has variables that are no settings: ${unknown.join(', ')}.`,
      'See: catalog config --json',
    )
  }
  const { mode } = await stat(path)
  if ((mode & 0o007) !== 0) {
    return warning(`All users of this computer can access ${path}.`, `chmod 640 ${path}`)
  }
  return ok(`${path} sets ${Object.keys(variables).join(', ') || 'no variable'}.`)
}

const KNOWN: ReadonlySet<string> = new Set(listVariableNames())

/** Variables of other programs, such as those of AWS, are not known here. */
function isUnknown(name: string): boolean {
  return name.startsWith('CATALOG_') && !KNOWN.has(name)
}
