import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Rules whose result depends on colors and on the size of the window. */
export const RULES_OF_LOOKS = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
]

export interface AxeOptions {
  /** Only these rules; all by default. */
  rules?: readonly string[]
  /** A selector of elements to remove first, because the page has enough others like them. */
  except?: string | undefined
}

/** Lists what axe finds, buttons that are too small for fingers, and whether the page scrolls sideways. */
export async function findViolations(
  page: Page,
  { rules, except }: AxeOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  await waitForFrames(page)
  return page.evaluate(
    async ({ runOnly, except }) => {
      // Axe examines the elements it excludes too: the API reference took a minute with them.
      for (const element of except ? document.querySelectorAll(except) : []) element.remove()
      const { axe } = globalThis as unknown as {
        axe: { run(context: object, options: object): Promise<AxeResults> }
      }
      const { violations } = await axe.run(document, {
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      })
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
      )
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} pixels too wide`)
      if (document.querySelectorAll('h1').length !== 1) found.push('not exactly one h1')
      for (const button of document.querySelectorAll('button:not(.link), a.button')) {
        const { width, height } = button.getBoundingClientRect()
        if (width > 0 && Math.min(width, height) < 44) found.push(`too small: ${button.outerHTML}`)
      }
      return found
    },
    { runOnly: rules && [...rules], except },
  )
}

/** Maps take over another color scheme or size when they draw the next frame. */
function waitForFrames(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((draw) => requestAnimationFrame(() => requestAnimationFrame(draw))),
  )
}
