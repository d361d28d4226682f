import { html, type Html } from '../../core/html.ts'

const REPLACEMENT = '\ufffd'

/**
 * What nobody sees and what turns text around: control, format and private characters. The two joiners
 * stay, for Persian, Indian scripts and families of pictographs need them.
 */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Blanks that are no blanks to Unicode, and letters that show nothing. */
const BLANK = /\s|\u115f|\u1160|\u2800|\u3164|\uffa0|\u200c|\u200d|\ufffd/gu

/** More marks on one letter than any script has would be painted over the lines around. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu

const SHOWN_CHARACTERS = new Intl.Segmenter()

/** A name that somebody chose, in a sentence of ours: it stays among its own characters and can't pose as ours. */
export function chosenName(name: string): Html {
  return html`<bdi>${plainName(name)}</bdi>`
}

/** The same without markup, for a window's title. @param longest characters that are left of it */
export function plainName(name: string, longest = Number.POSITIVE_INFINITY): string {
  const seen = name.replace(UNSEEN, REPLACEMENT).replace(PILED_MARKS, '$1')
  if (seen.replace(BLANK, '') === '') return 'without a readable name'
  const characters = Array.from(SHOWN_CHARACTERS.segment(seen), ({ segment }) => segment)
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : seen
}
