import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { importCommit } from '../../../src/core/contract/import.ts'
import { PICTURE_FORMATS } from '../../../src/core/model/picture-format.ts'
import { openImportApi } from '../../support/import-api.ts'
import { createPictureFolder, plain, RED } from '../../support/pictures.ts'

const page = readFileSync(new URL('../../../docs/import-api.md', import.meta.url), 'utf8')

function firstCells(heading: string): string[] {
  const table = page.slice(page.indexOf(heading)).split('\n\n')[0]!
  return table.split('\n').flatMap((row) => /^\| `(.+?)`/.exec(row)?.[1] ?? [])
}

test('the page on imports lists every accepted type and every field of a commit', () => {
  expect(firstCells('| Content type')).toEqual(PICTURE_FORMATS.map((format) => format.contentType))
  expect(firstCells('| Field')).toEqual(Object.keys(importCommit.shape))
})

const run = promisify(execFile)
const tools = await run('bash', ['-c', 'type curl jq']).then(
  () => true,
  () => false,
)

test.skipIf(!tools)('the commands on the page on imports work (needs curl and jq)', async () => {
  await using api = await openImportApi()
  await using folder = await createPictureFolder()
  await api.seed.subject({ slug: 'town-hall' })
  const FILE = await folder.write('a.jpg', await plain(8, 8, RED).jpeg().toBuffer())
  const commands = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block!)
  const script = ['set -eu', ...commands.slice(1, 4)].join('\n')
  const env = {
    ...process.env,
    BASE: api.server.baseUrl,
    TOKEN: api.importer.Authorization.replace('Bearer ', ''),
    COLLECTION: String(api.collection),
    FILE,
  }
  const { stdout } = await run('bash', ['-c', script], { env })
  expect(JSON.parse(stdout)).toEqual({ image_id: 1 })
  const replacing = ['set -eu', ...commands.slice(1, 3), commands[4]].join('\n')
  const replaced = await run('bash', ['-c', replacing], { env: { ...env, IMAGE: '1' } })
  expect(JSON.parse(replaced.stdout)).toEqual({ image_id: 1 })
  const canceling = `set -eu\n${commands[1]}\n${commands[5]}`
  expect(JSON.parse((await run('bash', ['-c', canceling], { env })).stdout)).toEqual({
    deleted: 1,
  })
})
