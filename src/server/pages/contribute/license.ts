import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'

/** Says under which license contributions are published, if the server has one. */
export function renderContributionsLicense({ site, messages }: Visit): Html | null {
  if (site.contributionsLicense === null) return null
  const { permalink, display_name: name } = site.contributionsLicense
  const link = html`<a href="${permalink}" target="_blank">${name}</a>`
  return html`<p class="soft">${messages.contribute.license(link)}</p>`
}
