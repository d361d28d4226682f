import type { Text } from './open-text.ts'
import { toCells, parseObject, type ParsedObject } from './json-record.ts'
import type { CellProblem, Table, TableRecord } from './table.ts'

const MAX_LINE_CHARACTERS = 1024 ** 2
const MAX_NAMES = 1000

/** Opens a file with one JSON object per line. Its header is the union of all member names. */
export async function openJsonl(text: Text): Promise<Table> {
  const names = new Set<string>()
  for await (const { line } of readLines(text)) {
    const parsed = parseLine(line)
    if ('object' in parsed && names.size < MAX_NAMES) {
      for (const name of Object.keys(parsed.object)) names.add(name)
    }
  }
  const header = [...names]
  return {
    format: 'jsonl',
    encoding: text.encoding,
    delimiter: null,
    sheet: null,
    header,
    headerRow: null,
    findings: [],
    records: () => readRecords(text, header),
  }
}

async function* readRecords(text: Text, header: readonly string[]): AsyncGenerator<TableRecord> {
  for await (const { line, number } of readLines(text)) {
    const parsed = parseLine(line)
    const place = { line: number, sheetRow: number }
    if ('object' in parsed) yield { ...toCells(parsed.object, header), ...place }
    else yield { cells: [line], problems: [parsed.problem], isUnreadable: true, ...place }
  }
}

/** Parses one line, whose length is bounded. */
export function parseLine(line: string): ParsedObject {
  return line.length > MAX_LINE_CHARACTERS ? { problem: TOO_LONG } : parseObject(line)
}

const TOO_LONG: CellProblem = {
  code: 'json.malformed',
  severity: 'error',
  message: 'The line is longer than 1 MB. Put each object on its own line.',
}

export interface Line {
  /** Cut off soon after the length limit. */
  line: string
  /** Counted from 1. */
  number: number
}

/** Reads the lines of a text that are not blank. */
export async function* readLines(text: Pick<Text, 'chunks'>): AsyncGenerator<Line> {
  let number = 1
  let rest = ''
  for await (const chunk of text.chunks()) {
    const [first = '', ...more] = chunk.split('\n')
    rest = appendPiece(rest, first)
    for (const piece of more) {
      if (rest.trim() !== '') yield { line: rest, number }
      rest = piece
      number += 1
    }
  }
  if (rest.trim() !== '') yield { line: rest, number }
}

function appendPiece(line: string, piece: string): string {
  return line.length > MAX_LINE_CHARACTERS ? line : line + piece
}
