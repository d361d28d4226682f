import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { originalKey } from '../../src/core/storage/keys.ts'
import { startSteadyWriter } from '../support/backup-campaign.ts'
import { mountSmallDisk } from '../support/failing-disk.ts'
import { runProgram } from '../support/program.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'

const admin = (...words: string[]) => runProgram(['admin', ...words, '--json'])

test('backups beside a steady writer restore to a state that the catalog had', async () => {
  await using server = await startTestServer()
  await using writer = await startSteadyWriter(server, { images: 20, perSecond: 100 })
  for (let number = 0; number < 2; number += 1) {
    const created = await admin('backup', 'create', '--data', server.data)
    expect(created.exitCode, String(created.stderr)).toBe(0)
    const restored = join(server.data, '..', `restored-${number}`)
    const backup = JSON.parse(String(created.stdout)).path
    const { exitCode, stderr } = await admin('restore', backup, '--data', restored)
    expect(exitCode, String(stderr)).toBe(0)
    expect(writer.compare(restored)).toEqual([])
  }
  expect(writer.writes).toBeGreaterThan(50)
})

test('a killed backup is never listed, and the next one removes it', async () => {
  await using server = await startTestServer()
  const seed = createSeed(server)
  const image = await seed.image()
  const content = Buffer.from('a file')
  const version = await seed.file(image, content)
  const original = join(server.data, 'objects', originalKey(image, version, 'jpg'))
  const backups = join(server.data, 'backups')
  // The backup waits for the content of a pipe to which no process writes.
  await rm(original)
  await execa('mkfifo', [original])
  const killed = admin('backup', 'create', '--data', server.data)
  const listPipes = async () =>
    (await readdir(backups, { recursive: true })).filter((path) => path.endsWith('original.jpg'))
  await expect.poll(listPipes).toHaveLength(1)
  killed.kill('SIGKILL')
  await killed
  const list = await admin('backup', 'list', '--data', server.data)
  expect(list.stdout).toBe('[]')
  await rm(original)
  await writeFile(original, content)
  expect((await admin('backup', 'create', '--data', server.data)).exitCode).toBe(0)
  expect((await readdir(backups)).filter((name) => name.startsWith('.incomplete'))).toEqual([])
})

test('a full disk leaves neither a backup nor a restored catalog', async ({ skip }) => {
  using disk = mountSmallDisk(3)
  skip(!disk, 'needs root, and a container that allows mounts')
  if (!disk) return
  await using server = await startTestServer()
  await (await startSteadyWriter(server, { images: 400, perSecond: 1 }))[Symbol.asyncDispose]()
  const folder = join(disk.data, '..', 'backups')
  const create = ['backup', 'create', '--data', server.data]
  const full = await admin(...create, '--backups', folder)
  expect([full.exitCode, full.stdout]).toEqual([8, expect.stringMatching(/free|disk/)])
  expect((await readdir(folder)).filter((name) => !name.startsWith('.lock'))).toEqual([])
  await rm(folder, { recursive: true })
  const { path } = JSON.parse(String((await admin(...create)).stdout))
  const restored = await admin('restore', path, '--data', disk.data)
  expect([restored.exitCode, restored.stdout]).toEqual([8, expect.stringMatching(/free|disk/)])
  expect(await readdir(disk.data)).toEqual([])
})
