import { CatalogError } from '../../../../core/errors.ts'
import { manifestFinding, type Finding } from '../finding.ts'
import type { PlannedImage } from '../planned-image.ts'
import type { ExistingImage } from './find-existing.ts'
import type { DuplicatePolicy } from './duplicate-policy.ts'

/** Messages about rows that are already in their collection. */
export interface DuplicateReport {
  addRow(image: PlannedImage, existing: ExistingImage): void
  /**
   * @param canAsk whether the instance could be asked about all rows
   * @returns what a person should know
   * @throws CatalogError kind `conflict` when the policy is `fail` and there are such rows, or may be
   */
  finish(policy: DuplicatePolicy, canAsk: boolean): Finding[]
}

export function createDuplicateReport(): DuplicateReport {
  const findings: Finding[] = []
  const same: string[] = []
  let count = 0
  return {
    addRow(image, existing) {
      if (!existing.isSame) findings.push(sameBytes(image, existing))
      else if (++count <= NAMED_ROWS) same.push(`line ${image.line} is image ${existing.id}`)
    },
    finish(policy, canAsk) {
      if (policy === 'fail' && !canAsk) throw cannotAsk()
      if (policy === 'fail' && count > 0) throw duplicatesFound(count, same)
      return canAsk ? findings : [CANNOT_ASK_FINDING]
    },
  }
}

/** So many rows are named in a refusal. */
const NAMED_ROWS = 5

function duplicatesFound(count: number, named: readonly string[]): CatalogError {
  const rows = count === 1 ? '1 row is' : `${count} rows are`
  const more = count > named.length ? `, and ${count - named.length} more` : ''
  const message =
    `${rows} already in the collection: ${named.join(', ')}${more}. Nothing was sent. ` +
    'To skip them, use --duplicates skip; to import them again, --duplicates import.'
  return new CatalogError('conflict', message, { code: 'duplicates.found' })
}

function sameBytes({ row, line, key, file }: PlannedImage, { id, title }: ExistingImage): Finding {
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

function cannotAsk(): CatalogError {
  const message = `${CANNOT_ASK} Nothing was sent. To import anyway, use --duplicates skip or --duplicates import.`
  return new CatalogError('conflict', message, { code: 'duplicates.unchecked' })
}

const CANNOT_ASK =
  'This instance cannot search for several references or digests at once, so images from other imports are not recognized.'

const CANNOT_ASK_FINDING = manifestFinding('duplicates.unchecked', CANNOT_ASK, {
  severity: 'warning',
})
