import { html, type Html } from '../../../core/base/html.ts'
import { INSTALL_BASEMAP, isOnlyFromAfar, type Basemap } from '../../basemap/find-basemap.ts'
import type { PagePolicy } from '../content-security-policy.ts'
import type { Visit } from '../visit.ts'
import { renderCredit } from './map-credit.ts'
import { renderLayerSwitch } from './layer-switch.ts'
import { renderRegionTexts } from './region-texts.ts'

export interface MapFrame {
  basemap: Basemap
  /** The module of `src/server/browser` that shows the map. */
  enhance:
    | 'map'
    | 'overview-map'
    | 'small-map'
    | 'subject-map'
    | 'found-map'
    | 'point-editor'
    | 'area-editor'
  id?: string
  /** Accessible name of the map. */
  label: string
  /** Instructions for the keyboard, if it is more than a map to move. */
  help?: string
  /** The name of the button that returns to the start, unless that is a place. */
  reset?: string
  /** Further `data-…` attributes of the module. */
  data: Readonly<Record<string, string>>
  /** Stands over the map, and in its place without scripts. */
  caption: Html
}

/** Renders the element in which a script shows a map, with the credit of the basemap. */
export function renderMapFrame(visit: Visit, frame: MapFrame): Html {
  const { basemap, enhance, id, label, help, data, caption } = frame
  const { backToPlace, mapHelp } = visit.messages.maps
  const { reset = backToPlace } = frame
  return html`<div
      class="map-container"
      ${id !== undefined && html`id="${id}"`}
      data-enhance="${enhance}"
      ${renderRegionTexts(visit, { label, help: help ?? mapHelp, reset })}
      ${renderData({ ...basemapData(visit, basemap), ...data })}
    >
      <div class="map-texts">
        <p>${caption}</p>
        <p class="map-credit">
          ${renderCredit(basemap.attribution)}
          ${isOnlyFromAfar(basemap) && html`· ${renderGap(visit)}`}
        </p>
      </div>
    </div>
    ${enhance !== 'map' && renderLayerSwitch(visit, basemap)}`
}

/** Says what the map lacks; to staff also how to add it. */
function renderGap({ messages, session }: Visit): Html {
  const { onlyFromAfar, addBasemap } = messages.maps
  if (session?.isStaff !== true) return html`${onlyFromAfar}`
  return html`${onlyFromAfar} ${addBasemap(html`<code>${INSTALL_BASEMAP}</code>`)}`
}

/** Returns the attributes that `src/server/browser/basemap.ts` reads. */
function basemapData({ links, messages }: Visit, { kind, url }: Basemap): Record<string, string> {
  const { maps, errors } = messages
  return {
    basemap: kind,
    'basemap-url': url ?? '',
    world: links.asset('world-110m.json'),
    coasts: links.asset('world-50m.json'),
    'ground-failed': maps.groundFailed,
    'places-failed': maps.placesFailed,
    'try-again': errors.retry,
    locate: maps.locate,
    located: maps.located,
    'locate-failed': maps.locateFailed,
  }
}

function renderData(data: Readonly<Record<string, string>>): Html[] {
  return Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`)
}

/** Returns the permissions that a page with a map needs. */
export function mapPolicy({
  sources,
}: Basemap): Pick<PagePolicy, 'imageSources' | 'connectSources' | 'sendsOrigin'> {
  return { imageSources: sources, connectSources: sources, sendsOrigin: sources.length > 0 }
}
