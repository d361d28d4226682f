/** Enhances elements with `data-enhance`, each by the module of that name, which loads when the element comes near. */

import type * as Editors from './editors.ts'
import type * as Maps from './maps.ts'
import { watchConnection } from './connection.ts'
import { requestFirstView } from './first-view.ts'
import { createFailureNotice } from './map/failure-notice.ts'
import { claimStorage } from './personal-storage.ts'

interface Enhancement {
  enhance(element: HTMLElement): void | Promise<void>
}

const importMap = (name: keyof typeof Maps) => async (): Promise<Enhancement> => ({
  enhance: (await import('./maps.ts'))[name],
})
const importEditor = (name: keyof typeof Editors) => async (): Promise<Enhancement> => ({
  enhance: (await import('./editors.ts'))[name],
})

const MODULES: Record<string, () => Promise<Enhancement>> = {
  copy: () => import('./copy.ts'),
  divider: () => import('./divider.ts'),
  grid: () => import('./grid.ts'),
  similar: () => import('./similar.ts'),
  'neighbor-keys': () => import('./neighbor-keys.ts'),
  map: importMap('map'),
  'overview-map': importMap('overviewMap'),
  viewer: () => import('./viewer.ts'),
  'small-map': importMap('smallMap'),
  'found-map': importMap('foundMap'),
  'subject-map': importMap('subjectMap'),
  'point-editor': importEditor('pointEditor'),
  'area-editor': importEditor('areaEditor'),
  'editor-form': () => import('./editor-form.ts'),
  form: () => import('./form.ts'),
  fragment: () => import('./fragment.ts'),
  'time-zone': () => import('./time-zone.ts'),
  suggest: () => import('./suggest.ts'),
  where: () => import('./where.ts'),
}

claimStorage()
watchConnection()
const observer = new IntersectionObserver(enhanceVisible, { rootMargin: '200px' })
observeWithin(document)
// Modules replace parts of the page by those of another.
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node instanceof Element) observeWithin(node)
}).observe(document.body, { childList: true, subtree: true })

function observeWithin(root: ParentNode): void {
  if (root instanceof Element && root.matches('[data-enhance]')) observer.observe(root)
  for (const element of root.querySelectorAll('[data-enhance]')) observer.observe(element)
}

function enhanceVisible(entries: IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting || !(target instanceof HTMLElement)) continue
    observer.unobserve(target)
    void enhance(target)
  }
}

async function enhance(element: HTMLElement): Promise<void> {
  requestFirstView(element)
  const module = await loadModule(element)
  await module?.enhance(element)
}

/** @returns undefined if it cannot be loaded, or if there is none */
async function loadModule(element: HTMLElement): Promise<Enhancement | undefined> {
  try {
    return await MODULES[element.dataset.enhance ?? '']?.()
  } catch {
    const retry = (): void => void enhance(element)
    createFailureNotice(element, document.body.dataset.failed, retry).show()
    return undefined
  }
}
