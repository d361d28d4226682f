import process from 'node:process'
import type { Cli } from '../../cli.ts'
import { tell } from '../output.ts'
import type { Meter, Progress, ProgressTotals, Reading } from './meter.ts'
import { formatBytes, formatDuration } from '../format.ts'

/** Leaves space for the numbers on a terminal of 80 columns. */
const BAR_COLUMNS = 14
const WIDE_BAR_COLUMNS = 40
const WIDE_TERMINAL = 120
const NARROW_TERMINAL = 60

/** The bar counts thousandths, of either bytes or items. */
const PARTS = 1000

/** Displays a progress bar on a terminal, and clears it at the end. */
export async function startBar(cli: Cli, meter: Meter, totals: ProgressTotals): Promise<Progress> {
  const { SingleBar } = await import('cli-progress')
  const columns = cli.stderr.columns ?? 0
  const barsize = barColumns(columns)
  const bar = new SingleBar({
    stream: cli.stderr,
    format: `${barsize > 0 ? '{bar} ' : ''}{percentage}%  {numbers}`,
    noTTYOutput: true,
    barsize,
    ...barCharacters(cli.env),
    barGlue: '',
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: false,
  })
  const room = columns === 0 ? Infinity : columns - barsize - ' 100%  '.length
  const numbers = (): { numbers: string } => ({
    numbers: formatReading(meter.read(), totals, room),
  })
  const done = (): number => countDoneParts(meter.read(), totals)
  const update = (): void => bar.update(done(), numbers())
  const end = (): void => bar.stop()
  // A second Ctrl-C exits at once; the terminal's cursor must be shown again.
  process.once('exit', end)
  bar.start(PARTS, done(), numbers())
  return {
    addBytes(more) {
      meter.addBytes(more)
      update()
    },
    addDone() {
      meter.addDone()
      update()
    },
    addFailed() {
      meter.addFailed()
      update()
    },
    reduceTotal(less) {
      meter.reduceTotal(less)
      update()
    },
    log(sentence) {
      const shown = bar.isActive
      bar.stop()
      tell(cli, sentence)
      if (shown) bar.start(PARTS, done(), numbers())
    },
    [Symbol.dispose]() {
      process.off('exit', end)
      end()
    },
  }
}

function barColumns(columns: number): number {
  if (columns >= WIDE_TERMINAL) return WIDE_BAR_COLUMNS
  return columns > 0 && columns < NARROW_TERMINAL ? 0 : BAR_COLUMNS
}

/** Uses ASCII characters on a terminal whose encoding is not UTF-8. */
function barCharacters({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv) {
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value)
  return locale === undefined || /utf-?8/i.test(locale)
    ? { barCompleteChar: '\u2588', barIncompleteChar: '\u2591' }
    : { barCompleteChar: '#', barIncompleteChar: '.' }
}

/** Takes the larger share of bytes and items: a file uploaded in an earlier run counts without sending bytes. */
function countDoneParts(
  { count, failed, bytes, totalBytes }: Reading,
  totals: ProgressTotals,
): number {
  const share = Math.max(bytes / totalBytes || 0, (count + failed) / totals.count || 0)
  return Math.round(PARTS * Math.min(share, 1))
}

/** `12/412 images  0.8 of 8.1 GB  12.3 MB/s  9 min left`, or the most important parts if there is less room. */
function formatReading(reading: Reading, totals: ProgressTotals, room: number): string {
  const { count, failed, bytes, totalBytes, bytesPerSecond, secondsLeft } = reading
  const wrong = failed === 0 ? '' : `  ${failed} failed`
  const counted = `${count}/${totals.count} ${totals.unit}${wrong}`
  const hasBytes = totals.bytes > 0
  const sent = hasBytes ? `${formatBytes(bytes)} of ${formatBytes(totalBytes)}` : ''
  const rate = !hasBytes || bytesPerSecond === undefined ? '' : `${formatBytes(bytesPerSecond)}/s`
  const left = secondsLeft === undefined ? '' : `${formatDuration(secondsLeft)} left`
  const forms = [[counted, sent, rate, left], [counted, sent, left], [counted, left], [counted]]
  const lines = forms.map((parts) => parts.filter((part) => part !== '').join('  '))
  return lines.find((line) => line.length <= room) ?? counted
}
