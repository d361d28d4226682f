import { readFileSync } from 'node:fs'

export interface MemorySample {
  seconds: number
  megabytes: number
}

/** Samples the resident memory of a process at this interval (Linux). */
export function sampleMemory(pid: number, everySeconds: number) {
  const samples: MemorySample[] = []
  const began = performance.now()
  const timer = setInterval(() => {
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(statusOf(pid))?.[1])
    const seconds = (performance.now() - began) / 1000
    if (Number.isFinite(kilobytes)) samples.push({ seconds, megabytes: kilobytes / 1024 })
  }, everySeconds * 1000)
  return {
    samples: samples as readonly MemorySample[],
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the growth in megabytes per minute by least squares, without the warm-up. */
export function growthPerMinute(samples: readonly MemorySample[], warmUpSeconds: number): number {
  const counted = samples.filter(({ seconds }) => seconds >= warmUpSeconds)
  const mean = (values: number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length
  const time = mean(counted.map(({ seconds }) => seconds))
  const memory = mean(counted.map(({ megabytes }) => megabytes))
  let covariance = 0
  let variance = 0
  for (const { seconds, megabytes } of counted) {
    covariance += (seconds - time) * (megabytes - memory)
    variance += (seconds - time) ** 2
  }
  return variance === 0 ? 0 : (covariance / variance) * 60
}
