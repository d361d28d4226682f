import type BaseLayer from 'ol/layer/Base.js'
import LayerGroup from 'ol/layer/Group.js'
import { createFailureNotice } from './map/failure-notice.ts'
import { watchSource } from './watch-source.ts'

export interface WatchedLayer {
  load: () => BaseLayer | Promise<BaseLayer>
  /** Says that it cannot be loaded. */
  text: string | undefined
  /** Shown instead while it cannot be loaded. */
  fallback?: readonly BaseLayer[]
}

/**
 * Creates a layer that is loaded while the map is shown already. A notice at the element of the map says if it cannot
 * be loaded, and loads it again.
 */
export function createWatchedLayer(
  frame: HTMLElement,
  { load, text, fallback = [] }: WatchedLayer,
): LayerGroup {
  const instead = new LayerGroup({ layers: [...fallback], visible: false })
  const group = new LayerGroup({ layers: [instead] })
  const notice = createFailureNotice(frame, text, () => void start())
  const show = (): void => {
    notice.show()
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
  return group
}
