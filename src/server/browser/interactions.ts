import type { Extent } from 'ol/extent.js'
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js'
import DragPan from 'ol/interaction/DragPan.js'
import type Interaction from 'ol/interaction/Interaction.js'
import KeyboardPan from 'ol/interaction/KeyboardPan.js'
import KeyboardZoom from 'ol/interaction/KeyboardZoom.js'
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js'
import PinchZoom from 'ol/interaction/PinchZoom.js'
import Kinetic from 'ol/Kinetic.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import type View from 'ol/View.js'

/**
 * Lets users zoom and move a picture by mouse, touch and keyboard. The wheel and a finger scroll the page until the
 * viewer has the focus or the picture is zoomed.
 * @param extent of the picture; null for a map that fills the window, which the wheel and a finger always move
 * @param duration of animations, in milliseconds; 0 for none
 */
export function createInteractions(
  view: View,
  extent: Extent | null,
  duration: number,
): Interaction[] {
  const kinetic = duration > 0 ? new Kinetic(-0.005, 0.05, 100) : undefined
  return [
    new DragPan({
      kinetic,
      condition: (event) => extent === null || !isTouch(event) || isZoomed(view, extent),
    }),
    new PinchZoom({ duration }),
    new DoubleClickZoom({ duration }),
    new MouseWheelZoom({ duration, onFocusOnly: extent !== null }),
    new KeyboardPan({ duration }),
    new KeyboardZoom({ duration }),
  ]
}

function isTouch({ originalEvent }: MapBrowserEvent): boolean {
  return originalEvent instanceof PointerEvent && originalEvent.pointerType === 'touch'
}

function isZoomed(view: View, extent: Extent): boolean {
  return (view.getResolution() ?? 0) < view.getResolutionForExtent(extent) * ALMOST
}

/** For rounding. */
const ALMOST = 0.999
