import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'

export interface RegionTexts {
  /** Accessible name of the region. */
  label: string
  /** Instructions for the keyboard. */
  help: string
  /** The name of the button that returns to the start. */
  reset: string
}

/** Attributes with the texts that scripts need for a movable picture or map, in the language of the page. */
export function renderRegionTexts({ messages }: Visit, texts: RegionTexts): Html {
  const { zoomIn, zoomOut } = messages.maps
  const { label, help, reset } = texts
  return html`data-label="${label}" data-help="${help}" data-reset="${reset}"
  data-zoom-in="${zoomIn}" data-zoom-out="${zoomOut}"`
}
