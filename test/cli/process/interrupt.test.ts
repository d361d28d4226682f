import { expect, test } from 'vitest'
import { createFullAlbum } from '../../support/album.ts'
import { startChaosProxy } from '../../support/chaos-proxy.ts'
import { openCliDesk } from '../../support/import-desk-cli.ts'
import { runProgram } from '../../support/program.ts'

const ROWS = 8

/** An importer that is a process, with a server that is not, and what passes between them. */
async function openScene() {
  await using stack = new AsyncDisposableStack()
  const proxy = stack.use(await startChaosProxy())
  const state = stack.use(await createFullAlbum(0))
  const desk = stack.use(await openCliDesk({ url: proxy.url, state: state.path }))
  const album = stack.use(await createFullAlbum(ROWS))
  proxy.target = desk.server.boundUrl
  const env = {
    CATALOG_URL: proxy.url,
    CATALOG_TOKEN: desk.token,
    CATALOG_STATE_DIR: state.path,
    CI: '1',
  }
  const argv = [album.manifest, '--collection', String(desk.collection), '--json']
  const opened = stack.move()
  return {
    proxy,
    run: () => runProgram(['import', ...argv, '--concurrency', '2'], { env, timeout: 60_000 }),
    runHere: () => desk.run(argv),
    titles: async () => (await desk.images()).map(({ title }) => title),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const all = Array.from({ length: ROWS }, (_, index) => `Picture ${index + 1}`)

/** Asks the program to stop as soon as it makes its first image. */
async function interrupted(scene: Awaited<ReturnType<typeof openScene>>, times: 1 | 2) {
  const program = scene.run()
  scene.proxy.onRequest = (kind, when) => {
    if (kind !== 'commit' || when !== 'before') return
    scene.proxy.onRequest = () => {}
    program.kill('SIGINT')
  }
  if (times === 2) {
    program.stderr?.on('data', (text: Buffer) => {
      if (text.includes('Ctrl-C')) program.kill('SIGINT')
    })
  }
  return await program
}

test('Ctrl-C finishes what is running, tells it, and the next run makes the rest', async () => {
  await using scene = await openScene()
  const ended = await interrupted(scene, 1)
  expect(ended.exitCode, String(ended.stderr)).toBe(130)
  const made = await scene.titles()
  expect(made.length).toBeGreaterThan(0)
  expect(made).toEqual(all.slice(0, made.length))
  const { summary } = JSON.parse(String(ended.stdout))
  expect(summary).toMatchObject({ imported: made.length, unfinished: 0, failed: 0 })

  expect((await scene.runHere()).code).toBe(0)
  expect(await scene.titles()).toEqual(all)
})

test('a second Ctrl-C stops at once, and the next run makes no image twice', async () => {
  await using scene = await openScene()
  const ended = await interrupted(scene, 2)
  expect(ended.exitCode, String(ended.stderr)).toBe(130)
  expect(ended.stdout).toBe('')

  expect((await scene.runHere()).code).toBe(0)
  expect(await scene.titles()).toEqual(all)
})
