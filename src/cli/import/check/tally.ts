import type { Manifest } from '../../tables/manifest.ts'
import type { ManifestRow } from '../../tables/manifest-row.ts'
import { isFileUrl } from './file-url.ts'
import type { PlannedImage } from './planned-image.ts'
import type { CheckedRow } from './checked-row.ts'
import type { Finding } from '../../tables/finding.ts'

/** The result of a check, without the rows. */
export interface CheckSummary {
  /** Number of checked rows, without skipped and imported ones. */
  rows: number
  /** Number of rows without errors. */
  ok: number
  rowsWithErrors: number
  rowsWithWarnings: number
  errors: number
  warnings: number
  /** Number of rows that the manifest itself marks as imported. */
  alreadyImported: number
  /** Subjects of rows without errors, by slug. */
  subjects: ReadonlyMap<string, SubjectUse>
  /** Number of rows whose file is a URL. */
  urls: number
  /** Number of rows that place their image. */
  places: number
  /** Total size of the files of rows without errors. */
  bytes: number
  /** Collections of rows without errors. */
  collections: ReadonlySet<number>
  /** Findings about the whole manifest, then those of rows in row order, up to a limit. */
  findings: readonly Finding[]
  /** Number of findings beyond the limit. */
  omittedFindings: number
}

/** The rows that name a subject. */
export interface SubjectUse {
  first: ManifestRow
  /** Number of rows. */
  rows: number
}

/** A row without errors has an image, or in an update its subjects (which may be an empty list). */
type TalliedRow = Pick<CheckedRow, 'row' | 'findings' | 'image'> & { subjects?: readonly string[] }

/** Adds up the results of the rows. */
export interface Tally {
  readonly rows: number
  readonly collections: ReadonlySet<number>
  /** Whether there are rows, and all of them are imported or skipped. */
  readonly isNothingLeft: boolean
  /** Number of rows that name a license. */
  readonly rowsWithLicense: number
  addRow(checked: TalliedRow): void
  /** Counts a row that is already imported. */
  addImported(): void
  /** Counts a row that the manifest skips. */
  addSkipped(): void
  /** @param more further findings about the whole manifest */
  summarize(more: readonly Finding[]): CheckSummary
}

const ZERO_COUNTS = {
  rows: 0,
  ok: 0,
  rowsWithErrors: 0,
  rowsWithWarnings: 0,
  errors: 0,
  warnings: 0,
  bytes: 0,
  urls: 0,
  places: 0,
  omittedFindings: 0,
  alreadyImported: 0,
}

export function createTally(manifest: Manifest, maxFindings: number): Tally {
  const rowFindings: Finding[] = []
  const collections = new Set<number>()
  const counts = { ...ZERO_COUNTS }
  const subjects = new Map<string, SubjectUse>()
  let rowsWithLicense = 0
  let skipped = 0
  const isNothingLeft = (): boolean => counts.rows === 0 && counts.alreadyImported + skipped > 0
  const count = (findings: readonly Finding[]): { errors: number; warnings: number } => {
    const errors = findings.filter(({ severity }) => severity === 'error').length
    counts.errors += errors
    counts.warnings += findings.length - errors
    return { errors, warnings: findings.length - errors }
  }
  const addImage = (image: PlannedImage): void => {
    counts.bytes += image.size
    collections.add(image.collection)
  }
  return {
    collections,
    get rows() {
      return counts.rows
    },
    get isNothingLeft() {
      return isNothingLeft()
    },
    get rowsWithLicense() {
      return rowsWithLicense
    },
    addRow({ row, findings, image, subjects: given = image && (image.metadata.subjects ?? []) }) {
      counts.rows += 1
      const { errors, warnings } = count(findings)
      if (errors > 0) counts.rowsWithErrors += 1
      if (warnings > 0) counts.rowsWithWarnings += 1
      if (row.values.license_name !== undefined) rowsWithLicense += 1
      counts.urls += Number(isFileUrl(row.values.file))
      if (image) addImage(image)
      if (given) {
        counts.ok += 1
        for (const slug of given) countSubject(subjects, slug, row)
      }
      const listed = findings.slice(0, Math.max(0, maxFindings - rowFindings.length))
      rowFindings.push(...listed)
      counts.omittedFindings += findings.length - listed.length
    },
    addImported() {
      counts.alreadyImported += 1
    },
    addSkipped() {
      skipped += 1
    },
    summarize(more) {
      const manifestFindings = [...manifest.findings, ...more].filter(
        // Imported and skipped rows need no columns.
        ({ code }) => !(isNothingLeft() && code === 'column.missing'),
      )
      count(manifestFindings)
      return { ...counts, collections, subjects, findings: [...manifestFindings, ...rowFindings] }
    },
  }
}

function countSubject(subjects: Map<string, SubjectUse>, slug: string, row: ManifestRow): void {
  const named = subjects.get(slug)
  if (named) named.rows += 1
  else subjects.set(slug, { first: { ...row, cells: [], findings: [] }, rows: 1 })
}

/** Adds findings about the whole manifest to a summary. */
export function withFindings(summary: CheckSummary, more: readonly Finding[]): CheckSummary {
  const errors = more.filter(({ severity }) => severity === 'error').length
  return {
    ...summary,
    errors: summary.errors + errors,
    warnings: summary.warnings + more.length - errors,
    findings: [...summary.findings, ...more],
  }
}
