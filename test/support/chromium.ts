import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const PLACES = [
  process.env.CATALOG_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Path of an installed Chromium; undefined if browser tests have to be skipped. */
export const chromiumPath = PLACES.find((path) => path !== undefined && existsSync(path))

/**
 * Returns whether browser tests have to be skipped, and prints a notice if so.
 * @throws Error if no browser is installed although `CATALOG_REQUIRE_BROWSER=1` requires one
 */
export function browserIsMissing(): boolean {
  if (chromiumPath !== undefined) return false
  const reason = 'No Chromium was found; CATALOG_CHROMIUM may name one.'
  if (process.env.CATALOG_REQUIRE_BROWSER === '1') throw new Error(reason)
  console.log(`Left out: ${reason}`)
  return true
}

let shared: Promise<Browser> | undefined

/**
 * Shares a headless Chromium between all tests of a test worker, with which it ends. It connects only to the servers of
 * the pages.
 */
export function shareChromium(): Promise<Browser> {
  shared ??= chromium.launch({
    executablePath: chromiumPath!,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
  return shared
}
