/**
 * Walks the IIIF collections of a large catalog from the topmost one. Every document has to be valid and at its own
 * address, and every public image has to be found exactly once, others not at all. IMAGES, SOURCES, COLLECTIONS and
 * SEED in the environment select the catalog; half of the images are in its first collection.
 */

import { walkCollections } from '../support/presentation-walk.ts'
import { createSeed } from '../support/seed.ts'
import { numbersFrom } from '../support/seeded-numbers.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'
import { startTestServer } from '../support/test-server.ts'

const IMAGES = sizeOf('IMAGES', 1_000_000)
const SOURCES = sizeOf('SOURCES', 1500)
const COLLECTIONS = sizeOf('COLLECTIONS', 3000)
/** One id of so many belongs to no image. */
const GAPS = 50

const seed = seedOf(1)
const below = numbersFrom(seed)
await using server = await startTestServer()
const rows = createSeed(server)
const expected = await fillCatalog()

let bytes = 0
let slowestMs = 0
const began = performance.now()
const { manifests, collections, problems } = await walkCollections(server.baseUrl, get)
const seconds = (performance.now() - began) / 1000

const found = manifests.map((url) => Number(/\/images\/(\d+)\/$/.exec(url)?.[1]))
const repeated = found.length - new Set(found).size
const missing = expected.size - new Set(found.filter((id) => expected.has(id))).size
const unexpected = found.filter((id) => !expected.has(id)).length
for (const problem of problems.slice(0, 20)) console.log(problem)
console.log({ repeated, missing, unexpected })
endCampaign({
  size: `${IMAGES} images, ${COLLECTIONS} collections, ${SOURCES} sources`,
  seed,
  failures: problems.length + repeated + missing + unexpected,
  figures: {
    documents: collections.length,
    manifests: found.length,
    mebibytes: Math.round(bytes / 2 ** 20),
    seconds: Math.round(seconds),
    slowest_ms: Math.round(slowestMs),
  },
})

/** @returns the ids of the public images */
async function fillCatalog(): Promise<Set<number>> {
  const isOpen = drawFlags(SOURCES)
  for (const open of isOpen) await rows.source({ public: open ? 1 : 0 })
  const isShown = drawFlags(COLLECTIONS)
  const shown = new Set<number>()
  const parts = divideImages()
  for (const [n, ids] of parts.entries()) {
    const source = n === 0 ? 0 : below(SOURCES)
    const flags = { source_id: source + 1, public: isShown[n] ? 1 : 0 } as const
    await rows.images(await rows.collection(flags), ids)
    if (isShown[n] && isOpen[source]) for (const id of ids) shown.add(id)
  }
  console.log(`${IMAGES} images, of which ${shown.size} are public`)
  return shown
}

/** Nine of ten are true, and always the first. */
function drawFlags(length: number): boolean[] {
  return Array.from({ length }, (_, n) => n === 0 || below(10) > 0)
}

/** @returns the ids of the images of each collection */
function divideImages(): number[][] {
  const parts: number[][] = Array.from({ length: COLLECTIONS }, () => [])
  for (let id = 1, made = 0; made < IMAGES; id++) {
    if (below(GAPS) === 0) continue
    parts[below(2) === 0 ? 0 : below(COLLECTIONS)]!.push(id)
    made += 1
  }
  return parts
}

async function get(url: string): Promise<unknown> {
  const asked = performance.now()
  const response = await fetch(url)
  const text = await response.text()
  slowestMs = Math.max(slowestMs, performance.now() - asked)
  bytes += text.length
  return JSON.parse(text)
}
