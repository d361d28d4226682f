import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { CliResult } from './test-cli.ts'

/** A transcript of shell commands and their output. */
export interface Transcript {
  add(argv: readonly string[], result: CliResult): void
  /** Compares the transcript with a golden file, or records it if `UPDATE_GOLDENS` is set. */
  compare: (name: string) => Promise<void>
}

/** @param places texts that differ between runs, by their replacements */
export function startTranscript(places: Record<string, string>): Transcript {
  const parts: string[] = []
  return {
    add(argv, { code, stdout, stderr }) {
      const errors = stderr.replaceAll(/^(?=.)/gm, '! ')
      parts.push(`$ catalog ${argv.map(quoted).join(' ')}\n${errors}${stdout}[${code}]\n`)
    },
    async compare(name) {
      const golden = new URL(`../../fixtures/goldens/cli/${name}.txt`, import.meta.url)
      const text = steady(parts.join('\n'), places)
      if (process.env.UPDATE_GOLDENS) await writeFile(golden, text)
      expect(text, 'If you intended this: npm run goldens').toBe(await readFile(golden, 'utf8'))
    },
  }
}

/** Splits a command line into words. Single quotes enclose spaces. */
export function splitWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, inner]) => inner ?? word)
}

function quoted(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word}'`
}

/** Replaces random ids, times, ports and paths with placeholders. */
function steady(text: string, places: Record<string, string>): string {
  let steady = text
  for (const [shown, found] of Object.entries(places)) steady = steady.replaceAll(found, shown)
  steady = steady.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid-1')
  return (
    steady
      .replaceAll(/^[0-9a-f]{8}(?=  )/gm, 'journal1')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-03-01T12:00:00.000000Z')
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, '2026-03-01 12:00:00 UTC')
      .replaceAll(/Took [^.]+\./g, 'Took 1 s.')
      .replaceAll(/\?v=[\w-]+/g, '?v=1')
      .replaceAll(/(\/upload[^\s"]*)\?[^\s"]*/g, '$1?signed')
      .replaceAll(/cat_(at|cs)_[\w-]{43}/g, 'cat_$1_secret')
      .replaceAll(/\b[0-9a-f]{32}\b/g, '0123456789abcdef0123456789abcdef')
      .replaceAll(/\b[0-9a-f]{11}…/g, '0123456789a…')
      .replaceAll(/(\/images\/\d+\/)[\w-]{22}\//g, '$1version/')
      .replaceAll(/[^\s"]*\/catalog-cli-\w{6}\b/g, '/home/ada')
      // The size of a database depends on its pages.
      .replaceAll(/("bytes": |  )\d{7}\b/g, '$11000000')
      .replaceAll(/\b1\.\d MB/g, '1.0 MB')
      .replaceAll(/ as \S+ \(host\)/g, ' as root (host)')
  )
}
