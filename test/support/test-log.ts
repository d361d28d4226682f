import { Writable } from 'node:stream'
import { pino } from 'pino'
import type { Logger } from '../../src/core/base/log.ts'

/** A log of all levels that tests can read. */
export function createTestLog(): { log: Logger; lines: readonly string[] } {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  return { log: pino({ level: 'trace' }, sink), lines }
}
