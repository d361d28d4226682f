import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from '../../../../src/core/base/log.ts'

function written(tell: (log: ReturnType<typeof createLog>) => void): string {
  let text = ''
  const sink = new Writable({ write: (chunk, _, done) => done(void (text += String(chunk))) })
  tell(createLog('info', sink))
  return text
}

test.each(['authorization', 'code', 'token', 'refresh_token', 'signature', 'set-cookie'])(
  'redacts the value of %s at any depth',
  (key) => {
    const text = written((log) => {
      log.info({ [key]: 'cat_SESAME' }, 'one')
      log.info({ request: { [key]: 'cat_SESAME' } }, 'two')
      log.info({ request: { headers: { [key]: 'cat_SESAME' } } }, 'three')
    })
    expect(text.split('\n')).toHaveLength(4)
    expect(text).not.toContain('cat_SESAME')
  },
)

test.each(['ENOSPC', '08P01', '23505'])('logs the code of an error: %s', (code) => {
  const error = Object.assign(new Error('the disk'), { code })
  expect(written((log) => log.error({ err: error }, 'no'))).toContain(`"code":"${code}"`)
})

test('redacts codes of errors that do not look like codes', () => {
  const error = Object.assign(new Error('no'), { code: 'cat_ac_SESAME', token: 'cat_SESAME' })
  expect(written((log) => log.error({ err: error }, 'no'))).not.toContain('cat_SESAME')
})
