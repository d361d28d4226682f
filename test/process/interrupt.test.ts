import { expect, test } from 'vitest'
import { oldNode } from '../support/old-node.ts'
import { openImportScene, type ImportScene } from '../support/import-scene.ts'

/** Interrupts the program as soon as it makes its first image. */
async function runInterrupted(scene: ImportScene, times: 1 | 2, launcher?: string) {
  const program = scene.run(launcher)
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

test('Ctrl-C finishes running rows and reports them, and the next run imports the rest', async () => {
  await using scene = await openImportScene()
  const ended = await runInterrupted(scene, 1)
  expect(ended.exitCode, String(ended.stderr)).toBe(130)
  const made = await scene.titles()
  expect(made.length).toBeGreaterThan(0)
  expect(made).toEqual(scene.all.slice(0, made.length))
  const { summary } = JSON.parse(String(ended.stdout))
  expect(summary).toMatchObject({ imported: made.length, unfinished: 0, failed: 0 })

  expect((await scene.runHere()).code).toBe(0)
  expect(await scene.titles()).toEqual(scene.all)
})

test.each([
  { started: 'directly', launcher: undefined },
  ...(oldNode === undefined ? [] : [{ started: 'by a launcher', launcher: oldNode }]),
])(
  'a second Ctrl-C stops a program at once that was started $started, and the next run duplicates no image',
  async ({ launcher }) => {
    await using scene = await openImportScene()
    const ended = await runInterrupted(scene, 2, launcher)
    expect(ended.exitCode, String(ended.stderr)).toBe(130)
    expect(ended.stdout).toBe('')

    expect((await scene.runHere()).code).toBe(0)
    expect(await scene.titles()).toEqual(scene.all)
  },
)
