import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SummaryLine } from './support/summary-line.ts'
import { SlowFilesFirst } from './support/slow-files-first.ts'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/{unit,process,api,cli,browser,contract}/**/*.test.ts'],
    reporters: [process.env.CI ? 'dot' : 'default', new SummaryLine()],
    globalSetup: [
      'test/support/files-in-memory.ts',
      'test/support/compile-cache.ts',
      'test/support/empty-database.ts',
      'test/support/page-assets.ts',
      'test/support/kernels.ts',
    ],
    sequence: { sequencer: SlowFilesFirst },
    // Node.js runs TypeScript itself. The transformed modules of Vite cost a quarter of the processor time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Starting a worker for each file would take longer than running most files.
    isolate: false,
    // Tests that wait for processes, timers and disks would leave cores idle.
    maxWorkers: availableParallelism() + 1,
    // Long enough that only a hanging test exceeds it, even on a busy machine.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // For conditions that depend on processes, threads and jobs.
    expect: { poll: { timeout: 30_000, interval: 20 } },
  },
})
