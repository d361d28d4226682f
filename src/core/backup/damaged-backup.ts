import { CatalogError } from '../base/errors.ts'

/** A problem of a backup. */
export interface BackupFinding {
  code:
    | 'manifest'
    | 'schema'
    | 'database'
    | 'missing_file'
    | 'in_trash'
    | 'changed_file'
    | 'not_a_file'
    | 'stored_list'
    | 'unlisted_file'
    | 'missing_at_backup'
    | 'changed_at_backup'
  /** Relative to the backup, or the key of an object in the bucket. Null if it concerns the whole backup. */
  path: string | null
  message: string
}

/** The error code of a backup that is damaged or was changed. */
export const BACKUP_DAMAGED = 'backup_damaged'

/** Thrown while a backup is examined, at its first problem. */
export class DamagedBackup extends CatalogError {
  readonly finding: BackupFinding

  constructor(finding: BackupFinding, cause?: unknown) {
    super('unprocessable', `The backup is damaged: ${finding.message}`, {
      code: BACKUP_DAMAGED,
      hint: 'Use another backup. catalog admin backup verify lists everything that is wrong.',
      cause,
    })
    this.finding = finding
  }
}

export function damaged(
  code: BackupFinding['code'],
  path: string | null,
  message: string,
): DamagedBackup {
  return new DamagedBackup({ code, path, message })
}
