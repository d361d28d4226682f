import { join } from 'node:path'
import { expect, test } from 'vitest'
import { send, type HttpRequest, type Transport } from '../../src/cli/client/transport.ts'
import { createFullAlbum } from '../support/album.ts'
import { openImportCli } from '../support/import-cli.ts'
import { readRows } from '../support/rows.ts'
import { stubResponse } from '../support/stub-response.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { issueToken } from '../support/tokens.ts'

/** Imports this many images, and creates a folder for tables about them. */
async function openArchive(count = 3) {
  const cli = await openImportCli()
  await cli.seed.license({ name: 'CC0-1.0' })
  await cli.seed.subject({ slug: 'bridge' })
  await cli.seed.subject({ slug: 'market' })
  const album = await createFullAlbum(count)
  await cli.run([album.manifest, '--collection', String(cli.collection)])
  const ids = (await cli.images()).map(({ id }) => id)
  const sheet = join(album.path, 'corrections.csv')
  const command = (argv: string[], options: TestCliOptions = {}) =>
    cli.command(['update', sheet, ...argv], options)
  return {
    ...cli,
    album,
    ids,
    sheet,
    table: (...lines: string[]) => album.file('corrections.csv', `${lines.join('\n')}\n`),
    command,
    update: (argv: string[] = [], options: TestCliOptions = {}) =>
      command(['--yes', ...argv], options),
    updateFrom: (name: string) => cli.command(['update', join(album.path, name), '--yes']),
    async [Symbol.asyncDispose]() {
      await cli[Symbol.asyncDispose]()
      await album[Symbol.asyncDispose]()
    },
  }
}

const isUpdate = ({ method }: HttpRequest) => method === 'PATCH'

/** A transport that records each request that changes an image. */
function watching(seen: HttpRequest[]): Transport {
  return (request) => {
    if (isUpdate(request)) seen.push(request)
    return send(request, {})
  }
}

const states = (stdout: string) =>
  JSON.parse(stdout).rows.map(({ state }: { state: string }) => state)

test('is one batch of changes, which a moderator reverts but for what was changed since', async () => {
  await using archive = await openArchive()
  const before = await archive.images()
  const [first, second] = archive.ids
  await archive.table('image_id,title', `${first},Wrong`, `${second},Wrong too`)
  const { stderr } = await archive.update()
  const [, batch] = /catalog audit revert --batch (\S+)/.exec(stderr)!
  await archive.table('image_id,title', `${second},Better`)
  await archive.update()
  const moderator = await issueToken(archive.server, { staff: true, scopes: ['moderate'] })
  const env = { CATALOG_URL: archive.server.baseUrl, CATALOG_TOKEN: moderator }
  const reverted = await runCli(['audit', 'revert', '--batch', batch!, '--json'], { env })
  expect(reverted.code).toBe(6)
  expect(reverted.stderr).toContain('was changed since: title is now "Better".')
  expect(JSON.parse(reverted.stdout)).toMatchObject({ batch, reverted: 1, left: 1 })
  const titles = (await archive.images()).map(({ title }) => title)
  expect(titles).toEqual([before[0]!.title, 'Better', before[2]!.title])
  const both = await runCli(['audit', 'revert', '1', '--batch', batch!], { env })
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('or a batch with --batch')])
})

test('places images, keeps the placement of others, and replaces it if told to', async () => {
  await using archive = await openArchive()
  const scopes = ['read', 'import', 'contribute'] as const
  const token = await issueToken(archive.server, {
    username: 'Ada',
    staff: true,
    scopes: [...scopes],
  })
  const env = { CATALOG_TOKEN: token }
  const [first, second] = archive.ids
  await archive.seed.point(Number(second), { latitude: 1, longitude: 1 })
  await archive.table('image_id,latitude,longitude', `${first},52.374,4.8896`, `${second},2,2`)
  const unsaid = await archive.update(['--json'], { env })
  expect([unsaid.code, states(unsaid.stdout)]).toEqual([0, ['unchanged', 'unchanged']])
  expect(unsaid.stderr).toContain('2 rows have coordinates, which place nothing')
  const refused = await archive.update(['--places', 'low'])
  expect([refused.code, refused.stderr]).toEqual([
    4,
    expect.stringContaining('lacks the scope "contribute"'),
  ])
  const dry = await archive.update(['--places', 'low', '--json', '--dry-run'], { env })
  expect(JSON.parse(dry.stdout).rows).toMatchObject([
    { state: 'would_update', changes: [{ field: 'place', old: null, new: '52.374, 4.8896' }] },
    { state: 'unchanged' },
  ])
  const placed = await archive.update(['--places', 'low', '--json'], { env })
  expect(states(placed.stdout)).toEqual(['updated', 'unchanged'])
  // A placement is a contribution, which no batch has.
  expect(placed.stderr).not.toContain('catalog audit revert')
  const replacing = ['--places', 'low', '--replace-places', '--json']
  const replaced = await archive.update(replacing, { env })
  expect(states(replaced.stdout)).toEqual(['unchanged', 'updated'])
  expect(states((await archive.update(replacing, { env })).stdout)).toEqual([
    'unchanged',
    'unchanged',
  ])
  const rows = await readRows(archive.server, 'georeference')
  expect(rows.map((row) => [row.image_id, row.latitude])).toEqual([
    [second, 1],
    [first, 52.374],
    [second, 2],
  ])
})

