/**
 * Starts child processes without a pause while the thread that copies PostgreSQL makes its file in a folder: `node
 * fork-beside-copy.ts FOLDER`. There is no PostgreSQL, so the thread fails after that.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { systemClock } from '../../src/core/base/clock.ts'
import { silentLog } from '../../src/core/base/log.ts'
import { createSearchableCopy } from '../../src/core/resident/copy/threaded-copy.ts'

const [folder = ''] = process.argv.slice(2)
await using copy = createSearchableCopy(
  { url: 'postgres://127.0.0.1:1/none', file: { file: join(folder, 'copy.sqlite') } },
  { clock: systemClock, log: silentLog },
)
const ended = new AbortController()
const refreshed = copy
  .refresh()
  .catch((error: unknown) => error)
  .finally(() => ended.abort())
while (!ended.signal.aborted) {
  spawn('true', { stdio: 'ignore' })
  await nextTurn()
}
console.log(await refreshed)
