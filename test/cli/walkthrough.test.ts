import Database from 'better-sqlite3'
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCliUser } from '../support/cli-user.ts'
import { fourColors } from '../support/pictures.ts'
import { pauseQueue } from '../support/queue.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

const guide = await readFile(new URL('../../docs/walkthrough.md', import.meta.url), 'utf8')

/** Returns the lines of the blocks of a kind. */
function getLines(kind: string): string[] {
  const blocks = guide.matchAll(/^```(.+)\n([\s\S]*?)^```$/gmv)
  return [...blocks].flatMap(([, info, text]) => (info === kind ? text!.trim().split('\n') : []))
}

function splitWords(command: string): string[] {
  return command.match(/'[^']*'|\S+/gv)!.map((word) => word.replaceAll("'", ''))
}

test('the commands of the walkthrough take scans to a GeoPackage', async () => {
  await using server = await startTestServer()
  await pauseQueue(server)
  await createSeed(server).collection({ id: 1 })
  await using user = await createCliUser(server, { name: 'ada' })
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-walkthrough-'))
  await mkdir(join(folder.path, 'scans'))
  for (const [at, name] of getLines('text').entries()) {
    await fourColors(96 + 2 * at)
      .jpeg()
      .toFile(join(folder.path, name))
  }
  await writeFile(join(folder.path, 'positions.csv'), getLines('csv positions.csv').join('\n'))
  const addresses: Record<string, string> = {
    'https://archive.example.org': server.baseUrl,
    '/srv/catalog': server.data,
  }
  const outputs: Record<string, string> = {}
  for (const command of getLines('sh')) {
    const [, ...words] = splitWords(command).map((word) => addresses[word] ?? word)
    const run =
      words[0] === 'login' ? () => user.login() : () => user.run(words, { cwd: folder.path })
    const { code, stdout, stderr } = await run()
    expect([command, code, stderr]).toEqual([command, 0, expect.any(String)])
    outputs[command] = stdout
  }
  expect(outputs['catalog image list --collection 1']).toContain('Old bridge')
  const exported = new Database(join(folder.path, 'album.gpkg'), { readonly: true })
  const rows = exported
    .prepare('select image_edtf_date as date, direction from georeferences order by image_id')
    .all()
  exported.close()
  expect(rows).toEqual([
    { date: '1905~', direction: 80 },
    { date: '1911-05-12', direction: 315 },
    { date: '[1911,1912]', direction: null },
  ])
})
