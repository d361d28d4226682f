import { requireSqliteBinary } from '../database/sqlite-binary.ts'
import { requireSharpBinary } from '../imaging/require-binary.ts'

/**
 * Requires the compiled parts of packages, without which no server works.
 * @throws CatalogError kind `unavailable`, which names the package
 */
export function requireBinaries(): void {
  requireSqliteBinary()
  requireSharpBinary()
}
