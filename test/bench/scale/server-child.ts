/**
 * The compiled server in a separate process, with its own event loop and memory. It sends its address, and on
 * request the delays of its event loop since the last request.
 */

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { argv, memoryUsage } from 'node:process'
import type * as Config from '../../../src/core/config/config.ts'
import type * as Serve from '../../../src/server/serve.ts'

const compiled = (path: string) => import(new URL(`../../../dist/${path}`, import.meta.url).href)
const { loadConfig } = (await compiled('core/config/config.js')) as typeof Config
const { startServer } = (await compiled('server/serve.js')) as typeof Serve

const delay = monitorEventLoopDelay({ resolution: 2 })
delay.enable()
const { config, secrets } = loadConfig({
  flags: { data: argv[2]!, port: '0', logLevel: 'silent' },
  env: JSON.parse(argv[3]!) as Record<string, string>,
})
const started = performance.now()
const server = await startServer(config, secrets)
const startMs = performance.now() - started

process.on('message', (question) => {
  if (question === 'end') void server[Symbol.asyncDispose]().then(() => process.disconnect())
  else if (question === 'ready') void sendReady()
  else sendHealth()
})
// Also when the bench was killed.
process.on('disconnect', () => process.exit())
process.send!({ url: server.baseUrl, startMs })

async function sendReady(): Promise<void> {
  await server.catalog.lists.warmUp()
  process.send!({ readyMs: performance.now() - started })
}

function sendHealth(): void {
  const [maxDelayMs, p99DelayMs] = [delay.max / 1e6, delay.percentile(99) / 1e6]
  delay.reset()
  process.send!({ maxDelayMs, p99DelayMs, residentMb: memoryUsage().rss / 1024 ** 2 })
}
