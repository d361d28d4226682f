import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import type { FieldErrors } from '../base/errors.ts'

/**
 * Reads the settings of a data directory's `catalog.toml`.
 * @param known the keys of settings
 * @param problems receives what is wrong with the file
 * @returns an empty object if there is no file
 */
export function readConfigFile(
  path: string,
  known: ReadonlySet<string>,
  problems: FieldErrors,
): Record<string, unknown> {
  const content = readIfPresent(path, problems)
  if (content === undefined) return {}
  try {
    const { data, ...file } = parseToml(content)
    if (data !== undefined) {
      problems['data in catalog.toml'] = [
        'cannot be set in the data directory itself; use --data or CATALOG_DATA',
      ]
    }
    for (const key of Object.keys(file).filter((key) => !known.has(key))) {
      problems[`${key} in catalog.toml`] = ['is not a setting']
    }
    return file
  } catch (error) {
    problems[path] = [`is not valid TOML: ${(error as Error).message}`]
    return {}
  }
}

/** Undefined if there is no such file. Opening the data directory reports one that cannot be used. */
function readIfPresent(path: string, problems: FieldErrors): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (!['ENOENT', 'ENOTDIR'].includes(code) && isOpen(dirname(path)))
      problems[path] = [
        `cannot be read: ${code === 'EISDIR' ? 'it is a directory, but should be a file; move it away' : message}`,
      ]
    return undefined
  }
}

function isOpen(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}
