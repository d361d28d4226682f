import { html, type Html } from '../../core/html.ts'

const REPLACEMENT = '\ufffd'

/**
 * Invisible characters and those that change the text direction: control, format and private-use characters.
 * The two joiners are left out, since Persian, Indic scripts and emoji sequences need them.
 */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Blanks, including letters and fillers that show nothing. */
const BLANK = /\s|\u115f|\u1160|\u2800|\u3164|\uffa0|\u200c|\u200d|\ufffd/gu

/** More combining marks than any script uses; they would overlap the lines around. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu

const SHOWN_CHARACTERS = new Intl.Segmenter()

/** A user-chosen name within our text, isolated so that it cannot change the text around it. */
export function chosenName(name: string): Html {
  return html`<bdi>${plainName(name)}</bdi>`
}

/** The same without markup, for titles. @param longest maximum number of characters */
export function plainName(name: string, longest = Number.POSITIVE_INFINITY): string {
  const seen = name.replace(UNSEEN, REPLACEMENT).replace(PILED_MARKS, '$1')
  if (seen.replace(BLANK, '') === '') return '(no readable name)'
  const characters = Array.from(SHOWN_CHARACTERS.segment(seen), ({ segment }) => segment)
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : seen
}
