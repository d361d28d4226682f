/**
 * Refresh grants over HTTP, each one durable write, by apps that use each new token for the next grant; and the
 * check of a bearer token, which every request needs, among many tokens.
 */

import { deepStrictEqual } from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuUsage } from 'node:process'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { Pool } from 'undici'
import type * as Clients from '../../src/core/auth/clients.ts'
import type * as GrantTypes from '../../src/core/auth/grant-types.ts'
import type * as Grants from '../../src/core/auth/grants.ts'
import type * as Tokens from '../../src/core/auth/issue-tokens.ts'
import type * as Config from '../../src/core/config/config.ts'
import type * as Bearer from '../../src/server/middleware/bearer.ts'
import type * as Serve from '../../src/server/serve.ts'
import { percentile, reportFigure } from './support/table.ts'

const SECONDS = 5
const CHECKS = 20_000
const WARM_UP = 2000
const OTHER_TOKENS = 100_000
const USER = 1

const compiled = (path: string) => import(new URL(`../../dist/${path}`, import.meta.url).href)
const { loadConfig } = (await compiled('core/config/config.js')) as typeof Config
const { startServer } = (await compiled('server/serve.js')) as typeof Serve
const { findBearerCaller } = (await compiled('server/middleware/bearer.js')) as typeof Bearer
const { insertClient } = (await compiled('core/auth/clients.js')) as typeof Clients
const { GRANT_TYPES } = (await compiled('core/auth/grant-types.js')) as typeof GrantTypes
const { insertGrant } = (await compiled('core/auth/grants.js')) as typeof Grants
const { issueTokens } = (await compiled('core/auth/issue-tokens.js')) as typeof Tokens

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
const { config, secrets } = loadConfig({
  flags: { data: join(folder.path, 'data'), port: '0', logLevel: 'silent', trustProxy: '1' },
})
await using server = await startServer(config, secrets)
const { catalog } = server

/** The app whose tokens are refreshed, besides 100,000 tokens of others. */
const app = await catalog.write(async (tx) => {
  const now = catalog.clock.now()
  await sql`insert into user values (${USER}, 'ada', 'ada', 1, ${now})`.execute(tx)
  const registration = { name: 'Bench', redirectUris: [], confidential: false }
  const client = await insertClient(tx, { ...registration, grantTypes: [...GRANT_TYPES] }, now)
  const others = await insertGrant(tx, { userId: USER, clientId: client.id, scopes: ['read'] }, now)
  await sql`with recursive n (n) as (select 1 union all select n + 1 from n where n < ${OTHER_TOKENS})
    insert into oauth_token (hash, grant_id, kind, scopes, created_at, expires_at)
    select lower(hex(randomblob(32))), ${others}, 'access', 'read', ${now}, ${now} + 1e13 from n`.execute(
    tx,
  )
  return client
})

/** Issues tokens of another authorization. */
function authorizeApp(): Promise<Tokens.IssuedTokens> {
  return catalog.write(async (tx) => {
    const now = catalog.clock.now()
    const given = { userId: USER, clientId: app.id, scopes: ['read', 'import'] as const }
    const grantId = await insertGrant(tx, given, now)
    const scopes = { access: given.scopes, refresh: given.scopes }
    return issueTokens(tx, { id: grantId, createdAt: now }, scopes, { now, lifetimes: config })
  })
}

async function measureRefreshes(apps: number, bareRate: number): Promise<void> {
  await using pool = disposable(new Pool(server.boundUrl, { connections: apps }))
  const taken: number[] = []
  const before = cpuUsage()
  const until = performance.now() + SECONDS * 1000
  const run = async (lane: number): Promise<void> => {
    let { refreshToken } = await authorizeApp()
    for (let turn = 0; performance.now() < until; turn += 1) {
      const began = performance.now()
      const { statusCode, body } = await pool.value.request({
        method: 'POST',
        path: '/oauth/token/',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          // Otherwise the rate limit per address would apply.
          'x-forwarded-for': `10.${lane}.${turn >> 8}.${turn & 255}`,
        },
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: app.id,
          refresh_token: refreshToken,
        }).toString(),
      })
      const answer = (await body.json()) as { refresh_token: string }
      deepStrictEqual(statusCode, 200, JSON.stringify(answer))
      refreshToken = answer.refresh_token
      taken.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: apps }, (_, lane) => run(lane)))
  const rate = Math.round(taken.length / SECONDS)
  reportFigure(
    `refresh grants of ${apps} apps at once`,
    `${rate} a second, ${spread(taken)}${work(before, taken)}`,
    `durable transactions of one row: ${bareRate} a second`,
  )
}

/** @returns the average and the spread */
async function measureChecks(token: string): Promise<string> {
  const taken: number[] = []
  const before = cpuUsage()
  for (let check = -WARM_UP; check < CHECKS; check += 1) {
    const began = performance.now()
    await findBearerCaller(catalog, `Bearer ${token}`)
    if (check >= 0) taken.push(performance.now() - began)
  }
  const mean = taken.reduce((sum, one) => sum + one, 0) / CHECKS
  return `${mean.toFixed(3)} ms on average, ${spread(taken)}${work(before, taken)}`
}

/** Writes one row after the other, as durably as the server. @returns transactions a second */
function measureDurableRows(): number {
  const db = new Database(join(folder.path, 'bare.sqlite'))
  try {
    db.pragma('journal_mode = wal')
    db.pragma('synchronous = full')
    db.exec('create table token (hash text primary key)')
    const insert = db.prepare('insert into token values (lower(hex(randomblob(32))))')
    const until = performance.now() + SECONDS * 1000
    let rows = 0
    for (; performance.now() < until; rows += 1) insert.run()
    return Math.round(rows / SECONDS)
  } finally {
    db.close()
  }
}

function spread(taken: number[]): string {
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(taken, share).toFixed(3))
  return `p50 ${p50} ms, p99 ${p99} ms`
}

/** CPU time per request, client included; on a busy machine the rest is waiting. */
function work(before: NodeJS.CpuUsage, { length }: number[]): string {
  const { user, system } = cpuUsage(before)
  return `, ${((user + system) / 1000 / length).toFixed(3)} ms of processor time each`
}

function disposable(value: Pool): { value: Pool } & AsyncDisposable {
  return { value, [Symbol.asyncDispose]: () => value.destroy() }
}

const durability = await catalog.write((tx) =>
  sql<{ synchronous: number }>`pragma synchronous`.execute(tx),
)
console.log(`synchronous=${durability.rows[0]?.synchronous === 2 ? 'FULL' : 'NOT FULL'}`)
const bareRate = measureDurableRows()
for (const apps of [1, 16, 64]) await measureRefreshes(apps, bareRate)
const known = await measureChecks((await authorizeApp()).accessToken)
const unknown = await measureChecks('cat_at_nothing')
const among = `check of an access token among ${OTHER_TOKENS}`
reportFigure(among, known, `of an unknown token: ${unknown}`)
