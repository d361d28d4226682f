import { findDayOrder } from '../../core/edtf/recorded/day-order.ts'
import { formatCount } from '../terminal/format.ts'

/** Counts the numeric dates of a column by their order of day and month. */
export interface DayOrderCounter {
  /** @param rows number of rows with this date */
  add(recorded: string | undefined, rows: number): void
  /** Tells what order the other dates prove; undefined if every date has one meaning, or none proves it. */
  describe(): string | undefined
}

export function createDayOrderCounter(): DayOrderCounter {
  const counts = { 'day-first': 0, 'month-first': 0, either: 0 }
  const examples = { 'day-first': '', 'month-first': '', either: '' }
  return {
    add(recorded, rows) {
      if (recorded === undefined) return
      const order = findDayOrder(recorded)
      if (order === undefined) return
      counts[order] += rows
      examples[order] ||= recorded
    },
    describe() {
      const { 'day-first': dayFirst, 'month-first': monthFirst, either } = counts
      if (either === 0 || dayFirst + monthFirst === 0) return undefined
      const others = `${formatCount(either, 'date')} such as ${examples.either}`
      if (dayFirst > 0 && monthFirst > 0) {
        return `The order of day and month is mixed (${examples['day-first']}, ${examples['month-first']}), so ${others} cannot be read.`
      }
      const order = dayFirst > 0 ? 'day-first' : 'month-first'
      const name = dayFirst > 0 ? 'day' : 'month'
      const proof = `${formatCount(counts[order], 'date')} such as ${examples[order]}`
      return `The order of ${others} is unknown. ${proof} ${counts[order] === 1 ? 'begins' : 'begin'} with the ${name}: --${order} reads all of them so.`
    },
  }
}
