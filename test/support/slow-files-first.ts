import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders of tests that start processes or browsers: small files with long durations. */
const SLOW = /\/test\/(browser|process)\//

/**
 * Runs slow files first. Without known durations Vitest starts with the largest files, and a slow file that starts
 * last would leave the other workers idle.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const { slow = [], other = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      SLOW.test(moduleId) ? 'slow' : 'other',
    )
    return [...slow, ...other]
  }
}
