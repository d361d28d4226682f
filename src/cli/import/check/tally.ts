import type { Manifest } from '../manifest/manifest.ts'
import type { ManifestRow } from '../manifest/manifest-row.ts'
import type { PlannedImage } from './planned-image.ts'
import type { CheckedRow } from './checked-row.ts'
import type { Finding } from './finding.ts'

/** What a check found, without the rows themselves. */
export interface CheckSummary {
  /** Rows that are not to be skipped. */
  rows: number
  /** Rows that can be imported. */
  ok: number
  rowsWithErrors: number
  rowsWithWarnings: number
  errors: number
  warnings: number
  /** Rows that the archive itself says have been imported. */
  alreadyImported: number
  /** Subjects that rows without errors name, with the first of those rows. */
  subjects: ReadonlyMap<string, SubjectUse>
  /** Bytes of the files of rows without errors. */
  bytes: number
  /** Of the rows without errors. */
  collections: ReadonlySet<number>
  /** In the order of rows, after what concerns the whole manifest; not all when there are very many. */
  findings: readonly Finding[]
  /** Findings that were counted and not kept. */
  omittedFindings: number
}

/** Where a subject is named. */
export interface SubjectUse {
  first: ManifestRow
  rows: number
}

/** A right row has a picture to send, or without one at least subjects, maybe none. */
type TalliedRow = Pick<CheckedRow, 'row' | 'findings' | 'image'> & { subjects?: readonly string[] }

/** Adds up what is found row by row. */
export interface Tally {
  readonly rows: number
  readonly collections: ReadonlySet<number>
  /** Whether every row is imported or skipped, and there is at least one. */
  readonly isNothingLeft: boolean
  /** Rows that name a license. */
  readonly rowsWithLicense: number
  addRow(checked: TalliedRow): void
  /** Counts a row that has been imported before. */
  addImported(): void
  /** Counts a row that is not to be imported. */
  addSkipped(): void
  /** @param more what was found about the manifest as a whole at the end */
  summarize(more: readonly Finding[]): CheckSummary
}

const NOTHING = {
  rows: 0,
  ok: 0,
  rowsWithErrors: 0,
  rowsWithWarnings: 0,
  errors: 0,
  warnings: 0,
  bytes: 0,
  omittedFindings: 0,
  alreadyImported: 0,
}

export function createTally(manifest: Manifest, maxFindings: number): Tally {
  const found: Finding[] = []
  const collections = new Set<number>()
  const counts = { ...NOTHING }
  const subjects = new Map<string, SubjectUse>()
  let licensed = 0
  let skipped = 0
  const isNothingLeft = (): boolean => counts.rows === 0 && counts.alreadyImported + skipped > 0
  const count = (findings: readonly Finding[]): { errors: number; warnings: number } => {
    const errors = findings.filter(({ severity }) => severity === 'error').length
    counts.errors += errors
    counts.warnings += findings.length - errors
    return { errors, warnings: findings.length - errors }
  }
  const take = (image: PlannedImage): void => {
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
      return licensed
    },
    addRow({ row, findings, image, subjects: given = image && (image.metadata.subjects ?? []) }) {
      counts.rows += 1
      const { errors, warnings } = count(findings)
      if (errors > 0) counts.rowsWithErrors += 1
      if (warnings > 0) counts.rowsWithWarnings += 1
      if (row.values.license_name !== undefined) licensed += 1
      if (image) take(image)
      if (given) {
        counts.ok += 1
        for (const slug of given) countSubject(subjects, slug, row)
      }
      const kept = findings.slice(0, Math.max(0, maxFindings - found.length))
      found.push(...kept)
      counts.omittedFindings += findings.length - kept.length
    },
    addImported() {
      counts.alreadyImported += 1
    },
    addSkipped() {
      skipped += 1
    },
    summarize(more) {
      const whole = [...manifest.findings, ...more].filter(
        // Rows that are left out need no columns.
        ({ code }) => !(isNothingLeft() && code === 'column.missing'),
      )
      count(whole)
      return { ...counts, collections, subjects, findings: [...whole, ...found] }
    },
  }
}

function countSubject(subjects: Map<string, SubjectUse>, slug: string, row: ManifestRow): void {
  const named = subjects.get(slug)
  if (named) named.rows += 1
  else subjects.set(slug, { first: { ...row, cells: [], findings: [] }, rows: 1 })
}

/** The same with more that was found about the manifest as a whole. */
export function withFindings(summary: CheckSummary, more: readonly Finding[]): CheckSummary {
  const errors = more.filter(({ severity }) => severity === 'error').length
  return {
    ...summary,
    errors: summary.errors + errors,
    warnings: summary.warnings + more.length - errors,
    findings: [...summary.findings, ...more],
  }
}
