import { defineConfig } from 'vitest/config'
import { ClosingLine } from './support/closing-line.ts'
import { SlowFirst } from './support/slow-first.ts'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/{unit,process,api,cli,browser,contract}/**/*.test.ts'],
    reporters: [process.env.CI ? 'dot' : 'default', new ClosingLine()],
    globalSetup: ['test/support/files-in-memory.ts', 'test/support/empty-database.ts'],
    sequence: { sequencer: SlowFirst },
    // Starting a worker for each file would take longer than running most files.
    isolate: false,
    // By default Vitest leaves one core free for watch mode.
    maxWorkers: '100%',
    // Long enough that only a hanging test exceeds it, even on a busy machine.
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
})
