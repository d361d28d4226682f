/**
 * Adds a button that copies the text of the text area in the element. `data-copy` is its label, `data-copied` what it says
 * afterward.
 */
export function enhance(element: HTMLElement): void {
  const area = element.querySelector('textarea')
  // Browsers have a clipboard only on secure pages.
  if (!area || !('clipboard' in navigator)) return
  const { copy = '', copied = '' } = element.dataset
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = copy
  // Says "Copied" to screen readers, too.
  button.ariaLive = 'polite'
  button.addEventListener('click', () => {
    area.select()
    void navigator.clipboard.writeText(area.value).then(() => (button.textContent = copied))
  })
  element.append(button)
}
