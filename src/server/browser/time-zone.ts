/** Chooses the time zone of the browser. */
export function enhance(choice: HTMLElement): void {
  if (!(choice instanceof HTMLSelectElement)) return
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  if (Array.from(choice.options).some(({ value }) => value === timeZone)) choice.value = timeZone
}
