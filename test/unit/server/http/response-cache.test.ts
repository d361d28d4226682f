import { expect, test } from 'vitest'
import { createResponseCache } from '../../../../src/server/http/response-cache.ts'

test.each([
  ['caches a reply until the next write', {}, [1, 1, 2]],
  ['caches no reply that must not be stored', { 'Cache-Control': 'no-store' }, [1, 2, 3]],
])('%s', async (_, headers, expected) => {
  let [version, made] = [1, 0]
  const cache = createResponseCache(() => Promise.resolve(version))
  const respond = async () => {
    const handle = () => Promise.resolve({ status: 200, headers, body: String((made += 1)) })
    return Number(String((await cache.respond('key', handle)).body))
  }
  const replies = [await respond(), await respond()]
  version = 2
  expect([...replies, await respond()]).toEqual(expected)
})
