import { execFile } from 'node:child_process'
import { chownSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runProgram } from '../program.ts'
import { createDisk, type Disk } from './disk.ts'
import { exists } from '../../../src/core/storage/missing-files.ts'
import { SERVER_USER } from './host-user.ts'
import type { ImageRecord } from './image-record.ts'
import { startProcess, type Ended, type ServerProcess } from './server-process.ts'
import type { Template } from './template.ts'

const run = promisify(execFile)

/** The machine of one catalog, on which things go wrong. */
export interface Host extends AsyncDisposable {
  /** The data directory, which a restore replaces. */
  data: string
  /** The folder of the backups, which can be replaced. */
  backups: string
  /** A folder for everything else. */
  readonly folder: string
  /** What is on a disk of its own. */
  readonly disks: Partial<Record<DiskName, Disk>>
  readonly images: ImageRecord
  /** The running server. */
  server: ServerProcess | undefined
  /** The port that the server must use. */
  port: number
  /** Starts the server, unless it runs. */
  serve(): Promise<ServerProcess | Ended>
  stop(signal: NodeJS.Signals, to?: 'process' | 'group'): Promise<Ended | undefined>
  /** Runs a command as the user of the server, in words without `--data`. */
  catalog(...words: string[]): Promise<Ended & { printed: string }>
  /** Runs a line of a shell with the variables `DATA`, `BACKUPS` and `FOLDER`, as root or as the user of the server. */
  shell(line: string, as: 'root' | 'server'): Promise<void>
  /** How the server ended that should run; undefined if it runs. */
  findEnd(): Promise<Ended | undefined>
  /** Whether something of this name was moved away from its place. */
  hasAway(name: string): Promise<boolean>
  /** Other programs of the host, which use its directories and ports. */
  others: AsyncDisposableStack
  stopOthers(): Promise<void>
}

export const DISKS = ['data', 'objects', 'backups'] as const
export type DiskName = (typeof DISKS)[number]

const MEGABYTES: Record<DiskName, number> = { data: 24, objects: 8, backups: 16 }

/** @param own what is on a disk of its own, which needs mounts */
export async function openHost(
  template: Template,
  own: ReadonlySet<DiskName> = new Set(),
): Promise<Host> {
  const cleanup = new AsyncDisposableStack()
  // The children of a server that was killed may write for a moment.
  const patient = { recursive: true, maxRetries: 10, retryDelay: 50 }
  const root = cleanup.adopt(await mkdtemp(join(tmpdir(), 'catalog-host-')), (path) =>
    rm(path, patient),
  )
  const [data, backups, folder] = ['data', 'backups', 'more'].map((name) => join(root, name))
  const places = { data: data!, backups: backups!, objects: join(data!, 'objects') }
  const disks: Host['disks'] = {}
  if (SERVER_USER) chownSync(root, 0, SERVER_USER.gid)
  await run('chmod', ['0750', root])
  for (const name of DISKS) {
    if (own.has(name)) {
      const behind = join(root, `disk-of-${name}`)
      const disk = createDisk(places[name], behind, MEGABYTES[name])
      cleanup.use(disk)
      disk.mount()
      disks[name] = disk
    } else await mkdir(places[name], { recursive: true })
    await giveToServer(places[name])
  }
  await mkdir(folder!)
  await giveToServer(folder!)
  await run('cp', ['-a', `${template.data}/.`, data!])
  // Unlike those of this process, the user of the server may write to these folders.
  const env = { HOME: folder!, TMPDIR: folder!, NODE_COMPILE_CACHE: template.compiled }
  const host: Host = {
    data: data!,
    backups: backups!,
    folder: folder!,
    disks,
    images: template.images.copy(),
    server: undefined,
    port: 0,
    others: new AsyncDisposableStack(),
    async serve() {
      if (host.server) return host.server
      const started = await startProcess({ ...host, env })
      if (started.isRunning) host.server = started
      return started
    },
    async stop(signal, to) {
      const ended = await host.server?.stop(signal, to)
      host.server = undefined
      return ended
    },
    async findEnd() {
      // A promise that is settled wins against one that is resolved later.
      return await Promise.race([host.server?.ended, Promise.resolve(undefined)])
    },
    hasAway: (name) => exists(join(host.folder, 'away', name)),
    async stopOthers() {
      await host.others.disposeAsync()
      host.others = new AsyncDisposableStack()
    },
    async catalog(...words) {
      const folders = { CATALOG_DATA: host.data, CATALOG_BACKUPS: host.backups }
      const options = { ...SERVER_USER, env: { ...env, ...folders } }
      const { exitCode, stdout, stderr } = await runProgram(words, options)
      return {
        isRunning: false,
        code: exitCode,
        said: String(stderr),
        log: '',
        printed: String(stdout),
      }
    },
    async shell(line, as) {
      const user = as === 'server' ? SERVER_USER : undefined
      const variables = { DATA: host.data, BACKUPS: host.backups, FOLDER: host.folder }
      const execute = () =>
        run('sh', ['-c', line], { ...user, env: { ...process.env, ...variables } })
      await execute().catch((error: unknown) => {
        // The shell says it as plainly as the program.
        if (!String(error).includes('Read-only file system')) throw error
        for (const disk of Object.values(host.disks)) disk.protect(false)
        return execute()
      })
    },
    async [Symbol.asyncDispose]() {
      if (!(await host.findEnd())) await host.stop('SIGKILL', 'group')
      await host.others.disposeAsync()
      await cleanup.disposeAsync()
    },
  }
  return host
}

async function giveToServer(path: string): Promise<void> {
  if (SERVER_USER) await run('chown', [`${SERVER_USER.uid}:${SERVER_USER.gid}`, path])
}