/** Updates the title and the place of one image, while the first placement meets with this. */
async function updateTitleAndPlace(
  archive: Awaited<ReturnType<typeof openArchive>>,
  meet: (request: HttpRequest) => ReturnType<Transport>,
  ...argv: string[]
) {
  const token = await issueToken(archive.server, {
    username: 'Ada',
    staff: true,
    scopes: ['read', 'import', 'contribute'],
  })
  await archive.table('image_id,title,latitude,longitude', `${archive.ids[0]},New,52,4`)
  const transport: Transport = (request) =>
    request.method === 'POST' && request.url.endsWith('/georeferences/')
      ? meet(request)
      : send(request, {})
  const options = { transport, env: { CATALOG_TOKEN: token } }
  const { code, stdout } = await archive.update(['--places', 'low', '--json', ...argv], options)
  expect(await archive.images()).toMatchObject([{ title: 'New' }])
  return { code, row: JSON.parse(stdout).rows[0] }
}

test('reports the new title of an image that somebody else places meanwhile', async () => {
  for (const [argv, code, expected] of [
    [[], 0, { state: 'updated', changes: [{ field: 'title', new: 'New' }] }],
    [
      ['--replace-places'],
      6,
      {
        state: 'conflict',
        changes: [{ field: 'place', old: '1, 1' }],
        message: expect.stringContaining('The metadata was changed'),
      },
    ],
  ] as const) {
    await using archive = await openArchive(1)
    const placeFirst: Transport = async (request) => {
      await archive.seed.point(Number(archive.ids[0]), { latitude: 1, longitude: 1 })
      return send(request, {})
    }
    const updated = await updateTitleAndPlace(archive, placeFirst, ...argv)
    expect(updated).toMatchObject({ code, row: expected })
    expect(updated.row.changes).toHaveLength(1)
  }
})

test.each([404, 422, 403])(
  'says that the title was changed if the place is refused with %i',
  async (status) => {
    await using archive = await openArchive(1)
    const { row } = await updateTitleAndPlace(archive, () =>
      stubResponse(status, '{"detail":"No."}', { 'content-type': 'application/json' }),
    )
    expect(row).toMatchObject({
      state: 'failed',
      code: 'place.refused',
      message: expect.stringContaining('The metadata was changed, but'),
    })
  },
)

