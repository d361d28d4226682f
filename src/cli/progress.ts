import type { Cli } from './cli.ts'
import { tell } from './output.ts'

/** Shows how far something is: counted things, and bytes as they move. */
export interface Progress extends Disposable {
  bytes(count: number): void
  done(): void
}

export interface ProgressTotals {
  /** What is counted: `images`. */
  unit: string
  count: number
  bytes: number
}

const LINE_SECONDS = 10

/** A bar on a terminal, a line now and then elsewhere, both on standard error. */
export async function startProgress(cli: Cli, totals: ProgressTotals): Promise<Progress> {
  const style = effectiveStyle(cli)
  if (style === 'bar') return await startBar(cli, totals)
  return style === 'lines' ? startLines(cli, totals) : SILENT
}

const SILENT: Progress = { bytes() {}, done() {}, [Symbol.dispose]() {} }

function effectiveStyle(cli: Cli): 'bar' | 'lines' | 'none' {
  const { progress, quiet } = cli.globals
  if (progress !== 'auto') return progress
  if (quiet) return 'none'
  return cli.stderr.isTTY && !cli.env.CI ? 'bar' : 'lines'
}

async function startBar(cli: Cli, totals: ProgressTotals): Promise<Progress> {
  const { SingleBar, Presets } = await import('cli-progress')
  const bar = new SingleBar(
    {
      stream: cli.stderr,
      format: `{bar} {percentage}%  {count}/${totals.count} ${totals.unit}  {size}`,
      noTTYOutput: true,
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
    },
    Presets.shades_classic,
  )
  let count = 0
  let bytes = 0
  const update = (): void =>
    bar.update(bytes, { count, size: `${megabytes(bytes)} of ${megabytes(totals.bytes)}` })
  bar.start(totals.bytes, 0, { count, size: '' })
  return {
    bytes(more) {
      bytes += more
      update()
    },
    done() {
      count += 1
      update()
    },
    [Symbol.dispose]: () => bar.stop(),
  }
}

function startLines(cli: Cli, totals: ProgressTotals): Progress {
  let count = 0
  let bytes = 0
  const say = (): void =>
    tell(
      cli,
      `${count} of ${totals.count} ${totals.unit}, ${megabytes(bytes)} of ${megabytes(totals.bytes)}`,
    )
  const timer = setInterval(say, LINE_SECONDS * 1000)
  return {
    bytes(more) {
      bytes += more
    },
    done() {
      count += 1
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      say()
    },
  }
}

/** `8.1 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
