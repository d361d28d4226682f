import type { Warning } from '../warning.ts'
import { withoutBlanks, type FileMetadata } from './file-metadata.ts'
import type { IptcMetadata } from './read-iptc.ts'

/** Texts that IIM limits, with their names in messages. */
const SINGLE = { title: 'title', description: 'caption' } as const
const LISTS = { creators: 'by-line', rights: 'copyright notice', keywords: 'keyword' } as const

interface OtherMetadata {
  /** Metadata of the same file, of sources that are preferred to IPTC. */
  preferred: readonly FileMetadata[]
  /** All other metadata of the file, in order of preference. */
  others: readonly FileMetadata[]
  /** XMP that was written together with the IPTC data, as its digest says. */
  synchronized?: FileMetadata | undefined
}

/**
 * Replaces texts that IIM's limits cut with the full texts of other metadata: of XMP that was written together with them
 * (Metadata Working Group guidelines 2.0, section 5.3.1), or else of any text that starts with them.
 * @param warnings receives a warning of each text that may be cut and that nothing completes
 */
export function completeIptc(
  { cut, ...iptc }: IptcMetadata,
  { preferred, others, synchronized = {} }: OtherMetadata,
  warnings: Warning[],
): FileMetadata {
  const isUsed = (name: keyof FileMetadata): boolean =>
    preferred.every((other) => other[name] === undefined)
  const complete = (text: string, name: string, full: readonly string[]): string => {
    const longer = full.find((other) => isStartOf(text, other))
    if (longer === undefined && cut.has(text) && !full.includes(text)) warnings.push(toCut(name))
    return longer ?? text
  }
  const completed: Parameters<typeof withoutBlanks>[0] = { ...iptc }
  for (const [name, title] of entriesOf(SINGLE)) {
    const text = iptc[name]
    if (!isUsed(name) || text === undefined) continue
    const full = others.flatMap((other) => other[name] ?? [])
    completed[name] = synchronized[name] ?? complete(text, title, full)
  }
  for (const [name, title] of entriesOf(LISTS)) {
    const full = others.flatMap((other) => other[name] ?? [])
    if (!isUsed(name) || iptc[name] === undefined) continue
    completed[name] =
      synchronized[name] ??
      iptc[name].map((text) => (cut.has(text) ? complete(text, title, full) : text))
  }
  return withoutBlanks(completed)
}

function entriesOf<Name extends string>(names: Readonly<Record<Name, string>>): [Name, string][] {
  return Object.entries(names) as [Name, string][]
}

/** Whether a longer text starts with this one, whose blanks and line breaks programs may have changed. */
function isStartOf(text: string, longer: string): boolean {
  const [short, full] = [text, longer].map((one) => one.normalize('NFC').replaceAll(/\s+/g, ' '))
  return full !== short && full?.startsWith(short ?? '') === true
}

function toCut(name: string): Warning {
  const message = `The ${name} of the IPTC data is as long as IPTC allows, so it may be cut.`
  return { code: 'metadata.cut', message }
}
