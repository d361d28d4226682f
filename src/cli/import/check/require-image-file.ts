import { basename } from 'node:path'
import { CatalogError } from '../../../core/base/errors.ts'
import { listParentFolders } from '../../tables/path-containment.ts'
import type { Finding } from '../../tables/finding.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'
import { checkFile, type FileDetails } from './check-file.ts'
import { createFileFinder } from './find-file.ts'
import { createRowReport } from './row-report.ts'

/** The only row of a manifest that exists in memory only. */
const SINGLE_ROW = {
  row: 1,
  line: 1,
  sheetRow: 1,
  cells: [],
  findings: [],
  isUnreadable: false,
  isImported: false,
}

const NO_IMAGE = { code: 'file.type_unknown', message: 'It is not an image.' }

interface ImageFileOptions {
  /** Name of the file in errors; by default its path. */
  name?: string
  shouldHash?: boolean
  /** Further cells of the row. */
  expected?: Pick<ManifestRow['values'], 'content_type'>
}

/**
 * Checks one file like that of a row.
 * @param path absolute path
 * @throws CatalogError kind `unsupported`, with the code of the first error
 */
export async function requireImageFile(
  path: string,
  { name = path, shouldHash = false, expected = {} }: ImageFileOptions = {},
): Promise<FileDetails> {
  const row: ManifestRow = { ...SINGLE_ROW, values: { file: basename(path), ...expected } }
  const findings: Finding[] = []
  const report = createRowReport({ columns: [] }, row, findings)
  const find = createFileFinder(await listParentFolders(path))
  const file = await checkFile(row, find, shouldHash, report)
  const error = findings.find(({ severity }) => severity === 'error') ?? NO_IMAGE
  if (file && error === NO_IMAGE) return file
  throw new CatalogError('unsupported', `${name}: ${error.message}`, { code: error.code })
}
