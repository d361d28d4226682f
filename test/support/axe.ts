import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Lists what axe finds, buttons that are too small for fingers, and whether the page scrolls sideways. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } }
    const { violations } = await axe.run()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    )
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} pixels too wide`)
    for (const button of document.querySelectorAll('button:not(.link), a.button')) {
      const { width, height } = button.getBoundingClientRect()
      if (width > 0 && Math.min(width, height) < 44) found.push(`too small: ${button.outerHTML}`)
    }
    return found
  })
}
