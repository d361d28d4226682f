import type { Manifest } from '../../../../core/backup/manifest.ts'
import type { Cli } from '../../../cli.ts'
import { startProgress } from '../../../terminal/progress.ts'
import type { Progress } from '../../../terminal/progress/meter.ts'

/** Shows the progress of reading a backup, whose number of files is known once its manifest was read. */
export interface BackupProgress extends Disposable {
  onManifest(this: void, manifest: Manifest): Promise<void>
  onFile(this: void, bytes: number): void
}

export function createBackupProgress(cli: Cli): BackupProgress {
  let progress: Progress | undefined
  return {
    async onManifest({ stored_files: { count, bytes } }) {
      progress = await startProgress(cli, { unit: 'files', count, bytes })
    },
    onFile(bytes) {
      progress?.addBytes(bytes)
      progress?.addDone()
    },
    [Symbol.dispose]: () => progress?.[Symbol.dispose](),
  }
}
