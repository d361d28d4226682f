import type { Cli } from './cli.ts'
import { tell } from './output.ts'
import { startMeter, type ProgressTotals } from './progress/meter.ts'

/** Shows how far something is: counted things, and bytes as they move. */
export interface Progress extends Disposable {
  /** So many bytes moved; fewer than none where they must move again. */
  addBytes(count: number): void
  addDone(): void
  /** One thing came to an end without being done. */
  addFailed(): void
  /** So many bytes of the total will not move. */
  reduceTotal(bytes: number): void
  /** Tells something in between, without getting into the way of a bar. */
  log(sentence: string): void
}

/** A bar on a terminal, a line now and then elsewhere, all on standard error. */
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
