import { defineConfig } from 'vitest/config'
import { ClosingLine } from './support/closing-line.ts'
import { SlowFirst } from './support/slow-first.ts'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/{unit,api,cli,browser,contract}/**/*.test.ts'],
    reporters: [process.env.CI ? 'dot' : 'default', new ClosingLine()],
    globalSetup: ['test/support/files-in-memory.ts', 'test/support/empty-database.ts'],
    sequence: { sequencer: SlowFirst },
    // A worker for each file would take longer to start than most files take to run.
    isolate: false,
    // Vitest leaves a core free for watching, which nobody does here.
    maxWorkers: '100%',
    // Only what hangs takes so long, also on a machine that is busy with other things.
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
})
