/**
 * Opens a catalog with its lists in memory, then loads the indexes of the searches. Sends the resident memory in
 * megabytes before and after each.
 */

import { setTimeout as pause } from 'node:timers/promises'
import { argv, exit, memoryUsage } from 'node:process'
import { openCompiledCatalog } from './compiled-catalog.ts'

const SETTLE_MS = 5000

const catalog = await openCompiledCatalog(argv[2]!)
const page = { number: 1, size: 20 }
await catalog.lists.ask('page', {
  list: 'images',
  filter: { visibility: 'public' },
  terms: [],
  page,
})
const lists = await readResident()
const { signal } = new AbortController()
await catalog.textSearch.find({ text: 'church', threshold: 0.5, filter: {}, page }, '', signal)
const text = await readResident()
await catalog.inView.find({ latitude: 47, longitude: 7, radius: null, filter: {}, page })
const inView = await readResident()
process.send!({ lists, text, inView }, () => exit())

async function readResident(): Promise<number> {
  await pause(SETTLE_MS)
  return memoryUsage().rss / 1024 ** 2
}
