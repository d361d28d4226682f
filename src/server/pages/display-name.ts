import { html, type Html } from '../../core/html.ts'

const REPLACEMENT = '\ufffd'

/**
 * Invisible characters and those that change the text direction: control, format and private-use characters.
 * The two joiners are left out, since Persian, Indic scripts and emoji sequences need them.
 */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Blanks, including letters and fillers that show nothing. */
const BLANK = /\s|\u115f|\u1160|\u2800|\u3164|\uffa0|\u200c|\u200d|\ufffd/gu

/** More combining marks than any script uses; they would overlap the lines around. */
const EXCESS_MARKS = /(\p{M}{4})\p{M}+/gu

const GRAPHEMES = new Intl.Segmenter()

/** A user-chosen name within our text, isolated so that it cannot change the text around it. */
export function renderName(name: string): Html {
  return html`<bdi>${toPlainName(name)}</bdi>`
}

/** The same without markup, for titles. @param longest maximum number of characters */
export function toPlainName(name: string, longest = Number.POSITIVE_INFINITY): string {
  const seen = name.replace(INVISIBLE, REPLACEMENT).replace(EXCESS_MARKS, '$1')
  if (seen.replace(BLANK, '') === '') return '(no readable name)'
  const characters = Array.from(GRAPHEMES.segment(seen), ({ segment }) => segment)
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : seen
}
