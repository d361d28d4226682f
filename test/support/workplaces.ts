import type { TestServer } from './test-server.ts'
import { issueToken } from './tokens.ts'

async function openInstance(server: TestServer) {
  const CATALOG_TOKEN = await issueToken(server, { userId: 9, staff: true, scopes: ['moderate'] })
  return { env: { CATALOG_URL: server.baseUrl, CATALOG_TOKEN }, options: [] }
}

/** Where moderators run commands: each opens the environment and the options for them. */
export const WORKPLACES = [
  ['at the instance', openInstance],
  ['on the host', async ({ data }: TestServer) => ({ env: {}, options: ['--data', data] })],
] as const
