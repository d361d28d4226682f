/**
 * Runs the property tests of the visibility, the activity feed, the counts, the tiles, the list queries, the lists in
 * memory, the searches and the advice about faults of the host with many more cases than `npm test`. `FACTOR` in the
 * environment multiplies the number of cases.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { env, execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { FACTOR_VARIABLE } from '../support/property-runs.ts'
import { endCampaign, sizeOf } from '../support/soak.ts'

const FILES = [
  'api/visibility-matrix',
  'process/host-sentences',
  'process/search',
  'process/text-search/changes',
  'unit/core/writes/contributions',
  'unit/core/queries/feed',
  'unit/core/writes/feed',
  'unit/core/database/sqlite/current',
  'unit/core/imaging/tiles',
  'unit/core/resident/lists',
  'unit/core/queries/lists',
  'unit/core/resident/in-view',
]
const TIMEOUT_MS = 6 * 60 * 60 * 1000

const factor = sizeOf('FACTOR', 50)
const root = new URL('../..', import.meta.url)
const vitest = fileURLToPath(new URL('node_modules/vitest/vitest.mjs', root))
const options = ['--config', 'test/vitest.config.ts', `--testTimeout=${TIMEOUT_MS}`]
const files = FILES.map((file) => `test/${file}`)
const child = spawn(execPath, [vitest, 'run', ...options, ...files], {
  cwd: fileURLToPath(root),
  stdio: 'inherit',
  env: { ...env, [FACTOR_VARIABLE]: String(factor) },
})
const [code] = (await once(child, 'exit')) as [number | null]
endCampaign({ size: `${factor} × the tests`, failures: code === 0 ? 0 : 1, figures: { factor } })
