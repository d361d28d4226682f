/** The `data-…` attributes with the texts of a movable picture or map, as the server's `renderRegionTexts` writes them. */
export interface RegionTexts {
  /** Accessible name of the region. */
  label?: string
  /** Instructions for the keyboard. */
  help?: string
  zoomIn?: string
  zoomOut?: string
  /** The name of the button that returns to the start. */
  reset?: string
}

/**
 * Creates the element of a movable picture or map, which keyboards reach. The help is for screen readers, because it
 * would move the text below; the buttons show the same.
 */
export function createRegion(
  className: string,
  { label = '', help = '' }: RegionTexts,
): HTMLElement {
  const region = document.createElement('div')
  region.className = className
  region.tabIndex = 0
  region.role = 'region'
  region.ariaLabel = label
  const description = document.createElement('p')
  description.id = `${className}-help`
  description.className = 'unseen'
  description.textContent = help
  region.append(description)
  region.setAttribute('aria-describedby', description.id)
  return region
}
