import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { explainMissingPostgres } from './support/postgres.ts'
import { NOT_ON_NODES, ON_NODES } from './support/tests-on-nodes.ts'
import { NOT_ON_POSTGRES, ON_POSTGRES, ONCE } from './support/tests-on-postgres.ts'
import { SummaryLine } from './support/summary-line.ts'
import { SlowFilesFirst } from './support/slow-files-first.ts'

const COMMON = {
  root: new URL('..', import.meta.url).pathname,
  // Node.js runs TypeScript itself. The transformed modules of Vite cost a quarter of the processor time.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Starting a worker for each file would take longer than running most files.
  isolate: false,
  // Tests that wait for processes, timers and disks would leave cores idle.
  maxWorkers: availableParallelism() + 1,
  // No test depends on the settings of this computer.
  env: { CATALOG_ENV_FILE: '' },
  // Long enough that only a hanging test exceeds it, even on a busy machine.
  testTimeout: 90_000,
  hookTimeout: 90_000,
  // For conditions that depend on processes, threads and jobs.
  expect: { poll: { timeout: 30_000, interval: 20 } },
}

/** Several servers for each test need more time. */
const onNodes = process.env.CATALOG_TEST_NODES !== undefined
const SLOW = { testTimeout: 600_000, hookTimeout: 600_000 }

/** Runs the tests of whatever stores or reads rows a second time. */
const postgres = {
  test: {
    ...COMMON,
    name: 'postgres',
    env: { ...COMMON.env, CATALOG_TEST_ENGINE: 'postgres' },
    globalSetup: [
      'test/support/files-in-memory.ts',
      'test/support/postgres-cluster.ts',
      'test/support/postgres-template.ts',
    ],
    include: onNodes ? ON_NODES : ON_POSTGRES,
    exclude: [...Object.keys(NOT_ON_POSTGRES), ...Object.keys(onNodes ? NOT_ON_NODES : ONCE)],
    ...(onNodes && SLOW),
  },
}

const withoutPostgres = explainMissingPostgres('postgis')
const notice =
  withoutPostgres &&
  `Left out: all tests on PostgreSQL, except for a sample of its SQL on PGlite, which has a single connection. ${withoutPostgres}`

export default defineConfig({
  test: {
    ...COMMON,
    reporters: [process.env.CI ? 'dot' : 'default', new SummaryLine(notice)],
    globalSetup: [
      'test/support/files-in-memory.ts',
      'test/support/postgres-cluster.ts',
      'test/support/compile-cache.ts',
      'test/support/empty-database.ts',
      'test/support/page-assets.ts',
      'test/support/kernels.ts',
    ],
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        test: {
          ...COMMON,
          name: 'sqlite',
          include: ['test/{unit,process,api,cli,browser,contract}/**/*.test.ts'],
        },
      },
      ...(withoutPostgres === undefined ? [postgres] : []),
    ],
  },
})
