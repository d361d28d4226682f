import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSteadyWriter } from '../support/backup-campaign.ts'
import { mountSmallDisk } from '../support/failing-disk.ts'
import { runProgram } from '../support/program.ts'
import { startTestServer } from '../support/test-server.ts'

const admin = (...words: string[]) => runProgram(['admin', ...words, '--json'], { timeout: 30_000 })

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
  await using writer = await startSteadyWriter(server, { images: 20, perSecond: 50 })
  const backups = join(server.data, 'backups')
  const create = ['backup', 'create', '--data', server.data]
  const killed = admin(...create)
  // As soon as there is an unfinished one.
  await expect.poll(() => readdir(backups).catch(() => []), { interval: 1 }).not.toEqual([])
  killed.kill('SIGKILL')
  await killed
  const { stdout } = await admin('backup', 'list', '--data', server.data)
  for (const { id } of JSON.parse(String(stdout))) {
    expect((await admin('backup', 'verify', id, '--data', server.data)).exitCode).toBe(0)
  }
  expect((await admin(...create)).exitCode).toBe(0)
  expect((await readdir(backups)).filter((name) => name.startsWith('.incomplete'))).toEqual([])
  expect(writer.writes).toBeGreaterThan(0)
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
