import process from 'node:process'
import type { Cli } from '../cli.ts'
import { tell } from '../output.ts'
import type { Progress } from '../progress.ts'
import { dataSize, timeSpan } from '../quantities.ts'
import type { Meter, ProgressTotals } from './meter.ts'

/** Leaves room for the numbers beside it on 80 columns. */
const BAR_COLUMNS = 14
const WIDE_BAR_COLUMNS = 40
const WIDE_TERMINAL = 120

/** One line that fills up on a terminal, and leaves no trace at its end. */
export async function startBar(cli: Cli, meter: Meter, totals: ProgressTotals): Promise<Progress> {
  const { SingleBar, Presets } = await import('cli-progress')
  const wide = (cli.stderr.columns ?? 0) >= WIDE_TERMINAL
  const bar = new SingleBar(
    {
      stream: cli.stderr,
      format: `{bar} {percentage}%  {numbers}`,
      noTTYOutput: true,
      barsize: wide ? WIDE_BAR_COLUMNS : BAR_COLUMNS,
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
    },
    Presets.shades_classic,
  )
  const state = (): { numbers: string } => ({ numbers: inNumbers(meter, totals) })
  const done = (): number => Math.min(meter.read().bytes, totals.bytes)
  const update = (): void => bar.update(done(), state())
  const end = (): void => bar.stop()
  // A second Ctrl-C ends the process at once, and the terminal is to have its cursor again.
  process.once('exit', end)
  bar.start(totals.bytes, done(), state())
  return {
    bytes(more) {
      meter.bytes(more)
      update()
    },
    done() {
      meter.done()
      update()
    },
    say(sentence) {
      const shown = bar.isActive
      bar.stop()
      tell(cli, sentence)
      if (shown) bar.start(totals.bytes, done(), state())
    },
    [Symbol.dispose]() {
      process.off('exit', end)
      end()
    },
  }
}

/** `12/412 images  0.8/8.1 GB  12.3 MB/s  9 min left` */
function inNumbers(meter: Meter, totals: ProgressTotals): string {
  const { count, bytes, bytesPerSecond, secondsLeft } = meter.read()
  return [
    `${count}/${totals.count} ${totals.unit}`,
    `${dataSize(bytes)} of ${dataSize(totals.bytes)}`,
    bytesPerSecond === undefined ? '' : `${dataSize(bytesPerSecond)}/s`,
    secondsLeft === undefined ? '' : `${timeSpan(secondsLeft)} left`,
  ]
    .filter((part) => part !== '')
    .join('  ')
}
