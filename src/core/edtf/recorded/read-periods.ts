import { createDraft, createPeriod, formatCentury, type Draft } from './date-fields.ts'

/** `winter 1910/11` extends over two years. */
export function readWinter(season = '', first = '', last = ''): readonly Draft[] {
  const year = String(Number(first) + 1)
  if (season !== '24' || last === '' || !year.endsWith(last)) return []
  return [createPeriod({ year: first, month: 12 }, { year, month: 2 }, ['winter'])]
}

/** `1900s` is a decade or a century. */
export function readDecade(digits = ''): readonly Draft[] {
  if (!/^(?:1\d|20)\d0$/u.test(digits)) return []
  const decade = createDraft({ year: `${digits.slice(0, 3)}X` })
  const century = createDraft({ year: `${digits.slice(0, 2)}XX` })
  return digits.endsWith('00') ? [decade, century] : [decade]
}

export function readNamedYears(values: readonly string[]): readonly Draft[] {
  const digits = values.find((value) => value !== '') ?? ''
  const drafts = readDecade(digits)
  if (drafts.length > 0) return drafts.map((draft) => ({ ...draft, namedYears: digits }))
  return /^\d{4}$/u.test(digits) ? [{ ...createDraft({ bare: digits }), namedYears: digits }] : []
}

/** The century of the twenties is unknown, unless the other end of a range has it. */
export function readShortDecade(digits = ''): readonly Draft[] {
  if (!/^\d0$/u.test(digits)) return []
  const decadeDigit = digits.charAt(0)
  const centuries = Number(decadeDigit) < 3 ? ['19', '18', '20'] : ['19', '18']
  return [
    createDraft({ decadeDigit }),
    ...centuries.map((century): Draft => {
      return { ...createDraft({ year: `${century}${decadeDigit}X` }), isExpanded: true }
    }),
  ]
}

export function readCentury(number = ''): readonly Draft[] {
  const century = Number(number)
  if (century < 1 || century > 21) return []
  return [createDraft({ year: formatCentury(century) })]
}

/** `the twenties of the 20th century` */
export function readDecadeOfCentury(values: readonly string[]): readonly Draft[] {
  const [decade = '', number] = values.filter((value) => value !== '')
  if (!/^\d0$/u.test(decade)) return []
  return readCentury(number).map((draft) => ({
    ...draft,
    isDecadeOfCentury: true,
    from: { ...draft.from, year: `${draft.from.year?.slice(0, 2)}${decade.charAt(0)}X` },
  }))
}

export function readTurnOfCentury(values: readonly string[]): readonly Draft[] {
  const century = Number(values.findLast((value) => value !== ''))
  if (century < 2 || century > 21) return []
  return [createTurnOfCentury(formatCentury(century).replace('XX', '00'))]
}

export function createTurnOfCentury(year: string): Draft {
  return createDraft({ year, mark: '~' }, ['turn-of-century'])
}
