/** Chooses the time zone of the browser, unless another one was chosen. */
export function enhance(choice: HTMLElement): void {
  if (!(choice instanceof HTMLSelectElement) || choice.value !== 'UTC') return
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (Array.from(choice.options).some(({ value }) => value === timeZone)) choice.value = timeZone
}