test('sends only given columns that differ, and nothing in a second run', async () => {
  await using archive = await openArchive()
  const [first, second, third] = archive.ids
  const before = await archive.images()
  await archive.table(
    'image_id,title,creator,rotation,subjects,license_name,edtf_date,collection',
    `${first},Old bridge,A. Painter,90,bridge|market,cc0-1.0,,7`,
    `${second},,,,,,,`,
    `${third},${before[2]!.title},,,,,1912,`,
  )
  const seen: HttpRequest[] = []
  const run = await archive.update(['--json', '--concurrency', '1'], {
    transport: watching(seen),
  })
  expect([run.code, states(run.stdout)]).toEqual([0, ['updated', 'unchanged', 'updated']])
  expect(JSON.parse(run.stdout)).toMatchObject({
    schema: 'catalog.update/1',
    dry_run: false,
    summary: { updated: 2, unchanged: 1, failed: 0, conflict: 0, not_started: 0 },
  })
  expect(seen.map(({ body }) => JSON.parse(body as string))).toEqual([
    {
      title: 'Old bridge',
      creator: 'A. Painter',
      license_name: 'cc0-1.0',
      rotation: 90,
      subjects: ['bridge', 'market'],
    },
    { edtf_date: '1912' },
  ])
  expect(seen.every(({ headers }) => /^"\d+-/.test(headers['If-Match'] ?? ''))).toBe(true)
  const after = await archive.images()
  expect(after.map(({ revision }) => revision)).toEqual([4, 1, 2])
  expect(after[0]).toMatchObject({ title: 'Old bridge', edtf_date: before[0]!.edtf_date })

  seen.length = 0
  const again = await archive.update(['-o', 'tsv'], { transport: watching(seen) })
  expect([again.code, seen]).toEqual([0, []])
  expect(again.stderr).toContain('0 updated, 3 unchanged.')
})

test('a blank cell changes nothing unless --clear names its column', async () => {
  await using archive = await openArchive(2)
  const [first, second] = archive.ids
  await archive.seed.change(first!, { creator: 'A.', creator_folded: 'a.', description: 'Text' })
  await archive.table('image_id,creator,description', `${first},,`, `${second},B.,`)
  expect((await archive.update()).code).toBe(0)
  expect(await archive.images()).toMatchObject([{ creator: 'A.' }, { creator: 'B.' }])
  expect((await archive.update(['--clear', 'creator'])).code).toBe(0)
  expect(await archive.images()).toMatchObject([
    { creator: null, description: 'Text' },
    { creator: 'B.' },
  ])
  for (const [column, sentence] of [
    ['title', 'Must be one of source_url'],
    ['nonsense', 'Unknown column:'],
    ['subjects', 'which is not a column of the table'],
  ]) {
    const { code, stderr } = await archive.update(['--clear', column!])
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence!)])
  }
})

test('a dry run shows each difference and sends nothing, also without --yes', async () => {
  await using archive = await openArchive(2)
  const [first, second] = archive.ids
  await archive.seed.change(first!, { title: 'Bridge', creator: 'A.', creator_folded: 'a.' })
  await archive.table('image_id,title,creator', `${first},Old bridge,`, `${second},,`)
  const seen: HttpRequest[] = []
  const argv = ['--dry-run', '--clear', 'creator']
  const { code, stdout, stderr } = await archive.command(argv, { transport: watching(seen) })
  expect([code, seen]).toEqual([0, []])
  expect(stdout).toContain('title: "Bridge" → "Old bridge"')
  expect(stdout).toContain('creator: "A." → (blank)')
  expect(stdout).not.toContain('unchanged')
  expect(stderr).toContain('1 would be updated, 1 unchanged.')
  const json = await archive.command([...argv, '--json'])
  expect(JSON.parse(json.stdout).rows[0]).toMatchObject({
    image_id: first,
    state: 'would_update',
    changes: [
      { field: 'title', old: 'Bridge', new: 'Old bridge' },
      { field: 'creator', old: 'A.', new: null },
    ],
  })
})

test('needs --yes without a terminal, and asks on one', async () => {
  await using archive = await openArchive(1)
  await archive.table('image_id,title', `${archive.ids[0]},New`)
  const seen: HttpRequest[] = []
  const script = await archive.command([], { transport: watching(seen) })
  expect([script.code, script.stderr, seen]).toEqual([2, expect.stringContaining('--yes'), []])
  const declined = await archive.command([], { transport: watching(seen), answers: [false] })
  expect([declined.code, seen]).toEqual([0, []])
  expect(declined.stderr).toContain('Nothing was sent.')
})

test('reports all errors at once as an import does, and sends nothing', async () => {
  await using archive = await openArchive(3)
  const [first, second] = archive.ids
  await archive.table(
    'image_id,title,edtf_date,rotation,mirror,source_url,license_name,creator',
    `${first},Right,,,,,,`,
    `${first},Twice,,,,,,`,
    `${second},${'x'.repeat(501)},May 1912,45,both,archive.example.org,mine,${'y'.repeat(101)}`,
    ',No number,,,,,,',
    'image 7,,,,,,,',
  )
  const seen: HttpRequest[] = []
  const { code, stdout } = await archive.update(['--json'], { transport: watching(seen) })
  expect([code, seen]).toEqual([3, []])
  const { summary, findings } = JSON.parse(stdout)
  expect(summary).toMatchObject({ rows: 5, ok: 1, with_errors: 4 })
  expect(
    findings.map(({ line, code }: { line: number; code: string }) => `${line} ${code}`).sort(),
  ).toEqual([
    '3 image.duplicate',
    '4 creator.too_long',
    '4 edtf.invalid',
    '4 license.unknown',
    '4 mirror.invalid',
    '4 rotation.invalid',
    '4 title.too_long',
    '4 url.invalid',
    '5 image.blank',
    '6 image.invalid',
  ])
  await archive.table('file,title', 'a.jpg,New')
  const nameless = await archive.update()
  expect([nameless.code, nameless.stdout]).toEqual([3, expect.stringContaining('--journal')])
  const { findings: once } = JSON.parse((await archive.update(['--json'])).stdout)
  expect(once.map(({ code }: { code: string }) => code)).toEqual(['column.missing'])
})

