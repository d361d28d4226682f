/**
 * Adds a slider that moves the divider between two pictures, of which one lies over the other. `data-label` names it.
 */
export function enhance(pair: HTMLElement): void {
  const slider = document.createElement('input')
  slider.type = 'range'
  slider.ariaLabel = pair.dataset.label ?? ''
  slider.addEventListener('input', () => pair.style.setProperty('--divider', `${slider.value}%`))
  pair.append(slider)
}
