import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { execa } from 'execa'

const COLUMNS = 100
const ROWS = 30

/** Seconds before a command, and after its output. */
const PAUSE_SECONDS = 1

interface Recording {
  /** Commands as they are typed. */
  commands: readonly string[]
  /** Runs the program for `catalog`. */
  program: string
  env: NodeJS.ProcessEnv
  /** The folder in which the commands run. */
  folder: string
}

/** Output of a terminal: the time in seconds since its start, and the characters. */
export type Event = [seconds: number, kind: 'o', text: string]

/**
 * Runs commands in a terminal, and records what it shows in version 2 of the format of asciinema
 * (https://docs.asciinema.org/manual/asciicast/v2/). Needs `script` of util-linux.
 */
export async function recordTerminal({ commands, ...options }: Recording): Promise<Event[]> {
  const events: Event[] = []
  for (const command of commands) {
    const began = (events.at(-1)?.[0] ?? 0) + PAUSE_SECONDS
    events.push([began, 'o', `$ ${command}\r\n`])
    for (const [seconds, kind, text] of await runCommand(command, options))
      events.push([round(began + seconds), kind, text])
  }
  return events
}

async function runCommand(
  command: string,
  { program, env, folder }: Omit<Recording, 'commands'>,
): Promise<Event[]> {
  const [output, timing] = [join(folder, '.output'), join(folder, '.timing')]
  const line = `stty cols ${COLUMNS} rows ${ROWS}; ${command.replaceAll(/^catalog/g, program)}`
  const logs = ['--log-out', output, '--log-timing', timing, '--logging-format', 'classic']
  await execa('script', ['--quiet', '--return', '--command', line, ...logs], {
    cwd: folder,
    env: { ...env, TERM: 'xterm', LANG: 'C.UTF-8' },
    stdin: 'ignore',
  })
  // The first and the last line are of `script` itself.
  const bytes = await readFile(output)
  const decoder = new StringDecoder()
  let [at, seconds] = [bytes.indexOf('\n') + 1, 0]
  const lines = (await readFile(timing, 'utf8')).trim().split('\n')
  return lines.map((each): Event => {
    const [delay = 0, count = 0] = each.split(' ').map(Number)
    seconds += delay
    at += count
    return [seconds, 'o', decoder.write(bytes.subarray(at - count, at))]
  })
}

export async function writeCast(file: string, events: readonly Event[]): Promise<void> {
  const header = { version: 2, width: COLUMNS, height: ROWS }
  await writeFile(file, [header, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''))
}

/** Draws all lines that a terminal has at the end. */
export function drawTerminal(events: readonly Event[]): string {
  const lines = readScreen(events.map(([, , text]) => text).join(''))
  const [width, height] = [COLUMNS * 8 + 32, lines.length * 20 + 32]
  const texts = lines.map((line, row) => {
    const kind = line.startsWith('$ ') ? ' class="typed"' : ''
    return `<text x="16" y="${row * 20 + 30}"${kind}>${escapeText(line)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>text { font: 13.3px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d8dee4 } .typed { fill: #fff; font-weight: bold }</style>
<rect width="100%" height="100%" rx="8" fill="#1f2630"/>
${texts.join('\n')}
</svg>
`
}

const ESCAPE = String.fromCharCode(27)
/** Sequence that moves to the beginning of a line, whose former text the program always clears. */
const RETURN = new RegExp(`\\r|${ESCAPE}\\[1G`)
const SEQUENCE = new RegExp(`${ESCAPE}(?:\\[[\\d;?]*[A-Za-z]|[78])`, 'g')

/** Returns the lines of a terminal after this output, also those that were scrolled away. */
function readScreen(output: string): string[] {
  const lines = output.trimEnd().split('\r\n')
  return lines.map((line) => line.split(RETURN).at(-1)?.replaceAll(SEQUENCE, '').trimEnd() ?? '')
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
