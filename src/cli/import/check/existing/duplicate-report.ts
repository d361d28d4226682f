import { CatalogError } from '../../../../core/base/errors.ts'
import { manifestFinding, type Finding } from '../../../tables/finding.ts'
import type { PlannedImage } from '../planned-image.ts'
import type { ExistingImage } from './find-existing.ts'
import type { DuplicatePolicy } from './duplicate-policy.ts'

/** Collects rows whose image already exists in their collection. */
export interface DuplicateReport {
  addRow(image: PlannedImage, existing: ExistingImage): void
  /**
   * @param canSearch whether the instance supports the search for existing images
   * @returns warnings
   * @throws CatalogError kind `conflict` if the policy is `fail` and there are or may be such rows
   */
  finish(policy: DuplicatePolicy, canSearch: boolean): Finding[]
}

export function createDuplicateReport(): DuplicateReport {
  const findings: Finding[] = []
  const listed: string[] = []
  let count = 0
  return {
    addRow(image, existing) {
      if (!existing.isSame) findings.push(warnOfSameContent(image, existing))
      else if (++count <= MAX_LISTED_ROWS) listed.push(`line ${image.line} is image ${existing.id}`)
    },
    finish(policy, canSearch) {
      if (policy === 'fail' && !canSearch) throw createUncheckedError()
      if (policy === 'fail' && count > 0) throw createDuplicatesError(count, listed)
      return canSearch ? findings : [UNCHECKED_FINDING]
    },
  }
}

/** Rows named in an error message. */
const MAX_LISTED_ROWS = 5

function createDuplicatesError(count: number, listed: readonly string[]): CatalogError {
  const rows = count === 1 ? '1 row is' : `${count} rows are`
  const more = count > listed.length ? `, and ${count - listed.length} more` : ''
  const message =
    `${rows} already in the collection: ${listed.join(', ')}${more}. Nothing was sent. ` +
    'To skip them, use --duplicates skip; to import them again, --duplicates import.'
  return new CatalogError('conflict', message, { code: 'duplicates.found' })
}

function warnOfSameContent(
  { row, line, key, file }: PlannedImage,
  { id, title }: ExistingImage,
): Finding {
  const message = `Image ${id} in the collection has the same content and a different title, ${JSON.stringify(title)}.`
  return manifestFinding('likely.duplicate_on_server', message, {
    severity: 'warning',
    row,
    line,
    column: 'file',
    value: file,
    row_key: key,
  })
}

function createUncheckedError(): CatalogError {
  const message = `${UNCHECKED_MESSAGE} Nothing was sent. To import anyway, use --duplicates skip or --duplicates import.`
  return new CatalogError('conflict', message, { code: 'duplicates.unchecked' })
}

const UNCHECKED_MESSAGE =
  'This instance cannot search for several references or digests at once, so images from other imports are not recognized.'

const UNCHECKED_FINDING = manifestFinding('duplicates.unchecked', UNCHECKED_MESSAGE, {
  severity: 'warning',
})
