import type { Reporter, TestModule } from 'vitest/node'

/** Prints `N passed, N failed` at the end of a run, and `, N skipped` if there were any. A notice comes before it. */
export class SummaryLine implements Reporter {
  readonly #notice: string

  /** @param notice what the run leaves out, and why */
  constructor(notice?: string) {
    this.#notice = notice === undefined ? '' : `${notice}\n`
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    )
    const count = (state: string): number => states.filter((one) => one === state).length
    const broken = modules.filter((module) => module.errors().length > 0).length
    const failed = count('failed') + broken + errors.length
    const skipped = count('skipped')
    const tail = skipped > 0 ? `, ${skipped} skipped` : ''
    process.once('exit', () =>
      process.stdout.write(`${this.#notice}${count('passed')} passed, ${failed} failed${tail}\n`),
    )
  }
}
