import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import PointerInteraction from 'ol/interaction/Pointer.js'
import type { MapPoint } from './aim.ts'

/** Half of the 44 pixels that a finger needs. */
const REACH = 22

/** Points of a map that can be moved. */
export interface DraggablePoints<Name> {
  /** Lists the points; the first of several at one place is moved. */
  list(): readonly { name: Name; at: MapPoint }[]
  move(name: Name, to: MapPoint): void
  /** Called when the pointer lets go. */
  drop(name: Name): void
}

/** Moves the points under the mouse or a finger, instead of the map. */
export function createPointDragging<Name>(points: DraggablePoints<Name>): PointerInteraction {
  let dragged: Name | undefined
  return new PointerInteraction({
    handleDownEvent(event) {
      dragged = findPoint(points, event)?.name
      return dragged !== undefined
    },
    handleDragEvent({ coordinate: [x = 0, y = 0] }) {
      if (dragged !== undefined) points.move(dragged, [x, y])
    },
    handleUpEvent() {
      if (dragged !== undefined) points.drop(dragged)
      dragged = undefined
      return false
    },
    handleMoveEvent(event) {
      event.map
        .getTargetElement()
        ?.classList.toggle('over-point', findPoint(points, event) !== undefined)
    },
  })
}

/** Finds the point nearest to the pointer, if one is near. */
export function findPoint<Name>(
  { list }: Pick<DraggablePoints<Name>, 'list'>,
  { map, pixel: [x = 0, y = 0] }: Pick<MapBrowserEvent, 'map' | 'pixel'>,
): { name: Name; at: MapPoint } | undefined {
  const near = list().map((point) => {
    const [atX = 0, atY = 0] = map.getPixelFromCoordinate([...point.at])
    return { point, distance: Math.hypot(atX - x, atY - y) }
  })
  return near
    .filter(({ distance }) => distance <= REACH)
    .toSorted((one, other) => one.distance - other.distance)[0]?.point
}
