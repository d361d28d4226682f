import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSharedPlace } from '../../support/nodes.ts'
import { plain, RED } from '../../support/pictures.ts'
import { postgresIsMissing } from '../../support/postgres.ts'
import { runCli } from '../../support/test-cli.ts'

const isSkipped = postgresIsMissing('postgis')

test.skipIf(isSkipped)('a node accepts what another one signed', async () => {
  await using place = await openSharedPlace()
  await using api = await place.openImportApi()
  await using other = await place.startNode()
  const slot = await api.requestSlot()
  const target = slot.upload_url.replace(api.server.baseUrl, other.baseUrl)
  const body = (await plain(8, 8, RED).jpeg().toBuffer()) as BodyInit
  const put = { method: 'PUT', headers: slot.upload_headers, body }
  expect((await other.fetch(target, put)).status).toBe(200)
  expect((await other.fetch(`${target}0`, put)).status).toBe(403)
  expect(existsSync(join(other.data, 'secret'))).toBe(false)

  const rotated = await runCli(['admin', 'key', 'rotate', '--data', other.data], {
    env: { CATALOG_FILES: place.files },
  })
  expect(rotated.stderr).toContain('CATALOG_PREVIOUS_SECRET')
})
