/** Order of day and month in numeric dates such as 5/12/1920; `either` if both are in use. */
export type DayOrder = 'day-first' | 'month-first' | 'either'

const NUMERIC_DATE = /^(?<first>\d{1,2})(?<sign>[-./])(?<second>\d{1,2})\k<sign>\d{4}$/u

/**
 * Returns the order of a numeric date: 25/12/1920 begins with the day, and 5/12/1920 with either. Returns undefined for
 * any other text, and for a date that is the same in both orders.
 */
export function findDayOrder(text: string): DayOrder | undefined {
  const { groups } = NUMERIC_DATE.exec(text.trim()) ?? {}
  const [first, second] = [Number(groups?.first), Number(groups?.second)]
  if (first === second) return undefined
  const orders: DayOrder[] = [
    ...(isDayAndMonth(first, second) ? (['day-first'] as const) : []),
    ...(isDayAndMonth(second, first) ? (['month-first'] as const) : []),
  ]
  return orders.length === 2 ? 'either' : orders[0]
}

function isDayAndMonth(day: number, month: number): boolean {
  return day >= 1 && day <= 31 && month >= 1 && month <= 12
}
