import { createCatalogMap, type CatalogMapAttributes } from './catalog-map.ts'
import { readChosen, writeChosen, writePosition, writeYears } from './map/map-address.ts'
import { formatBox, toDegrees } from './map/boxes.ts'
import { readPosition } from './first-view.ts'
import { createListMarks } from './list-marks.ts'
import { createPictureList, type ListTexts } from './picture-list.ts'
import { findTileZoom } from './map/tile-addresses.ts'
import { linkSpots } from './map-spots.ts'
import { createYearRange, withYears } from './map/year-range.ts'

/** The `data-…` attributes of the page of the map. */
interface MapAttributes extends CatalogMapAttributes, ListTexts {
  /** Message after the link to the view was copied. */
  copied?: string
}

/** After the last movement, in milliseconds. The first list comes at once. */
const PAUSE = 150

/** Shows the images of the catalog on a map in the element, and beside it the list of those in view. */
export async function enhance(frame: HTMLElement): Promise<void> {
  const attributes: MapAttributes = frame.dataset
  const shown = await createCatalogMap(frame, attributes, {
    fillsWindow: true,
    position: readPosition(),
    chosen: readChosen(),
    onChoose(chosen) {
      writeChosen(chosen)
      marks.choose(chosen?.image)
    },
    onHover: (key) => marks.hover(key),
  })
  const { map, view, announce, setTiles } = shown
  const marks = createListMarks(document.querySelector<HTMLElement>('.map-panel'), shown.hover)
  const list = createPictureList(attributes, announce)
  const writeView = (): void => {
    const [zoom, center] = [view.getZoom(), view.getCenter()]
    if (zoom !== undefined && center) writePosition({ zoom, center })
  }
  const showList = async (): Promise<void> => {
    const box = toDegrees(view.calculateExtent(map.getSize()))
    await list.show(formatBox(box, findTileZoom(view.getZoom() ?? 0)))
    marks.refresh()
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = 0
  map.on('moveend', () => {
    writeView()
    clearTimeout(timer)
    timer = setTimeout(() => void showList(), pause)
    pause = PAUSE
  })
  const sliders = document.querySelector<HTMLElement>('[data-year-range]')
  if (sliders) {
    createYearRange(sliders, (years) => {
      writeYears(years)
      attributes.page = withYears(attributes.page ?? '', years)
      attributes.pictures = withYears(attributes.pictures ?? '', years)
      attributes.tiles = withYears(attributes.tiles ?? '', years)
      setTiles(attributes.tiles)
      // The list comes with links that do not know the view.
      void showList().then(writeView)
    })
  }
  const spot = document.querySelector<HTMLAnchorElement>('a[data-spot]')
  if (spot) linkSpots(map, spot)
  enhanceLink(attributes.copied ?? '', announce)
  enhanceAreaSwitch(shown.showAreas)
}

function enhanceAreaSwitch(showAreas: (isShown: boolean) => void): void {
  const areas = document.querySelector<HTMLElement>('[data-areas]')
  const box = areas?.querySelector('input')
  if (!areas || !box) return
  const update = (): void => showAreas(box.checked)
  box.addEventListener('change', update)
  // Browsers restore the state of the box on the way back.
  if (!box.checked) update()
}

/** Copies the link to the view, whose address is up to date. */
function enhanceLink(copied: string, announce: (text: string) => void): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-link]')
  link?.addEventListener('click', (event) => {
    if (!('clipboard' in navigator)) return
    event.preventDefault()
    void copyAddress().then((isCopied) => {
      if (!isCopied) return false
      announce(copied)
      link.dataset.done = copied
      return true
    })
  })
}

/** @returns false if the browser does not allow it */
async function copyAddress(): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(location.href)
    return true
  } catch {
    return false
  }
}
