import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { env } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

const run = promisify(execFile)

/** The programs of Debian's packages radosgw, ceph-mon, ceph-osd and ceph-common. */
const PROGRAMS = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph']

const START_MS = 90_000

/** The S3 server of Ceph, with its objects in memory. */
export interface RadosGateway extends AsyncDisposable {
  readonly endpoint: string
  createBucket(name: string): Promise<void>
}

/**
 * Returns whether tests with Ceph have to be skipped, and prints a notice if so.
 * @throws Error if it is not installed although `CATALOG_REQUIRE_CEPH=1` requires it
 */
export function radosGatewayIsMissing(): boolean {
  const missing = PROGRAMS.find((name) => !existsSync(`/usr/bin/${name}`))
  if (missing === undefined) return false
  const reason = `/usr/bin/${missing} was not found. Install radosgw, ceph-mon, ceph-osd and ceph-common.`
  if (env.CATALOG_REQUIRE_CEPH === '1') throw new Error(reason)
  console.log(`Left out: ${reason}`)
  return true
}

/** Starts a cluster of its own on loopback ports, and sets the AWS variables of this process to its user. */
export async function startRadosGateway(): Promise<RadosGateway> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'catalog-ceph-')))
  const home = folder.path
  // Below the ports that the system gives to outgoing connections.
  const port = 20_000 + (process.pid % 900) * 10
  const [cluster, disk] = [randomUUID(), randomUUID()]
  await mkdir(join(home, 'mon'))
  await mkdir(join(home, 'osd'))
  const config = join(home, 'ceph.conf')
  await writeFile(config, formatConfig(home, cluster, port))
  const call = (program: string, ...words: string[]) =>
    run(program, ['-c', config, ...words], { timeout: START_MS })
  const start = (program: string, ...words: string[]): void => {
    const started = spawn(program, ['-c', config, '-f', ...words], { stdio: 'ignore' })
    stack.defer(() => end(started))
  }
  const address = `[v2:127.0.0.1:${port},v1:127.0.0.1:${port + 1}]`
  const map = join(home, 'monmap')
  await run('monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', address, map])
  const keys = join(home, 'keyring')
  await run('ceph-authtool', ['--create-keyring', keys, '--gen-key', '-n', 'mon.'])
  await call('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keys)
  start('ceph-mon', '-i', 'a')
  // A disk with another id than the registered one never joins the cluster.
  await call('ceph', 'osd', 'new', disk)
  await call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk)
  start('ceph-osd', '-i', '0')
  start('radosgw', '-n', 'client.rgw')
  env.AWS_ACCESS_KEY_ID = 'catalog'
  env.AWS_SECRET_ACCESS_KEY = randomUUID()
  const user = ['--uid=catalog', '--display-name=catalog', `--access-key=${env.AWS_ACCESS_KEY_ID}`]
  await call('radosgw-admin', 'user', 'create', ...user, `--secret=${env.AWS_SECRET_ACCESS_KEY}`)
  const endpoint = `http://127.0.0.1:${port + 9}`
  await untilReady(endpoint)
  const owned = stack.move()
  return {
    endpoint,
    createBucket: (name) => createBucket(endpoint, name),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Kills a program that may have ended by itself. */
async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const ended = once(program, 'exit')
  program.kill('SIGKILL')
  await ended
}

/** Without keys, every kind of connection has to be told not to encrypt: otherwise radosgw retries forever. */
function formatConfig(home: string, cluster: string, port: number): string {
  const connections = ['cluster', 'service', 'client'].flatMap((kind) => [
    `auth ${kind} required = none`,
    `ms ${kind} mode = crc`,
    `ms mon ${kind} mode = crc`,
  ])
  return [
    '[global]',
    `fsid = ${cluster}`,
    'mon initial members = a',
    `mon host = [v2:127.0.0.1:${port},v1:127.0.0.1:${port + 1}]`,
    'public addr = 127.0.0.1',
    'cluster addr = 127.0.0.1',
    ...connections,
    `ms bind port min = ${port + 10_000}`,
    `ms bind port max = ${port + 10_100}`,
    'osd pool default size = 1',
    'osd pool default min size = 1',
    'osd pool default pg num = 8',
    'osd pool default pg autoscale mode = off',
    'osd crush chooseleaf type = 0',
    'mon allow pool size one = true',
    `mon data = ${home}/mon`,
    `osd data = ${home}/osd`,
    'osd objectstore = memstore',
    'memstore device bytes = 4294967296',
    `run dir = ${home}`,
    `log file = ${home}/$name.log`,
    `admin socket = ${home}/$name.asok`,
    'pid file =',
    `keyring = ${home}/keyring`,
    `rgw frontends = beast endpoint=127.0.0.1:${port + 9}`,
    '',
  ].join('\n')
}

async function untilReady(endpoint: string): Promise<void> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline;) {
    const response = await fetch(endpoint).catch(() => undefined)
    if (response?.ok) return
    await pause(200)
  }
  throw new Error('radosgw did not start in time')
}

async function createBucket(endpoint: string, name: string): Promise<void> {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  await client.send(new CreateBucketCommand({ Bucket: name }))
  client.destroy()
}
