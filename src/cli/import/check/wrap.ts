import { displayWidth } from '../../table.ts'

const FIRST = '  '
const NEXT = '    '
/** Narrower than this nothing can be laid out. */
const LEAST = 20

/** Breaks a sentence at its blanks, so that it fits a terminal, further lines indented more. */
export function wrap(sentence: string, width: number): string {
  const room = Math.max(LEAST, width)
  const lines: string[] = []
  let line = FIRST
  for (const word of sentence.split(' ')) {
    const longer = line.trim() === '' ? `${line}${word}` : `${line} ${word}`
    if (displayWidth(longer) <= room || line.trim() === '') line = longer
    else {
      lines.push(line)
      line = `${NEXT}${word}`
    }
  }
  return [...lines, line].join('\n')
}
