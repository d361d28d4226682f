import type { Cli } from '../cli.ts'
import { tell } from '../output.ts'
import type { Progress } from '../progress.ts'
import { toSafeJson } from '../sanitize.ts'
import { formatBytes, formatDuration } from '../format.ts'
import type { Meter, ProgressTotals } from './meter.ts'

/** How the state and what is said in between are written. */
interface Style {
  state(meter: Meter, totals: ProgressTotals): string
  said(sentence: string): string
}

/** For logs: no more than a line every so often. */
export const PLAIN: Style = {
  state(meter, totals) {
    const { count, failed, bytes, totalBytes, bytesPerSecond, secondsLeft } = meter.read()
    return [
      `${count} of ${totals.count} ${totals.unit}`,
      ...(failed === 0 ? [] : [`${failed} failed`]),
      ...(totals.bytes === 0 ? [] : [`${formatBytes(bytes)} of ${formatBytes(totalBytes)}`]),
      ...(totals.bytes === 0 || bytesPerSecond === undefined
        ? []
        : [`${formatBytes(bytesPerSecond)}/s`]),
      ...(secondsLeft === undefined || count + failed === totals.count
        ? []
        : [`${formatDuration(secondsLeft)} left`]),
    ].join(', ')
  },
  said: (sentence) => sentence,
}

/** For programs: an object a line. */
export const NDJSON: Style = {
  state(meter, totals) {
    const { count, failed, bytes, totalBytes, bytesPerSecond, secondsLeft } = meter.read()
    return toSafeJson({
      type: 'progress',
      schema: 'catalog.progress/1',
      unit: totals.unit,
      done: count,
      failed,
      total: totals.count,
      bytes,
      total_bytes: totalBytes,
      bytes_per_second: bytesPerSecond === undefined ? null : Math.round(bytesPerSecond),
      seconds_left: secondsLeft === undefined ? null : Math.ceil(secondsLeft),
    })
  },
  said: (sentence) => toSafeJson({ type: 'message', schema: 'catalog.message/1', text: sentence }),
}

/** A line now and then, and one at the end. */
export function startLines(
  cli: Cli,
  meter: Meter,
  { totals, style }: { totals: ProgressTotals; style: Style },
): Progress {
  const say = (): void => tell(cli, style.state(meter, totals))
  const timer = setInterval(say, cli.globals.progressInterval * 1000)
  return {
    addBytes: (more) => meter.addBytes(more),
    addDone: () => meter.addDone(),
    addFailed: () => meter.addFailed(),
    reduceTotal: (bytes) => meter.reduceTotal(bytes),
    log: (sentence) => tell(cli, style.said(sentence)),
    [Symbol.dispose]() {
      clearInterval(timer)
      say()
    },
  }
}
