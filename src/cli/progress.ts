import type { Cli } from './cli.ts'
import { tell } from './output.ts'

/** Shows how far something is: counted things, and bytes as they move. */
export interface Progress extends Disposable {
  bytes(count: number): void
  done(): void
  /** Tells something in between, without getting into the way of a bar. */
  say(sentence: string): void
}

export interface ProgressTotals {
  /** What is counted: `images`. */
  unit: string
  count: number
  bytes: number
}

const LINE_SECONDS = 10

/** Leaves room for the numbers beside it on 80 columns. */
const BAR_COLUMNS = 20

/** A bar on a terminal, a line now and then elsewhere, both on standard error. */
export async function startProgress(cli: Cli, totals: ProgressTotals): Promise<Progress> {
  const style = effectiveStyle(cli)
  if (style === 'bar') return await startBar(cli, totals)
  return style === 'lines' ? startLines(cli, totals) : silent(cli)
}

function silent(cli: Cli): Progress {
  return { bytes() {}, done() {}, say: (sentence) => tell(cli, sentence), [Symbol.dispose]() {} }
}

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
      barsize: BAR_COLUMNS,
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
    },
    Presets.shades_classic,
  )
  let count = 0
  let bytes = 0
  const numbers = (): object => ({
    count,
    size: `${megabytes(bytes)} of ${megabytes(totals.bytes)}`,
  })
  const update = (): void => bar.update(bytes, numbers())
  bar.start(totals.bytes, 0, numbers())
  return {
    bytes(more) {
      bytes += more
      update()
    },
    done() {
      count += 1
      update()
    },
    say(sentence) {
      const shown = bar.isActive
      bar.stop()
      tell(cli, sentence)
      if (shown) bar.start(totals.bytes, bytes, numbers())
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
    say: (sentence) => tell(cli, sentence),
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
