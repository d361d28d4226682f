/**
 * The map on a slow connection, 1.6 Mbit/s with a latency of 300 ms, without anything in the cache: milliseconds until the
 * page is painted, until all marks are on the map, and until the list beside it is there; and how much the layout shifts.
 * `MAP_IMAGES` sets the number of images (100,000 by default). `MAP_DATA` names a data directory instead, such as that of
 * `catalog demo`. `MAP_ONLY` selects views by a part of their names.
 */

import { env, exit } from 'node:process'
import type { Page } from 'playwright-core'
import { shareChromium } from '../support/chromium.ts'
import { openScaleCatalog } from './scale/catalog.ts'
import { serveInChild } from './scale/serve-child.ts'
import { percentile, showMs, startTable, reportFigure } from './support/table.ts'

const RUNS = 5
const LATENCY_MS = 300
const BYTES_PER_SECOND = 1_600_000 / 8
const LIMIT_MS = 3000
/** Above this, a page counts as unstable (https://web.dev/articles/cls). */
const MAX_SHIFT = 0.1

const VIEWS = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

interface Measured {
  painted: number
  map: number
  list: number
  shift: number
  requests: number
  kilobytes: number
}

/** Runs in the page before its scripts: notes when its parts appear. */
function watchParts(): void {
  const times: Record<string, number> = {}
  const parts = {
    map: '.map-container.enhanced .map[data-shown]',
    list: '[data-in-view] h2',
  }
  let shift = 0
  Object.assign(globalThis, { readTimes: () => ({ ...times, shift }) })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntriesByName('first-contentful-paint'))
      times.painted = startTime
  }).observe({ type: 'paint', buffered: true })
  new MutationObserver(() => {
    for (const [name, part] of Object.entries(parts))
      if (times[name] === undefined && document.querySelector(part)) times[name] = performance.now()
  }).observe(document, { childList: true, subtree: true, attributes: true })
}

async function open(url: string, viewport: (typeof VIEWS)[keyof typeof VIEWS]): Promise<Measured> {
  const context = await (await shareChromium()).newContext({ viewport })
  const page = await context.newPage()
  const traffic = await slowDown(page)
  await page.addInitScript(watchParts)
  await page.goto(url)
  await page.locator('.map-container.enhanced .map[data-shown]').waitFor()
  await page.locator('[data-in-view] h2').waitFor()
  const times = await page.evaluate(() =>
    (
      globalThis as unknown as { readTimes: () => Omit<Measured, keyof typeof traffic> }
    ).readTimes(),
  )
  await context.close()
  return { ...times, ...traffic }
}

/** Counts what is loaded, too. */
async function slowDown(page: Page): Promise<Pick<Measured, 'requests' | 'kilobytes'>> {
  const traffic = { requests: 0, kilobytes: 0 }
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.requests += 1
    traffic.kilobytes += encodedDataLength / 1000
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  return traffic
}

const data = env.MAP_DATA ?? (await openScaleCatalog(Number(env.MAP_IMAGES ?? 100_000)))
await using server = await serveInChild(data)
const print = startTable('view', 'painted', 'map', 'list', 'shift', 'requests', 'kB')
let hasFailed = false
for (const [name, viewport] of Object.entries(VIEWS)) {
  if (!name.includes(env.MAP_ONLY ?? '')) continue
  const runs: Measured[] = []
  for (let run = 0; run < RUNS; run += 1)
    runs.push(await open(`${server.url}/map/?run=${run}`, viewport))
  const median = (part: keyof Measured) =>
    percentile(
      runs.map((one) => one[part]),
      0.5,
    )
  const isOver = median('map') > LIMIT_MS || median('shift') > MAX_SHIFT
  hasFailed ||= isOver
  reportFigure(
    `map on a slow connection, ${name}`,
    `${showMs(median('map'))} ms, shift ${median('shift').toFixed(3)}`,
    `at most ${LIMIT_MS} ms, and ${MAX_SHIFT}`,
  )
  print(
    name,
    showMs(median('painted')),
    showMs(median('map')) + (isOver ? ' (!)' : ''),
    showMs(median('list')),
    median('shift').toFixed(3),
    median('requests'),
    Math.round(median('kilobytes')),
  )
}
await (await shareChromium()).close()
if (hasFailed) exit(1)
