import type { Cli } from '../cli.ts'
import { tell } from './output.ts'
import { startMeter, type ProgressTotals } from './progress/meter.ts'

/** Displays progress in items and bytes. */
export interface Progress extends Disposable {
  /** Adds transferred bytes; a negative count if they must be sent again. */
  addBytes(count: number): void
  addDone(): void
  /** Counts one item that failed. */
  addFailed(): void
  /** Subtracts bytes from the total, because they need not be sent. */
  reduceTotal(bytes: number): void
  /** Prints a message without disturbing the bar. */
  log(sentence: string): void
}

/** Starts a progress bar on a terminal, or periodic lines elsewhere, on standard error. */
export async function startProgress(cli: Cli, totals: ProgressTotals): Promise<Progress> {
  const style = effectiveStyle(cli)
  if (style === 'none' || totals.count === 0) return silent(cli)
  const meter = startMeter(cli.clock, totals)
  if (style === 'bar') return (await import('./progress/bar.ts')).startBar(cli, meter, totals)
  const { NDJSON, PLAIN, startLines } = await import('./progress/lines.ts')
  return startLines(cli, meter, { totals, style: style === 'json' ? NDJSON : PLAIN })
}

function silent(cli: Cli): Progress {
  return {
    addBytes() {},
    addDone() {},
    addFailed() {},
    reduceTotal() {},
    log: (sentence) => tell(cli, sentence),
    [Symbol.dispose]() {},
  }
}

function effectiveStyle(cli: Cli): 'bar' | 'lines' | 'json' | 'none' {
  const { progress, quiet } = cli.globals
  if (progress !== 'auto') return progress
  if (quiet) return 'none'
  return cli.stderr.isTTY && !cli.env.CI ? 'bar' : 'lines'
}
