import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openImportApi } from '../../support/import-api.ts'
import { plain, RED } from '../../support/pictures.ts'
import { postgresIsMissing, startPostgres } from '../../support/postgres.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { runCli } from '../../support/test-cli.ts'
import { startTestServer } from '../../support/test-server.ts'

const isSkipped = postgresIsMissing('postgis')

test.skipIf(isSkipped)('a node accepts what another one signed', async () => {
  const clock = createTestClock()
  await using postgres = await startPostgres('postgis')
  const databaseUrl = await postgres.createDatabase()
  await using api = await openImportApi({}, { clock, databaseUrl })
  await using other = await startTestServer({}, { clock, databaseUrl })
  const slot = await api.requestSlot()
  const target = slot.upload_url.replace(api.server.baseUrl, other.baseUrl)
  const body = (await plain(8, 8, RED).jpeg().toBuffer()) as BodyInit
  const put = { method: 'PUT', headers: slot.upload_headers, body }
  expect((await other.fetch(target, put)).status).toBe(200)
  expect((await other.fetch(`${target}0`, put)).status).toBe(403)
  expect(existsSync(join(other.data, 'secret'))).toBe(false)

  const rotated = await runCli(['admin', 'key', 'rotate', '--data', other.data])
  expect(rotated.stderr).toContain('CATALOG_PREVIOUS_SECRET')
})
