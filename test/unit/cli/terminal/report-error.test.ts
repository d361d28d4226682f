import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createGlobals } from '../../../../src/cli/options/globals.ts'
import { reportError } from '../../../../src/cli/terminal/report-error.ts'

test('reports an error of a lost database as an outage of the database, not of the disk', () => {
  const stderr = new PassThrough()
  const { signal } = new AbortController()
  const cli = { env: {}, stderr, signal, globals: createGlobals() }
  const error = Object.assign(new Error('server conn crashed?'), {
    severity: 'FATAL',
    code: '08P01',
  })
  expect(reportError(cli as never, error, false)).toBe(8)
  const text = String(stderr.read())
  expect(text).toContain('catalog: The database cannot be reached.')
  expect(text).toContain('server conn crashed? (SQLSTATE 08P01)')
  expect(text).not.toMatch(/disk|bug/)
})
