import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import * as events from '../../../../src/core/auth/security-events.ts'
import { createCapacityLog } from '../../../../src/core/base/capacity-log.ts'
import { createTestLog } from '../../../support/test-log.ts'

const page = await readFile(new URL('../../../../docs/security.md', import.meta.url), 'utf8')

/** Calls every function of the module with a value for each member that it may read. */
function logged(): Map<string, number> {
  const { log, lines } = createTestLog()
  const details = { what: 'code', grants: [], scopes: [] }
  for (const event of Object.values(events)) {
    ;(event as (...given: unknown[]) => void)(log, details, 'client')
  }
  createCapacityLog(log).report('exports', '192.0.2.7')
  events.logSecretReused(log, { grant: 1, client: 'x', what: 'refresh_token' })
  const parsed = lines.map((line) => JSON.parse(line) as { event: string; level: number })
  return new Map(parsed.map(({ event, level }) => [event, level]))
}

test('docs/security.md lists every security event with its level', () => {
  const table = page.split('\n').filter((line) => /^\| `\w+`.*\| (info|warn) /.test(line))
  const documented = table.flatMap((line) => {
    const [, names = '', level = ''] = line.split('|')
    return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, level.trim()])
  })
  const levels: Record<number, string> = { 30: 'info', 40: 'warn' }
  const sent = [...logged()].map(([event, level]) => [event, levels[level]])
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(sent))
})
