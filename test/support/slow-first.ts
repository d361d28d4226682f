import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that run for long, because they start browsers and processes. */
const SLOW = /\/test\/(browser|cli\/process|api\/outages)\//

/**
 * Where nobody knows yet how long each file takes, Vitest begins with the largest. Begun last, a small file
 * that runs for long would leave the other workers with nothing to do.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const { slow = [], other = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      SLOW.test(moduleId) ? 'slow' : 'other',
    )
    return [...slow, ...other]
  }
}
