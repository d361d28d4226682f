import Database from 'better-sqlite3'
import { CatalogError } from '../../base/errors.ts'

/**
 * Requires the compiled part of better-sqlite3.
 * @throws CatalogError kind `unavailable`
 */
export function requireSqliteBinary(): void {
  try {
    new Database(':memory:').close()
  } catch (cause) {
    const { platform, arch } = process
    const message = `better-sqlite3, which reads databases, has no binary that loads on this system (${platform}, ${arch}).`
    const hint = 'Install catalog again, on Linux, macOS or Windows, and x64 or ARM64.'
    throw new CatalogError('unavailable', message, { code: 'binary_missing', hint, cause })
  }
}
