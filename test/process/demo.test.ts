import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

test('the demo has thumbnails, keeps changes and can be reset', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-demo-'))
  const env = { CATALOG_DATA: folder.path, CATALOG_PORT: '0' }
  const demo = async <T>(work: (baseUrl: string) => Promise<T>): Promise<T> => {
    const child = runProgram(['demo'], { env, timeout: 180_000 })
    const [baseUrl] = await new Promise<[string]>((resolve) =>
      createInterface({ input: child.stdout! }).once('line', (line) => resolve([line])),
    )
    const result = await work(baseUrl)
    child.kill('SIGTERM')
    expect((await child).exitCode).toBe(0)
    return result
  }
  const listed = await demo(async (baseUrl) => {
    const response = await fetch(`${baseUrl}/api/v2/images/?page_size=100`)
    return ((await response.json()) as { results: { thumbnail: string | null }[] }).results
  })
  expect(listed.filter(({ thumbnail }) => thumbnail !== null).length).toBeGreaterThanOrEqual(24)
  await runProgram(['admin', 'license', 'add', 'House rules'], { env })
  const licenses = async (baseUrl: string) => (await fetch(`${baseUrl}/api/v2/licenses/`)).text()
  expect(await demo(licenses)).toContain('House rules')
  expect((await runProgram(['demo', '--reset', '--yes'], { env, timeout: 180_000 })).exitCode).toBe(
    0,
  )
  expect(await demo(licenses)).not.toContain('House rules')
}, 300_000)
