/**
 * Backups of a catalog with a steady 100 writes a second, of which some replace files whose old versions are removed at once.
 * Every restored backup must equal the catalog after one of the writes; every fifth backup is on another file system, which
 * allows no hard links. Then kills backups and restores (SIGKILL) and mutates backups: none may be taken for a good one.
 * `BACKUPS`, `KILLS`, `MUTATIONS`, `IMAGES` and `SEED` change the numbers.
 */

import { existsSync } from 'node:fs'
import { mkdtempDisposable, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startSteadyWriter } from '../support/backup-campaign.ts'
import { copyBackup, listEntries, MUTATIONS } from '../support/mutated-backups.ts'
import { runProgram } from '../support/program.ts'
import { numbersFrom } from '../support/seeded-numbers.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'
import { startTestServer } from '../support/test-server.ts'

const BACKUPS = sizeOf('BACKUPS', 50)
const KILLS = sizeOf('KILLS', 20)
const MUTATED = sizeOf('MUTATIONS', 100)
const IMAGES = sizeOf('IMAGES', 500)
const SEED = seedOf(20_261_122)

const OTHER_DISK = '/dev/shm'

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-soak-'))
await using other = await mkdtempDisposable(
  join(existsSync(OTHER_DISK) ? OTHER_DISK : tmpdir(), 'catalog-soak-'),
)
await using server = await startTestServer()
const below = numbersFrom(SEED)
const problems: string[] = []
const seconds = { backup: [] as number[], restore: [] as number[] }
const refused: number[] = []
let [linked, copied, interrupted, writes] = [0, 0, 0, 0]
let newest = ''
let writesPerSecond = 0

{
  await using writer = await startSteadyWriter(server, { images: IMAGES, perSecond: 100 })
  const began = performance.now()
  for (let number = 1; number <= BACKUPS; number += 1) {
    await backUpAndCompare(number, (data) => writer.compare(data))
    if (number % 10 === 0) console.log(`${number} backups, ${problems.length} problems`)
  }
  writesPerSecond = Math.round((writer.writes * 1000) / (performance.now() - began))
  for (let number = 0; number < KILLS; number += 1) await killBackup()
  for (let number = 0; number < KILLS; number += 1) {
    await killRestore((data) => writer.compare(data))
  }
  console.log(`${2 * KILLS} kills, ${interrupted} before the end, ${problems.length} problems`)
  writes = writer.writes
}
for (let number = 0; number < MUTATED; number += 1) await mutate(number)
for (const problem of problems) console.log(problem)
endCampaign({
  size: `${BACKUPS} backups of ${IMAGES} images, ${2 * KILLS} kills, ${MUTATED} mutations`,
  seed: SEED,
  failures: problems.length,
  figures: {
    writes,
    writes_per_second: writesPerSecond,
    files_linked: linked,
    files_copied: copied,
    median_backup_s: median(seconds.backup),
    median_restore_s: median(seconds.restore),
    killed_before_end: interrupted,
    refused: refused.length,
  },
})

function start(...words: string[]) {
  return runProgram(['admin', ...words, '--json'], { timeout: 600_000 })
}

async function admin(...words: string[]): Promise<{ exitCode?: number; stdout: string }> {
  const { exitCode, stdout } = await start(...words)
  return { ...(exitCode !== undefined && { exitCode }), stdout: String(stdout) }
}

async function backUpAndCompare(
  number: number,
  compare: (data: string) => string[],
): Promise<void> {
  const began = performance.now()
  const place = number % 5 === 0 ? ['--backups', other.path] : []
  const created = await admin('backup', 'create', '--data', server.data, ...place)
  if (created.exitCode !== 0) return void problems.push(`backup ${number}: ${created.stdout}`)
  const backup = JSON.parse(created.stdout)
  seconds.backup.push((performance.now() - began) / 1000)
  linked += backup.linked
  copied += backup.copied
  newest = backup.path
  const between = performance.now()
  const data = join(folder.path, `restored-${number}`)
  const restored = await admin('restore', backup.path, '--data', data)
  seconds.restore.push((performance.now() - between) / 1000)
  if (restored.exitCode === 0) problems.push(...compare(data))
  else problems.push(`restore ${number}: ${restored.stdout}`)
  await rm(data, { recursive: true, force: true })
  await admin('backup', 'prune', '--keep', '2', '--yes', '--data', server.data)
}

/** Every backup that is listed after the kill must be good. */
async function killBackup(): Promise<void> {
  const backups = join(server.data, 'backups')
  const before = await readdir(backups)
  const running = start('backup', 'create', '--data', server.data)
  await waitForEntry(backups, before, running)
  await pause(below(500))
  running.kill('SIGKILL')
  await running
  const added = (await readdir(backups)).filter((name) => !before.includes(name))
  if (added.some((name) => name.startsWith('.incomplete'))) interrupted += 1
  for (const name of added.filter((name) => !name.startsWith('.'))) {
    const { exitCode, stdout } = await admin('backup', 'verify', name, '--data', server.data)
    if (exitCode !== 0) problems.push(`killed backup ${name}: ${stdout}`)
  }
}

/** Either the restore was complete, or the program refuses to open the directory. */
async function killRestore(compare: (data: string) => string[]): Promise<void> {
  const data = join(folder.path, 'killed')
  const running = start('restore', newest, '--data', data)
  await waitForEntry(data, [], running)
  await pause(below(500))
  running.kill('SIGKILL')
  await running
  const entries = await listEntries(data)
  const { exitCode, stdout } = await admin('user', 'list', '--data', data)
  if (exitCode === 0) problems.push(...compare(data))
  else if (entries.length > 0) interrupted += 1
  const isRefused = /has not finished|There is no catalog/.test(stdout)
  if (exitCode !== 0 && !isRefused) problems.push(`killed restore: ${stdout}`)
  await rm(data, { recursive: true, force: true })
}

/** Waits until a command has begun to write, or has ended. */
async function waitForEntry(
  target: string,
  before: readonly string[],
  running: ReturnType<typeof start>,
): Promise<void> {
  const isNew = (name: string): boolean => !before.includes(name)
  const ended = new AbortController()
  void running.finally(() => ended.abort())
  while (!ended.signal.aborted && !(await listEntries(target)).some(isNew)) await pause(5)
}

async function mutate(number: number): Promise<void> {
  const mutation = MUTATIONS[number % MUTATIONS.length]!
  const [backup, data] = [join(folder.path, 'mutated'), join(folder.path, 'refused')]
  await copyBackup(newest, backup)
  await mutation.apply({ path: backup, random: below })
  const { exitCode, stdout } = await admin('restore', backup, '--data', data)
  const left = await listEntries(data)
  if (exitCode !== 0 && mutation.reason.test(stdout) && left.length === 0) refused.push(number)
  else problems.push(`${mutation.name}: exit code ${exitCode}, left ${left.join()}: ${stdout}`)
  await rm(backup, { recursive: true, force: true })
  await rm(data, { recursive: true, force: true })
}

function median(values: number[]): string {
  return (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0).toFixed(1)
}
