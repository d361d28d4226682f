import type { Cli } from '../cli.ts'
import { tell } from './output.ts'
import { startMeter, type Progress, type ProgressTotals } from './progress/meter.ts'

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
