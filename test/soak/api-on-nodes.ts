/**
 * Runs the tests of the API against several servers on one PostgreSQL and one bucket, which answer requests in turn.
 * `NODES` sets their number.
 */

import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exit } from 'node:process'
import { execa } from 'execa'
import { postgresIsMissing } from '../support/postgres.ts'
import { endCampaign } from '../support/soak.ts'

const NODES = Number(process.env.NODES ?? 4)

interface Report {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
}

if (postgresIsMissing('postgis')) exit(0)

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-api-'))
const file = join(folder.path, 'report.json')
const config = ['--config', 'test/vitest.config.ts', '--project', 'postgres', '--maxWorkers', '2']
const reporters = ['--reporter', 'default', '--reporter', 'json', `--outputFile.json=${file}`]
await execa('vitest', ['run', ...config, ...reporters], {
  preferLocal: true,
  reject: false,
  stdio: 'inherit',
  env: { CATALOG_TEST_NODES: String(NODES) },
})
const report = JSON.parse(await readFile(file, 'utf8')) as Report
endCampaign({
  size: `${NODES} nodes, ${report.numTotalTests} tests`,
  failures: Math.max(report.numFailedTests, report.numFailedTestSuites),
  figures: { passed: report.numPassedTests },
})
