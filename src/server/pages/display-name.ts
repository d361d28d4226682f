import { html, type Html } from '../../core/base/html.ts'
import { FORMER_CONTRIBUTOR } from '../../core/model/former-contributor.ts'
import type { Author } from '../presenters/history.ts'
import type { Visit } from './visit.ts'

const REPLACEMENT = '\ufffd'

/**
 * Invisible characters and those that change the text direction: control, format and private-use characters.
 * The zero-width joiners are allowed, since Persian, Indic scripts and emoji sequences need them.
 */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

/** White space, including letters and fillers without a glyph. */
const BLANK = /\s|\u115f|\u1160|\u2800|\u3164|\uffa0|\u200c|\u200d|\ufffd/gu

/** More combining marks than any script uses, which would overlap the lines above and below. */
const EXCESS_MARKS = /(\p{M}{4})\p{M}+/gu

const GRAPHEMES = new Intl.Segmenter()

/** Renders a name that a user chose, isolated from the direction of the text around it. */
export function renderName(name: string): Html {
  return html`<bdi>${toPlainName(name)}</bdi>`
}

/** Renders the name of who contributed something, which may be a former contributor. */
export function renderContributorName({ messages }: Visit, name: string): Html {
  return name === FORMER_CONTRIBUTOR ? html`${messages.contributors.former}` : renderName(name)
}

/** The same without markup. */
export function formatContributorName({ messages }: Visit, name: string): string {
  return name === FORMER_CONTRIBUTOR ? messages.contributors.former : toPlainName(name)
}

/** Renders the name of who contributed something, with a link to their page if they have one. */
export function renderAuthor(visit: Visit, { name, url }: Author): Html {
  const shown = renderContributorName(visit, name)
  return url === null ? shown : html`<a href="${url}">${shown}</a>`
}

/**
 * Replaces invisible characters in a name, for use without markup.
 * @param maxLength in characters; longer names are cut
 */
export function toPlainName(name: string, maxLength = Number.POSITIVE_INFINITY): string {
  const visible = name.replace(INVISIBLE, REPLACEMENT).replace(EXCESS_MARKS, '$1')
  if (visible.replace(BLANK, '') === '') return '(no readable name)'
  const characters = Array.from(GRAPHEMES.segment(visible), ({ segment }) => segment)
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : visible
}