test('finds the images of rows in the journal of an import', async () => {
  await using archive = await openArchive(2)
  const files = ['1.jpg', './2.jpg']
  await archive.table('file,title', ...files.map((file, index) => `${file},Title ${index}`))
  expect((await archive.update(['--journal', archive.album.manifest])).code).toBe(0)
  expect((await archive.images()).map(({ title }) => title)).toEqual(['Title 0', 'Title 1'])
  await archive.table('file,title', 'unknown.jpg,New')
  const unknown = await archive.update(['--journal', archive.album.manifest, '--json'])
  expect([unknown.code, JSON.parse(unknown.stdout).findings[0].code]).toEqual([3, 'row.unknown'])
})

test('updates the image of a row that another import created', async () => {
  await using archive = await openArchive(1)
  const journal = join(archive.album.path, 'elsewhere')
  const words = [archive.album.manifest, '--collection', String(archive.collection)]
  await archive.run([...words, '--journal', journal])
  await archive.table('file,title', '1.jpg,Corrected')
  const { code, stdout } = await archive.update(['--journal', journal, '--json'])
  expect([code, states(stdout)]).toEqual([0, ['updated']])
  expect(await archive.images()).toMatchObject([{ title: 'Corrected' }])
})

test('compares an image that changed meanwhile again, and reports a conflict in the same member', async () => {
  await using archive = await openArchive(2)
  const [first, second] = archive.ids
  await archive.table('image_id,title', `${first},Mine`, `${second},Mine`)
  const meddled = new Set<string>()
  const transport: Transport = async (request) => {
    if (isUpdate(request) && !meddled.has(request.url)) {
      meddled.add(request.url)
      const isFirst = request.url.endsWith(`/${first}/`)
      if (isFirst) await archive.seed.change(first!, { creator: 'Other' })
      else await archive.seed.change(second!, { title: 'Theirs' })
    }
    return send(request, {})
  }
  const { code, stdout } = await archive.update(['--json'], { transport })
  expect([code, states(stdout)]).toEqual([6, ['updated', 'conflict']])
  expect(JSON.parse(stdout).rows[1]).toMatchObject({
    code: 'image_changed',
    changes: [{ field: 'title', old: 'Theirs', new: 'Mine' }],
  })
  expect(await archive.images()).toMatchObject([
    { title: 'Mine', creator: 'Other' },
    { title: 'Theirs' },
  ])
})

test('recognizes a change whose response was lost, and repeats one that failed temporarily', async () => {
  await using archive = await openArchive(2)
  const [first, second] = archive.ids
  await archive.table('image_id,title', `${first},New`, `${second},New`)
  const seen: string[] = []
  const transport: Transport = async (request) => {
    if (!isUpdate(request) || seen.includes(request.url)) return send(request, {})
    seen.push(request.url)
    if (request.url.endsWith(`/${first}/`)) await send(request, {})
    throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  }
  const { code, stdout } = await archive.update(['--json'], { transport })
  expect([code, states(stdout)]).toEqual([0, ['updated', 'updated']])
  expect((await archive.images()).map(({ title }) => title)).toEqual(['New', 'New'])
})

test('reports a change as failed if it is unknown whether it was made', async () => {
  await using archive = await openArchive(3)
  await archive.table('image_id,title', ...archive.ids.map((id) => `${id},New`))
  let isDown = false
  const transport: Transport = async (request) => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    if (isDown) throw refused
    const response = await send(request, {})
    if (!isUpdate(request)) return response
    isDown = true
    throw refused
  }
  const run = await archive.update(['--json', '--concurrency', '1'], { transport })
  expect([run.code, states(run.stdout)]).toEqual([8, ['failed', 'not_started', 'not_started']])
  expect(JSON.parse(run.stdout).rows[0]).toMatchObject({ code: 'update.unanswered' })
  const again = await archive.update(['--json'])
  expect([again.code, states(again.stdout)]).toEqual([0, ['unchanged', 'updated', 'updated']])
})

