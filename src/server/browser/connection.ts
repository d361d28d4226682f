/** Tells everyone that the device is offline, as long as it is. The text is that of `data-offline` of the page. */
export function watchConnection(): void {
  const notice = document.createElement('p')
  notice.role = 'alert'
  notice.className = 'note'
  notice.textContent = document.body.dataset.offline ?? ''
  const show = (): void => document.querySelector('main')?.prepend(notice)
  addEventListener('offline', show)
  addEventListener('online', () => notice.remove())
  if (!navigator.onLine) show()
}
