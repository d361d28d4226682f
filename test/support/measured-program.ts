import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'

const PROGRAM = fileURLToPath(new URL('../../bin/catalog.js', import.meta.url))
const TELL_MEMORY = `data:text/javascript,process.on('exit',()=>{const u=process.resourceUsage();process.stderr.write('\\nused '+u.maxRSS+' '+(u.userCPUTime+u.systemCPUTime))})`

/**
 * Runs the built program in a process of its own.
 * @param onLine receives each line of standard error when it is written
 * @returns its standard output, and its time and memory as a text
 */
export async function runMeasured(
  words: readonly string[],
  onLine: (line: string) => void = () => {},
): Promise<{ stdout: string; usage: string }> {
  const begun = performance.now()
  const running = execa(process.execPath, ['--import', TELL_MEMORY, PROGRAM, ...words], {
    reject: false,
    maxBuffer: 100_000_000,
  })
  createInterface({ input: running.stderr }).on('line', onLine)
  const { stdout, stderr } = await running
  const seconds = (performance.now() - begun) / 1000
  const [, kilobytes, micros] = /used (\d+) (\d+)/.exec(stderr) ?? []
  const memory = Number(kilobytes) / 1024
  const busy = Number(micros) / 1_000_000
  const usage = `${seconds.toFixed(1)} s (${busy.toFixed(1)} s of processor), ${memory.toFixed(0)} MB`
  return { stdout, usage }
}
