import type BaseLayer from 'ol/layer/Base.js'
import LayerGroup from 'ol/layer/Group.js'
import { createFailureNotice } from './map/failure-notice.ts'
import { watchSource } from './watch-source.ts'

export interface LayerToWatch {
  load: () => BaseLayer | Promise<BaseLayer>
  /** Says that it cannot be loaded. */
  text: string | undefined
  /** Creates what is shown instead while it cannot be loaded. */
  createFallback?: () => BaseLayer[]
}

export interface WatchedLayer {
  layer: LayerGroup
  /** Ends the notice, because the layer is not shown any more. */
  dismiss: () => void
}

/**
 * Creates a layer that is loaded while the map is shown already. A notice at the element of the map says if it cannot
 * be loaded, and loads it again.
 */
export function createWatchedLayer(
  frame: HTMLElement,
  { load, text, createFallback }: LayerToWatch,
): WatchedLayer {
  const instead = new LayerGroup({ visible: false })
  const group = new LayerGroup({ layers: [instead] })
  const notice = createFailureNotice(frame, text, () => void start())
  let isDismissed = false
  const show = (): void => {
    if (isDismissed) return
    notice.show()
    if (instead.getLayers().getLength() === 0) instead.getLayers().extend(createFallback?.() ?? [])
    instead.setVisible(true)
  }
  const hide = (): void => {
    notice.hide()
    instead.setVisible(false)
  }
  const start = async (): Promise<void> => {
    try {
      const layer = await load()
      for (const part of layer.getLayersArray()) {
        const source = part.getSource()
        if (source) watchSource(source, { show, hide })
      }
      group.getLayers().setAt(1, layer)
    } catch {
      show()
    }
  }
  void start()
  return {
    layer: group,
    dismiss() {
      isDismissed = true
      notice.hide()
    },
  }
}
