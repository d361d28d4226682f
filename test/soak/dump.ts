import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { argv } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { dumpCatalog } from '../../src/core/dump/dump.ts'
import { loadDump } from '../../src/core/dump/load.ts'
import { digestFile } from '../support/digests.ts'
import { writeGeneratedDump } from '../support/generated-dump.ts'
import { endCampaign, sizeOf } from '../support/soak.ts'
import { openTestCatalog } from '../support/open-catalog.ts'

/** Loads and dumps a large generated catalog: `node test/soak/dump.ts [LINES]`. */
const lines = Number(argv[2]) || sizeOf('LINES', 300_000)
const texts = ['bridge ', 'Brücke ', 'мост '].map((word) => word.repeat(10).trim())

await using here = await openTestCatalog()
const [from, to] = [join(here.folder, 'from'), join(here.folder, 'to')]
const written = await writeGeneratedDump(from, {
  seed: 1,
  images: Math.round(lines / 4.04),
  texts,
  filesEvery: 500,
})
const memory = watchMemory()
await timed('load', () => loadDump(here.catalog, from, { acceptStaff: true }))
await timed('dump', () => dumpCatalog(here.catalog, to, { files: true }))
memory.stop()

const [before, after] = await Promise.all(
  [from, to].map((folder) => digestFile(join(folder, 'catalog.ndjson'))),
)
if (before !== after) throw new Error('the second dump differs from the first')
const { size } = await stat(join(to, 'catalog.ndjson'))
console.log(`same bytes after ${written} lines, ${Math.round(size / 1e6)} MB`)
endCampaign({
  size: `${written} lines`,
  seed: 1,
  failures: 0,
  figures: { megabytes: Math.round(size / 1e6), held_at_most_mb: memory.mostHeld() },
})

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  const perSecond = Math.round(written / seconds)
  console.log(`${name}: ${seconds.toFixed(1)} s, ${perSecond} lines/s, ${memory.report()}`)
}

/** Measures the memory that remains after garbage collection, compared to the start. */
function watchMemory() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = (): number => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = held()
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, held() - before)), 250)
  const mostHeld = (): number => Math.round(most / 1e6)
  return {
    mostHeld,
    report: () => {
      const resident = Math.round(process.resourceUsage().maxRSS / 1000)
      return `held at most ${mostHeld()} MB, resident at most ${resident} MB`
    },
    stop: () => clearInterval(timer),
  }
}