test('reports a change as failed if Ctrl-C stops its retry', async () => {
  await using archive = await openArchive(2)
  await archive.table('image_id,title', ...archive.ids.map((id) => `${id},New`))
  const controller = new AbortController()
  const transport: Transport = async (request) => {
    const response = await send(request, {})
    if (!isUpdate(request)) return response
    controller.abort('SIGINT')
    throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  }
  const options = { transport, signal: controller.signal }
  const { code, stdout } = await archive.update(['--json', '--concurrency', '1'], options)
  expect([code, states(stdout)]).toEqual([130, ['failed', 'not_started']])
})

test('fails only the row that the instance rejects', async () => {
  await using archive = await openArchive(1)
  await archive.table('image_id,subjects', `${archive.ids[0]},bridge`, '999,bridge')
  const { code, stdout } = await archive.update(['--json'])
  expect([code, states(stdout)]).toEqual([6, ['updated', 'failed']])
  expect(JSON.parse(stdout).rows[1]).toMatchObject({ code: 'image.unknown', changes: [] })
  const ids = await archive.update(['-o', 'id', '--dry-run'])
  expect(ids.stdout).toBe('')
})

test('asks for the subjects of many rows at once, and marks the later of two rows of an image', async () => {
  await using archive = await openArchive(1)
  const image = archive.ids[0] ?? 0
  const slugs = Array.from({ length: 120 }, (_, at) => `s${at}`)
  for (const [at, slug] of slugs.entries()) {
    await archive.seed.tag(image, await archive.seed.subject({ slug, kb_id: `Q${at + 9}` }))
  }
  const rows = slugs.map((slug, at) => `${at + 1000},${slug}`)
  await archive.table('image_id,subjects', `${image},s0`, `${image},`, ...rows)
  const { code, stdout, stderr } = await archive.command(['--dry-run', '--json', '--debug'])
  expect(code).toBe(3)
  const { findings } = JSON.parse(stdout)
  expect(findings).toMatchObject([{ code: 'image.duplicate', cell: 'A3' }])
  expect(stderr.match(/GET .*\/subjects\/\?/gv)?.length).toBeLessThan(12)
  expect(stderr).not.toContain('/subject-records/')
})

test('starts no row after Ctrl-C, and a second run does the rest', async () => {
  await using archive = await openArchive(3)
  await archive.table('image_id,title', ...archive.ids.map((id) => `${id},New`))
  const controller = new AbortController()
  const transport: Transport = async (request) => {
    const response = await send(request, {})
    if (isUpdate(request)) controller.abort('SIGINT')
    return response
  }
  const options = { transport, signal: controller.signal }
  const { code, stdout } = await archive.update(['--json', '--concurrency', '1'], options)
  expect([code, states(stdout)]).toEqual([130, ['updated', 'not_started', 'not_started']])
  const again = await archive.update(['--json'])
  expect([again.code, states(again.stdout)]).toEqual([0, ['unchanged', 'updated', 'updated']])
})

test('reports an instance that does not support updates', async () => {
  await using archive = await openArchive(1)
  await archive.table('image_id,title', `${archive.ids[0]},New`)
  const seen: HttpRequest[] = []
  const transport: Transport = async (request) => {
    if (isUpdate(request)) seen.push(request)
    const response = await send(request, {})
    return { ...response, headers: { ...response.headers, 'catalog-features': 'replay' } }
  }
  const { code, stderr } = await archive.update([], { transport })
  expect([code, seen]).toEqual([5, []])
  expect(stderr).toContain('does not support updating images')
})

test('--rows updates only these rows', async () => {
  await using archive = await openArchive(3)
  await archive.table('image_id,title', ...archive.ids.map((id) => `${id},New`))
  const { code, stdout } = await archive.update(['--json', '--rows', '2-3'])
  expect([code, states(stdout)]).toEqual([0, ['updated', 'updated']])
  expect((await archive.images()).map(({ title }) => title === 'New')).toEqual([false, true, true])
})

test('reads JSON lines like a table', async () => {
  await using archive = await openArchive(1)
  const row = { image_id: archive.ids[0], title: 'New', subjects: ['market'], rotation: 180 }
  await archive.album.file('corrections.jsonl', `${JSON.stringify(row)}\n`)
  expect((await archive.updateFrom('corrections.jsonl')).code).toBe(0)
  expect(await archive.images()).toMatchObject([{ title: 'New', rotation: 180 }])
})
