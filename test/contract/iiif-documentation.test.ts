import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as limits from '../../src/core/base/limits.ts'

const read = (page: string) =>
  readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8')
const format = (number: number) => number.toLocaleString('en-US')
const { maxWidth, maxArea } = limits.IIIF_LIMITS

test.each([
  ['iiif', `${maxArea / 1e6} million pixels`],
  ['iiif', `${format(maxWidth)} pixels`],
  ['iiif', `at most ${limits.MAX_UPSCALING ** 2} million pixels`],
  ['iiif', `${format(limits.RENDERS_PER_MINUTE)} rendered images per minute`],
  ['iiif', `longer than ${limits.RENDER_SECONDS} seconds`],
  ['iiif', `At most ${limits.MAX_WAITING_RENDERS} requests wait`],
  ['iiif', `${limits.MAX_WAITING_RENDERS_PER_CLIENT} of one address`],
  ['iiif', `at most ${limits.RENDER_WAIT_SECONDS} seconds`],
  ['iiif', `${limits.MAX_DECODED_PIXELS / 1e6} million pixels`],
  ['iiif', `${limits.MAX_UNSENT_BYTES / 2 ** 20} MiB`],
  ['iiif', `at most ${format(limits.MAX_IIIF_ITEMS)} items`],
  ['iiif', `more than ${format(limits.MAX_IIIF_ITEM_PLACE_BYTES)} bytes`],
  ['iiif', `up to ${format(limits.MAX_ACTIVITIES)} activities`],
  ['iiif', `up to ${limits.IIIF_TILE_SIDE} pixels`],
  ['pictures', `${limits.IIIF_TILE_SIDE} × ${limits.IIIF_TILE_SIDE} pixels`],
  ['pictures', `${format(limits.MAX_TILES)} tiles`],
  ['glossary', `${limits.IIIF_TILE_SIDE} × ${limits.IIIF_TILE_SIDE} pixels`],
  ['api', `${format(limits.RENDERS_PER_MINUTE)} per address`],
  ['security', `may request ${format(limits.RENDERS_PER_MINUTE)} a minute`],
  ['security', `queue of ${limits.MAX_WAITING_RENDERS} requests`],
  ['security', `${limits.MAX_WAITING_RENDERS_PER_CLIENT} places`],
  ['security', `more than ${limits.RENDER_WAIT_SECONDS} seconds`],
  ['pictures', `may have ${limits.MAX_METADATA_BYTES / 2 ** 20} MiB`],
  ['pictures', `each for at most ${limits.PROBE_SECONDS} seconds`],
  ['security', `${limits.MAX_UNSENT_BYTES / 2 ** 20} MiB`],
  ['security', `at most ${maxArea / 1e6} million pixels`],
  ['security', `at most ${limits.MAX_DECODED_PIXELS / 1e6} million`],
  ['security', `at most ${limits.RENDER_SECONDS} seconds`],
])('docs/%s.md states the limit: %s', (page, limit) => {
  expect(read(page).replaceAll('\n', ' ')).toContain(limit)
})
