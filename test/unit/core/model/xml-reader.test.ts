import { expect, test } from 'vitest'
import { createXmlReader } from '../../../../src/core/model/xml-reader.ts'

const SHEET = `<?xml version="1.0"?><!-- > --><x:row r="1>2"><c s='"' t="it's"/>a &lt; b<![CDATA[<c>]]></x:row >`

function read(pieces: readonly string[]): string[] {
  const told: string[] = []
  const reader = createXmlReader({
    open: (name, attributes) =>
      told.push(`open ${name} ${attributes('r')} ${attributes('s')} ${attributes('t')}`),
    text: (text) => told.push(text),
    close: (name) => told.push(`close ${name}`),
  })
  for (const piece of pieces) reader(piece)
  return told
}

test('reads the same XML however it is split, even within a tag or a quotation', () => {
  const whole = read([SHEET])
  expect(whole).toEqual([
    'open row 1>2 undefined undefined',
    `open c undefined " it's`,
    'close c',
    'a < b',
    '<c>',
    'close row',
  ])
  expect(read(SHEET.split(''))).toEqual(whole)
  for (let at = 1; at < SHEET.length; at += 1) {
    expect(read([SHEET.slice(0, at), SHEET.slice(at)]), SHEET.slice(0, at)).toEqual(whole)
  }
})
