/**
 * Adds a slider that moves the divider between two pictures, of which one lies over the other. Dragging over the pictures
 * moves it, too. `data-label` names it.
 */
export function enhance(pair: HTMLElement): void {
  const slider = document.createElement('input')
  slider.type = 'range'
  slider.ariaLabel = pair.dataset.label ?? ''
  const divide = () => pair.style.setProperty('--divider', `${slider.value}%`)
  slider.addEventListener('input', divide)
  const follow = (event: PointerEvent): void => {
    if (!(event.target instanceof HTMLImageElement) || event.buttons !== 1) return
    const { left, width } = event.target.getBoundingClientRect()
    slider.value = String((100 * (event.clientX - left)) / width)
    divide()
  }
  pair.addEventListener('pointerdown', follow)
  pair.addEventListener('pointermove', follow)
  // Otherwise the browser drags a copy of the picture.
  pair.addEventListener('dragstart', (event) => event.preventDefault())
  pair.append(slider)
}
