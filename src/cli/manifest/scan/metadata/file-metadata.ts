/** Metadata of an image from one source. Texts are trimmed and not empty. */
export interface FileMetadata {
  title?: string
  description?: string
  creators?: string[]
  /** When the photograph was taken, as dates in EDTF: `1912`, `1912-05` or `1912-05-17`. They may be the day of a scan. */
  created?: string[]
  /** When the photograph was taken, as a person wrote it: `about 1912`. */
  dateText?: string
  /** When the photograph was digitized, as a date in EDTF. */
  digitized?: string
  /** When the file or its predecessor was created, as a date in EDTF. */
  fileCreated?: string
  /** Copyright, usage terms and license as written. */
  rights?: string[]
  /** Maker, model and software of the scanner or camera. */
  device?: string[]
  keywords?: string[]
  /** In degrees, WGS 84. */
  position?: { latitude: number; longitude: number }
}

/** The dates among texts, in EDTF. */
export function toDates(texts: readonly (string | undefined)[]): string[] {
  return texts.flatMap((text) => (text === undefined ? [] : (toEdtf(text) ?? [])))
}

/** `1912:05:17 10:00:00` → `1912-05-17`. Parts with zeros are unknown. Undefined if it is not a date. */
export function toEdtf(text: string): string | undefined {
  const match = /^\s*(\d{4})[-:]?(\d\d)?[-:]?(\d\d)?(?!\d)/.exec(text)
  const [, year = '0000', month = '00', day = '00'] = match ?? []
  if (Number(year) === 0 || Number(month) > 12) return undefined
  if (Number(month) === 0) return year
  if (Number(day) === 0) return `${year}-${month}`
  return isDay(`${year}-${month}-${day}`) ? `${year}-${month}-${day}` : undefined
}

/** Whether the day exists: there is no 30 February. */
function isDay(date: string): boolean {
  const time = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date)
}

/** Adds a text to a list, unless it is blank or already in the list. */
export function addText(list: string[], text: string | undefined): void {
  const trimmed = text?.trim()
  if (trimmed && !list.includes(trimmed)) list.push(trimmed)
}

/** Leaves out members that are undefined, blank or empty lists. */
export function withoutBlanks(found: {
  [Name in keyof FileMetadata]: FileMetadata[Name] | undefined
}): FileMetadata {
  const members = Object.entries(found)
  const isPresent = (value: unknown): boolean =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== ''
  return Object.fromEntries(members.filter(([, value]) => isPresent(value)))
}
