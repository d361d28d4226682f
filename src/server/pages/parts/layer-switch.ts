import { html, type Html } from '../../../core/base/html.ts'
import { displayEdtf } from '../../../core/edtf/display.ts'
import { parseEdtf } from '../../../core/edtf/parse.ts'
import type { Basemap } from '../../basemap/find-basemap.ts'
import type { ShownLayer } from '../../basemap/find-layers.ts'
import type { Visit } from '../visit.ts'
import { renderCredit } from './map-credit.ts'
import { chooseText, renderLang } from './translated.ts'

/**
 * Renders the fields with which users lay another map over the basemap. `src/server/browser/map-layers.ts` shows them,
 * and moves the credits to the map.
 */
export function renderLayerSwitch(visit: Visit, { layers }: Pick<Basemap, 'layers'>): Html | null {
  if (layers.length === 0) return null
  const { maps } = visit.messages
  return html`<div
    data-layers="${JSON.stringify(layers.map((layer) => describe(visit, layer)))}"
    hidden
  >
    <div class="year-range">
      <label
        >${maps.layer}
        <select>
          <option value="">${maps.noLayer}</option>
          ${layers.map((layer) => renderOption(visit, layer))}
        </select></label
      >
      <label
        >${maps.opacity} <strong></strong> <input type="range" min="0" max="100" step="5"
      /></label>
    </div>
    <p class="soft" data-outside hidden>
      ${maps.layerOutside} <button type="button" class="quiet">${maps.showLayer}</button>
    </p>
    ${layers.map(({ id, credit }) => html`<span data-credit="${id}" hidden> · ${renderCredit(credit)}</span>`)}
  </div>`
}

/** Describes a layer for the script, as a `LayerDescription`. */
function describe({ language, messages }: Visit, layer: ShownLayer): object {
  const { id, kind, address, bounds, opacity, maxZoom } = layer
  const failed = messages.maps.layerFailed(chooseText(layer.title, language).text)
  const box = bounds && [bounds.west, bounds.south, bounds.east, bounds.north]
  return { id, kind, address, box, opacity, maxZoom, failed }
}

function renderOption({ language }: Visit, { id, title, years }: ShownLayer): Html {
  const chosen = chooseText(title, language)
  const dates = years === null ? '' : ` (${displayEdtf(parseEdtf(years), language)})`
  return html`<option value="${id}" ${renderLang(chosen)}>${chosen.text}${dates}</option>`
}
