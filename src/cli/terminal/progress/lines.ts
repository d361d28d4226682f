import type { Cli } from '../../cli.ts'
import { tell } from '../output.ts'
import type { Meter, Progress, ProgressTotals } from './meter.ts'
import { toSafeJson } from '../sanitize.ts'
import { formatBytes, formatDuration } from '../format.ts'

/** Format of progress and messages. */
interface Style {
  formatState(meter: Meter, totals: ProgressTotals): string
  formatMessage(text: string): string
}

/** Plain text, for logs. */
export const PLAIN: Style = {
  formatState(meter, totals) {
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
  formatMessage: (text) => text,
}

/** One JSON object per line, for programs. */
export const NDJSON: Style = {
  formatState(meter, totals) {
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
  formatMessage: (text) => toSafeJson({ type: 'message', schema: 'catalog.message/1', text }),
}

/** Writes a line at every `--progress-interval`, and one at the end. */
export function startLines(
  cli: Cli,
  meter: Meter,
  { totals, style }: { totals: ProgressTotals; style: Style },
): Progress {
  const writeState = (): void => tell(cli, style.formatState(meter, totals))
  const timer = setInterval(writeState, cli.globals.progressInterval * 1000)
  return {
    addBytes: (more) => meter.addBytes(more),
    addDone: () => meter.addDone(),
    addFailed: () => meter.addFailed(),
    reduceTotal: (bytes) => meter.reduceTotal(bytes),
    log: (text) => tell(cli, style.formatMessage(text)),
    [Symbol.dispose]() {
      clearInterval(timer)
      writeState()
    },
  }
}
