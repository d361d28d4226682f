import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  beginRequest,
  forgetResponses,
  takeResponse,
} from '../../../../src/server/browser/map/early-requests.ts'

let requests = 0
const server = createServer((_, response) => void response.end(String((requests += 1))))
const read = async (url: string) => (await takeResponse(url)).text()

beforeEach(async () => {
  requests = 0
  await once(server.listen(0, '127.0.0.1'), 'listening')
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

test('a response is taken once, and not after those of the first view are forgotten', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  beginRequest(url)
  expect(await read(url)).toBe('1')
  expect(await read(url)).toBe('2')
  beginRequest(url)
  await expect.poll(() => requests).toBe(3)
  forgetResponses()
  expect(await read(url)).toBe('4')
})
