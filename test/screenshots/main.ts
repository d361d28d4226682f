/**
 * Makes the pictures of the documentation from the demonstration: `npm run screenshots [NAME…]`. Needs Chromium, `script` of
 * util-linux, and for `qgis` Debian's `python3-qgis`, without which that picture stays as it is.
 */

import { cp, mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, env, execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { shareChromium } from '../support/chromium.ts'
import { PROGRAM, runProgram } from '../support/program.ts'
import { signIn } from '../support/sign-in.ts'
import { drawTerminal, recordTerminal, writeCast, type Event } from './terminal.ts'

const PICTURES = fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
const ALBUM = fileURLToPath(new URL('../../fixtures/manifests/album', import.meta.url))
const QGIS_MAP = fileURLToPath(new URL('qgis-map.py', import.meta.url))
const WINDOW = { width: 1200, height: 750 }
const MAX_BYTES = 150_000

/** A user of the demonstration, who is staff. */
const USER = 'AlderArchivist'

/** Pages by the name of their picture, with what has to be done before it is taken. */
const PAGES: Record<string, (page: Page, baseUrl: string) => Promise<unknown>> = {
  async map(page, baseUrl) {
    await page.goto(`${baseUrl}/map/?layer=plan-of-aldermoor/60&lang=en`)
    await page.locator('.map-container.enhanced .map[data-shown]').waitFor()
    await page.locator('[data-in-view]:not([aria-busy])').waitFor()
  },
  async image(page, baseUrl) {
    await page.setViewportSize({ ...WINDOW, height: 1050 })
    await page.goto(`${baseUrl}/17/?lang=en`)
    await page.locator('.map-container.enhanced').first().waitFor()
  },
  search: (page, baseUrl) =>
    page.goto(`${baseUrl}/search/?mode=semantic&q=a+steam+train+at+a+station&lang=en`),
  async editor(page, baseUrl) {
    await signIn(page, baseUrl, USER)
    await page.goto(`${baseUrl}/georeference/?image=43&lang=en`)
    await page.locator('.map-container.enhanced .map[data-shown]').first().waitFor()
    await page.getByText('position by the source').click()
  },
}

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-screenshots-'))
await using demo = await startDemo(join(folder.path, 'demo'))
await mkdir(PICTURES, { recursive: true })
const asked = argv.slice(2)
const isAsked = (name: string): boolean => asked.length === 0 || asked.includes(name)
for (const [name, prepare] of Object.entries(PAGES))
  if (isAsked(name)) await takePage(name, prepare)
if (isAsked('qgis')) await drawExport()
// Last, because it changes the demonstration.
if (isAsked('import')) await recordImport()
await (await shareChromium()).close()

/** Serves the demonstration, or uses that in `CATALOG_DEMO`, whose address is in `CATALOG_URL`. */
async function startDemo(data: string) {
  const { CATALOG_DEMO: other, CATALOG_URL: address } = env
  if (other !== undefined && address !== undefined)
    return { data: other, baseUrl: address, [Symbol.asyncDispose]: () => Promise.resolve() }
  const variables = { CATALOG_DATA: data, CATALOG_PORT: '0' }
  const child = runProgram(['demo'], { env: variables, timeout: 1_800_000 })
  const lines = createInterface({ input: child.stdout! })
  const baseUrl = await new Promise<string>((resolve) => lines.once('line', resolve))
  return {
    data,
    baseUrl,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await child
    },
  }
}

async function takePage(
  name: string,
  prepare: (page: Page, baseUrl: string) => Promise<unknown>,
): Promise<void> {
  const chromium = await shareChromium()
  const context = await chromium.newContext({ viewport: WINDOW, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await prepare(page, demo.baseUrl)
  await page.waitForLoadState('networkidle')
  await savePicture(name, await page.screenshot())
  await context.close()
}

async function savePicture(name: string, picture: Buffer): Promise<void> {
  for (const quality of [85, 75, 60]) {
    const bytes = await sharp(picture).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (bytes.length > MAX_BYTES) continue
    await writeFile(join(PICTURES, `${name}.webp`), bytes)
    return console.log(`${name}: ${Math.round(bytes.length / 1000)} kB`)
  }
  throw new Error(`${name} is too large.`)
}

async function runCatalog(...words: string[]): Promise<string> {
  const variables = { CATALOG_DATA: demo.data, CATALOG_URL: demo.baseUrl }
  const { exitCode, stdout, stderr } = await runProgram(words, { env: variables })
  if (exitCode !== 0) throw new Error(`${words.join(' ')}: ${String(stderr)}`)
  return String(stdout)
}

async function drawExport(): Promise<void> {
  const [file, picture] = [join(folder.path, 'aldermoor.gpkg'), join(folder.path, 'map.png')]
  await runCatalog('export', 'all', file, '--with', 'image')
  const { exitCode, signal, stderr } = await execa('python3', [QGIS_MAP, file, picture], {
    reject: false,
    env: { QT_QPA_PLATFORM: 'offscreen' },
  })
  if (exitCode === 0) await savePicture('qgis', await readFile(picture))
  else
    console.log(
      `qgis: left as it is, because QGIS cannot draw it (${signal ?? exitCode}): ${stderr}`,
    )
}

async function recordImport(): Promise<void> {
  const created = await runCatalog('admin', 'token', 'create', '--user', USER, '--json')
  const { token } = JSON.parse(created) as { token: string }
  const album = join(folder.path, 'album')
  await cp(ALBUM, album, { recursive: true })
  const recorded = await recordTerminal({
    commands: [
      'catalog import check album.csv --collection 4',
      'catalog import album.csv --collection 4 --name "Album of 1885" --yes',
      'catalog image list --collection 4 --ordering -created_at --limit 5',
    ],
    program: `${execPath} ${PROGRAM}`,
    env: {
      ...env,
      CATALOG_URL: demo.baseUrl,
      CATALOG_TOKEN: token,
      CATALOG_STATE_DIR: folder.path,
    },
    folder: album,
  })
  // The address of the quick start, so that each run shows the same.
  const events = recorded.map(([seconds, kind, text]): Event => [
    seconds,
    kind,
    text.replaceAll(demo.baseUrl, 'http://127.0.0.1:8000'),
  ])
  await writeCast(join(PICTURES, 'import.cast'), events)
  await writeFile(join(PICTURES, 'import.svg'), drawTerminal(events))
}
