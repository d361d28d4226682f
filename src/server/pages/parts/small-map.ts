import { html, type Html } from '../../../core/base/html.ts'
import type { Basemap } from '../../basemap/find-basemap.ts'
import type { Placement } from '../../presenters/placement.ts'
import type { Visit } from '../visit.ts'
import { formatDirection, renderPosition } from './coordinates.ts'
import { renderMapFrame } from './map-frame.ts'

/** Shows where an image was taken, or the area that it covers. Without scripts, these are the coordinates. */
export function renderSmallMap(visit: Visit, placement: Placement, basemap: Basemap): Html {
  const { geometry, direction, viewingCone } = placement
  const { maps } = visit.messages
  const isArea = geometry.type === 'Polygon'
  const place = (isArea ? maps.areaAround : maps.cameraAt)(renderPosition(visit, placement))
  return renderMapFrame(visit, {
    basemap,
    enhance: 'small-map',
    label: isArea ? maps.area : maps.camera,
    data: {
      geometry: JSON.stringify(geometry),
      ...(direction !== null && { direction: String(direction), cone: String(viewingCone) }),
    },
    caption: html`${place}${direction !== null && maps.looking(formatDirection(visit, direction))}`,
  })
}
