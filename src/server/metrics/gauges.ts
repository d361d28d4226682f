import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import { filesFolder } from '../../core/data-folder.ts'
import { measureDatabase } from '../../core/db/measure-database.ts'
import { countJobs } from '../../core/jobs/queue/list.ts'
import { countImages } from '../../core/queries/image-counts.ts'
import { findStoppedSweep } from '../../core/stored-files/stopped-sweep.ts'
import type { Services } from '../../core/services.ts'

interface GaugeOptions {
  name: string
  help: string
  labelNames?: readonly string[]
  read: (gauge: Gauge) => Promise<void>
}

/** Registers the values that are read whenever the metrics are requested. */
export function registerGauges(
  registry: Registry,
  services: Pick<Services, 'address' | 'config' | 'reads' | 'semanticSearch' | 'textSearch'>,
): void {
  const { config, reads } = services
  const gauges: readonly GaugeOptions[] = [
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
  for (const { name, help, labelNames = [], read } of gauges) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect: () => read(gauge),
    })
  }
}

function describeIndexes({
  semanticSearch,
  textSearch,
}: Pick<Services, 'semanticSearch' | 'textSearch'>): GaugeOptions {
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
