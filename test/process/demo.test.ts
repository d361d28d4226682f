import { once } from 'node:events'
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signedInBrowser } from '../support/oauth.ts'
import { parsePage } from '../support/parse-page.ts'
import { runProgram } from '../support/program.ts'

test('never resets a directory that is not a demo', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-demo-'))
  await mkdir(join(folder.path, 'objects'))
  await writeFile(join(folder.path, 'objects', 'irreplaceable.tif'), 'a picture')
  const env = { CATALOG_DATA: folder.path }
  const { exitCode, stderr } = await runProgram(['demo', '--reset', '--yes'], { env })
  expect(exitCode).toBe(9)
  expect(stderr).toContain('does not contain demo data, so nothing was deleted')
})

/** Each text with a part of the titles of the pictures that show it. */
const SEARCHES: readonly [string, RegExp][] = [
  ['a lighthouse', /Light|φάρος|灯台/],
  ['steam train at a station', /Station|No\. 11|train|Gare/],
  ['ships in the harbor', /Roads|Jetty|Skip/],
  ['a group portrait', /hands|Band|Directors|Compositors/],
  ['a map', /Plan|Chart|Sheet|Settlement/],
  ['a blueprint', /Plan|Goods Yard/],
  ['a church in the snow', /Oswald|Churchyard/],
  ['drawing of a viaduct', /Viaduct/],
]

test('the demo can be reset, has thumbnails, finds pictures and keeps changes', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-demo-'))
  const env = { CATALOG_DATA: folder.path, CATALOG_PORT: '0' }
  const run = (...words: string[]) => runProgram(words, { env, timeout: 180_000 })
  const addLicense = (name: string) => run('admin', 'license', 'add', name)
  await killDuringLoad(run('demo'))
  expect((await addLicense('Old rules')).exitCode).toBe(0)
  const reset = await run('demo', '--reset', '--yes')
  expect(reset).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('was reset') })
  expect((await addLicense('House rules')).exitCode).toBe(0)

  const child = run('demo')
  const [baseUrl] = await once(createInterface({ input: child.stdout! }), 'line')
  const read = async (path: string) => (await fetch(`${baseUrl}/api/v2/${path}`)).text()
  const listed: { results: { thumbnail: string | null }[] } = JSON.parse(
    await read('images/?page_size=100'),
  )
  const thumbnails = listed.results.filter(({ thumbnail }) => thumbnail !== null)
  expect(thumbnails.length).toBeGreaterThanOrEqual(24)
  for (const [text, titles] of SEARCHES) {
    const { results } = JSON.parse(await read(`search/semantic/?q=${encodeURIComponent(text)}`))
    expect(results[0].title, text).toMatch(titles)
  }
  const licenses = await read('licenses/')
  expect(licenses).toContain('House rules')
  expect(licenses).not.toContain('Old rules')
  expect(await read('search/?q=northgate')).toContain('"Northgate"')
  await expectLayer(`${baseUrl}/layers/plan-of-aldermoor`)
  await expectStaffPages(baseUrl)
  child.kill('SIGTERM')
  expect((await child).exitCode).toBe(0)
}, 300_000)

/** The plan is an image of the demonstration itself. */
async function expectLayer(address: string): Promise<void> {
  const { target } = (await (await fetch(address)).json()) as { target: { source: { id: string } } }
  const { status } = await fetch(new URL(`${target.source.id}/info.json`, address))
  expect(status).toBe(200)
}

async function expectStaffPages(baseUrl: string): Promise<void> {
  const browser = await signedInBrowser({ baseUrl }, 'AlderArchivist')
  const imports = await browser.open('staff/imports/')
  expect(parsePage(imports.text).findAll('main li > div:first-child')).toHaveLength(3)
  for (const text of ['1 file imported', '1 in progress', '1 not completed', '1 damaged'])
    expect(imports.text).toContain(text)
  const jobs = await browser.open('staff/jobs/')
  expect(jobs.text).toContain('Market Square, the Day of the Flood Warning')
  expect(jobs.text).toContain('is damaged and can')
}

/** Waits until the demo loads its data, which takes long enough to kill it. */
async function killDuringLoad(demo: ReturnType<typeof runProgram>): Promise<void> {
  for await (const line of createInterface({ input: demo.stderr! }))
    if (line.startsWith('Loading the demonstration')) demo.kill('SIGKILL')
  expect((await demo).signal).toBe('SIGKILL')
}
