import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import { defaultBackupsFolder, findNewestBackupTime } from '../../core/backup/backup-folder.ts'
import { MICROS_PER_SECOND } from '../../core/base/clock.ts'
import { filesFolder } from '../../core/storage/disk/data-folder.ts'
import { measureDatabase } from '../../core/database/measure-database.ts'
import { countJobs } from '../../core/job-queue/count-jobs.ts'
import { checkReadable } from '../../core/queries/site/health.ts'
import { countImages } from '../../core/queries/images/image-counts.ts'
import { findStoppedSweep } from '../../core/stored-files/stopped-sweep.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { readVersion } from '../../core/base/version.ts'

interface GaugeOptions {
  name: string
  help: string
  labelNames?: readonly string[]
  read: (gauge: Gauge) => Promise<void>
  /** Called if reading fails or takes too long. By default, the value is left out. */
  fail?: (gauge: Gauge) => void
}

/** The parts of a catalog whose state the gauges read. */
export type GaugedServices = Pick<
  Catalog,
  'address' | 'clock' | 'config' | 'reads' | 'semanticSearch' | 'storage' | 'textSearch'
>

/** Registers the values that are read whenever the metrics are requested. */
export function registerGauges(registry: Registry, services: GaugedServices): void {
  const { config, reads, storage } = services
  const gauges: readonly GaugeOptions[] = [
    describeBuild(services),
    describeHealth('database', 'the database can be read', () => checkReadable(reads)),
    describeHealth('storage', 'image files can be stored', () => storage.requireAvailable()),
    ...describeBackups(services),
    {
      name: 'catalog_images',
      help: 'Images, public or not',
      read: async (gauge) => gauge.set(await countImages(reads)),
    },
    {
      name: 'catalog_jobs',
      help: 'Jobs, by state',
      labelNames: ['state'],
      async read(gauge) {
        const counts = await countJobs(reads)
        for (const [state, jobs] of Object.entries(counts)) gauge.set({ state }, jobs)
      },
    },
    {
      name: 'catalog_database_bytes',
      help: 'Size of the database and of its write-ahead log',
      labelNames: ['file'],
      async read(gauge) {
        const sizes = await measureDatabase(services)
        for (const [file, bytes] of Object.entries(sizes)) gauge.set({ file }, bytes)
      },
    },
    describeIndexes(services),
    {
      name: 'catalog_sweep_stopped',
      help: '1 if the last sweep found more orphaned originals than it moves to the trash',
      read: async (gauge) => gauge.set((await findStoppedSweep(reads)) ? 1 : 0),
    },
    {
      name: 'catalog_storage_bytes',
      help: 'Size of the file system of the image files, and how much of it is free',
      labelNames: ['space'],
      async read(gauge) {
        const { bavail, blocks, bsize } = await statfs(filesFolder(config))
        gauge.set({ space: 'free' }, bavail * bsize)
        gauge.set({ space: 'total' }, blocks * bsize)
      },
    },
  ]
  for (const options of gauges) {
    const { name, help, labelNames = [] } = options
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect: () => collect(gauge, options),
    })
  }
}

/** Leaves time for the response before Prometheus gives up after ten seconds. */
const COLLECT_MS = 5000

/** A value that cannot be read in time is left out, so that the others are still shown. */
async function collect(gauge: Gauge, { read, labelNames, fail }: GaugeOptions): Promise<void> {
  const late = setTimeout(COLLECT_MS, 'late', { ref: false })
  const failed = await Promise.race([read(gauge).catch(() => 'failed'), late])
  if (failed === undefined) return
  if (fail) fail(gauge)
  else if (labelNames) gauge.reset()
  else gauge.remove()
}

function describeBuild({ address }: GaugedServices): GaugeOptions {
  return {
    name: 'catalog_build_info',
    help: 'Version of the server, of Node.js, and the engine of the database',
    labelNames: ['version', 'node', 'database'],
    async read(gauge) {
      const { engine: database } = address
      gauge.set({ version: readVersion(), node: process.versions.node, database }, 1)
    },
  }
}

function describeHealth(
  part: 'database' | 'storage',
  able: string,
  check: () => Promise<void>,
): GaugeOptions {
  return {
    name: `catalog_${part}_up`,
    help: `1 if ${able}, 0 if not`,
    async read(gauge) {
      await check()
      gauge.set(1)
    },
    fail: (gauge) => gauge.set(0),
  }
}

/** PostgreSQL has backups of its own. */
function describeBackups({ address, clock, config }: GaugedServices): GaugeOptions[] {
  if (address.engine !== 'sqlite') return []
  const folder = resolve(config.backups ?? defaultBackupsFolder(config.data))
  const backups: GaugeOptions = {
    name: 'catalog_backup_age_seconds',
    help: 'Age of the newest backup, +Inf if there is none',
    async read(gauge) {
      const newest = await findNewestBackupTime(folder)
      gauge.set(newest === undefined ? Infinity : (clock.now() - newest) / MICROS_PER_SECOND)
    },
  }
  return [backups]
}

function describeIndexes({
  semanticSearch,
  textSearch,
}: Pick<Catalog, 'semanticSearch' | 'textSearch'>): GaugeOptions {
  return {
    name: 'catalog_search_index_bytes',
    help: 'Memory of the search indexes in use, and how much each may use',
    labelNames: ['index', 'memory'],
    async read(gauge) {
      const indexes = { text: textSearch.usage, embeddings: semanticSearch.usage }
      for (const [index, usage] of Object.entries(indexes)) {
        if (!usage) continue
        gauge.set({ index, memory: 'used' }, usage.used)
        gauge.set({ index, memory: 'limit' }, usage.max)
      }
    },
  }
}
