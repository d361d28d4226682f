import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const PLACES = [
  process.env.CATALOG_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Where a Chromium is installed; undefined when tests with a real browser have to be left out. */
export const chromiumPath = PLACES.find((path) => path !== undefined && existsSync(path))

/**
 * Whether a test file has to be left out for want of a browser; says so.
 * @throws Error where `CATALOG_REQUIRE_BROWSER=1` says that there must be one
 */
export function browserIsMissing(): boolean {
  if (chromiumPath !== undefined) return false
  const reason = 'No Chromium was found; CATALOG_CHROMIUM may name one.'
  if (process.env.CATALOG_REQUIRE_BROWSER === '1') throw new Error(reason)
  console.log(`Left out: ${reason}`)
  return true
}

/** A headless Chromium that asks nobody but the pages' own servers. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
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
}
