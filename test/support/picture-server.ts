import { argv } from 'node:process'
import { startImagePool } from '../../src/core/imaging/process/image-pool.ts'

/** A process with an image pool that sends the id of its child, then waits to be killed. */
const log = {
  debug: ({ pid }: { pid: number }) => void (child = pid),
  warn: () => {},
}
let child: number | undefined
const limits = { workers: 1, memoryBytes: 1024 ** 3, timeoutMs: 60_000, maxPixels: 1_000_000 }
const pool = startImagePool({ ...limits, log })
await pool.probe(argv[2]!, 'image/jpeg', 'user')
// Neither the pool nor the channel keeps the process alive.
setInterval(() => {}, 60_000)
process.send!(child)
