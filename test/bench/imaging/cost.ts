import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Cost {
  cpuSeconds: number
  peakMegabytes: number
}

/** Reads the CPU time of a process so far, which the kernel counts in hundredths of a second. */
export async function costOf(pid: number): Promise<Cost> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)![1])
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  return { cpuSeconds: (user + system) / 100, peakMegabytes: kilobytes / 1024 }
}

/** Runs a command with one libvips thread. Writes a file `time` into the folder. Needs `time` (Debian: time). */
export async function costOfCommand(command: string[], folder: string): Promise<Cost> {
  const report = join(folder, 'time')
  const env = { PATH: process.env['PATH'], VIPS_CONCURRENCY: '1' }
  execFileSync('time', ['-f', '%U %S %M', '-o', report, ...command], { env, stdio: 'inherit' })
  const [user, system, kilobytes] = (await readFile(report, 'utf8')).split(' ').map(Number)
  return { cpuSeconds: user! + system!, peakMegabytes: kilobytes! / 1024 }
}

/** Measures each contender in turn, round by round, so that other load affects all of them. Returns the medians. */
export async function compareCosts<Name extends string>(
  contenders: Record<Name, () => Promise<Cost>>,
  rounds: number,
): Promise<Record<Name, Cost>> {
  const measured = Object.fromEntries(
    Object.keys(contenders).map((name) => [name, [] as Cost[]]),
  ) as Record<Name, Cost[]>
  for (let round = 0; round < rounds; round += 1)
    for (const name in contenders) measured[name].push(await contenders[name]())
  return Object.fromEntries(
    Object.entries<Cost[]>(measured).map(([name, costs]) => [name, medianCost(costs)]),
  ) as Record<Name, Cost>
}

export function printCosts(costs: Record<string, Cost>): void {
  for (const [name, { cpuSeconds, peakMegabytes }] of Object.entries(costs)) {
    const megabytes = peakMegabytes.toFixed(0).padStart(4)
    console.log(`${name.padEnd(44)} ${cpuSeconds.toFixed(2)} CPU s  ${megabytes} MB`)
  }
}

function medianCost(costs: Cost[]): Cost {
  return {
    cpuSeconds: median(costs.map(({ cpuSeconds }) => cpuSeconds)),
    peakMegabytes: median(costs.map(({ peakMegabytes }) => peakMegabytes)),
  }
}

export function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
