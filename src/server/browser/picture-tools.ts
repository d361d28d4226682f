import type OpenLayersMap from 'ol/Map.js'
import type View from 'ol/View.js'
import { createButton } from './toolbar.ts'

/** The `data-…` attributes with the names of the tools, in the language of the page. */
export interface ToolTexts {
  fullScreen?: string
  rotate?: string
  /** The name of the button for light and contrast. */
  tones?: string
  light?: string
  contrast?: string
}

type Filter = 'brightness' | 'contrast'

const QUARTER_TURN = Math.PI / 2

/** Creates the buttons of a picture: full screen, a quarter turn, and sliders for light and contrast. */
export function createPictureTools(
  frame: HTMLElement,
  { map, fit }: { map: OpenLayersMap; fit: () => void },
): HTMLElement[] {
  const { fullScreen = '', rotate = '', tones = '' }: ToolTexts = frame.dataset
  const sliders = createSliders(map, frame.dataset)
  const tonesButton = createButton('◐', tones, () => {
    sliders.hidden = !sliders.hidden
    tonesButton.ariaExpanded = String(!sliders.hidden)
  })
  tonesButton.ariaExpanded = 'false'
  const rotateButton = createButton('↻', rotate, () => {
    turn(map.getView())
    fit()
  })
  return [...createFullScreenButton(frame, fullScreen, fit), rotateButton, tonesButton, sliders]
}

/** Not all phones show an element in full screen. */
function createFullScreenButton(frame: HTMLElement, name: string, fit: () => void): HTMLElement[] {
  if (!document.fullscreenEnabled) return []
  frame.addEventListener('fullscreenchange', fit)
  const toggle = () =>
    document.fullscreenElement ? document.exitFullscreen() : frame.requestFullscreen()
  return [createButton('▣', name, () => void toggle())]
}

function turn(view: View): void {
  view.cancelAnimations()
  view.setRotation(view.getRotation() + QUARTER_TURN)
}

function createSliders(map: OpenLayersMap, { light, contrast }: ToolTexts): HTMLElement {
  const panel = document.createElement('div')
  panel.className = 'tones'
  panel.hidden = true
  const filters: Record<Filter, string> = { brightness: '1', contrast: '1' }
  const addSlider = (filter: Filter, name = ''): void => {
    const label = document.createElement('label')
    const input = document.createElement('input')
    Object.assign(input, { type: 'range', min: '0.4', max: '2.2', step: '0.1', value: '1' })
    input.addEventListener('input', () => {
      filters[filter] = input.value
      const layers = map.getViewport()?.querySelector<HTMLElement>('.ol-layers')
      if (layers)
        layers.style.filter = `brightness(${filters.brightness}) contrast(${filters.contrast})`
    })
    label.append(name, input)
    panel.append(label)
  }
  addSlider('brightness', light)
  addSlider('contrast', contrast)
  return panel
}
