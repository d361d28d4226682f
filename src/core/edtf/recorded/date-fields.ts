/** A reason why the only reading of a recorded date may not be what was meant. */
export type Doubt =
  | 'brackets'
  | 'century'
  | 'compact'
  | 'copyright'
  | 'day-first'
  | 'distance'
  | 'limit'
  | 'mask'
  | 'month-or-year'
  | 'next-century'
  | 'open-end'
  | 'other-language'
  | 'overlap'
  | 'part'
  | 'qualified-part'
  | 'scope'
  | 'season-code'
  | 'turn-of-century'
  | 'unlikely-year'
  | 'weekday'
  | 'winter'

/** `?` uncertain, `~` approximate, `%` both. */
export type Mark = '' | '?' | '~' | '%'

/** A date of a recorded text, whose missing parts may stand at the other end of a range. */
export interface DateFields {
  /** Four characters, with X for unspecified digits; null if the text has no year here. */
  year: string | null
  /** 1 to 12, or 21 to 41 for a season or another part of the year as in EDTF. */
  month: number | null
  day: number | null
  /** A number without a unit: the 3 of `3-5 May 1912`, the 15 of `1910-15`. */
  bare: string | null
  /** A decade without a century: 3 for the thirties. */
  decadeDigit: string | null
  mark: Mark
}

/** One way to read a part of a recorded date. */
export interface Draft {
  from: DateFields
  /** The end of a period that one phrase names, such as `early 1920s`; null for a single date. */
  to: DateFields | null
  doubts: readonly Doubt[]
  /** Separator between the numbers of a numeric date. */
  separator?: string
  /** The separator of a month or season from the year before it: a sign, or a space before a word. */
  monthSeparator?: string
  /** The year that a word for a decade refers to: in several languages it also means years. */
  namedYears?: string
  /** Whether the text has a decade and its century: `the twenties of the 20th century`. */
  isDecadeOfCentury?: true
  /** Whether the century is a guess, because the text has only two digits of the year. */
  isExpanded?: true
  /** Whether the number without a unit is a Roman numeral: it is no day, and no abbreviated year. */
  isRoman?: true
  /** Position of a qualifier that may refer to all dates of the phrase. */
  qualifiedAt?: 'start' | 'end'
}

/** An EDTF text, which is not yet known to be valid, and why it may not be what was meant. */
export interface DraftReading {
  edtf: string
  doubts: readonly Doubt[]
}

const NO_FIELDS: DateFields = {
  year: null,
  month: null,
  day: null,
  bare: null,
  decadeDigit: null,
  mark: '',
}

export function createDraft(fields: Partial<DateFields>, doubts: readonly Doubt[] = []): Draft {
  return { from: { ...NO_FIELDS, ...fields }, to: null, doubts }
}

export function createPeriod(
  from: Partial<DateFields>,
  to: Partial<DateFields>,
  doubts: readonly Doubt[] = [],
): Draft {
  return { from: { ...NO_FIELDS, ...from }, to: { ...NO_FIELDS, ...to }, doubts }
}

/** Whether the date needs nothing from the other end of a range. */
export function isComplete({ year, bare, decadeDigit, month, day }: DateFields): boolean {
  const hasLooseNumber = bare !== null || decadeDigit !== null
  return year !== null && !hasLooseNumber && (day === null || month !== null)
}

export function isCompleteDraft({ from, to }: Draft): boolean {
  return isComplete(from) && (to === null || isComplete(to))
}

/** Formats complete fields in EDTF. The day may not exist. */
export function formatFields({ year, month, day, mark }: DateFields): string {
  const parts = [year ?? '', month, day].filter((part) => part !== null)
  return parts.map((part) => String(part).padStart(2, '0')).join('-') + mark
}

export function formatDraft({ from, to }: Draft): string {
  return to === null ? formatFields(from) : `${formatFields(from)}/${formatFields(to)}`
}

/** Adds a qualifier to all dates of a draft. */
export function addMark(draft: Draft, mark: Mark): Draft {
  if (mark === '') return draft
  const add = (fields: DateFields): DateFields => ({
    ...fields,
    mark: combineMarks(fields.mark, mark),
  })
  return { ...draft, from: add(draft.from), to: draft.to && add(draft.to) }
}

export function combineMarks(one: Mark, other: Mark): Mark {
  if (one === '' || one === other) return other
  return other === '' ? one : '%'
}

/** Whether a date has a qualifier. */
export function isMarked({ from, to }: Draft): boolean {
  return from.mark !== '' || (to !== null && to.mark !== '')
}

/** 19 is `18XX`. */
export function formatCentury(century: number): string {
  return `${String(century - 1).padStart(2, '0')}XX`
}
