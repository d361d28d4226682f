import type { Host } from './host.ts'
import { Refusal, type Complaint } from './image-record.ts'
import { SENTENCES, type Sentence } from './sentences.ts'

/** What the program said that is wrong, and its exit code, or the status of its response. */
export interface Statement {
  text: string
  code: number | undefined
}

/** Finds out what is wrong; undefined if all is well. */
export type Observe = (host: Host) => Promise<Statement | undefined>

/** Two faults, each of which two sentences may name. */
const MOST_REMEDIES = 6

/**
 * Follows what the program says until it says nothing more.
 * @returns the names of the sentences
 * @throws if a sentence is unknown, has another exit code, or comes again after its remedy
 */
export async function repair(host: Host, observe: Observe): Promise<string[]> {
  const followed: Sentence[] = []
  const seen = new Set<string>()
  for (;;) {
    const statement = await observe(host)
    if (statement === undefined) return followed.map(({ name }) => name)
    const { text, code } = statement
    const known = findSentence(statement)
    if (seen.has(text)) throw new Error(`the remedy does not help: ${code} ${text}`)
    seen.add(text)
    if (followed.push(known.sentence) > MOST_REMEDIES)
      throw new Error(`too many remedies: ${code} ${text}`)
    const { sentence, match } = known
    if (sentence.remedy === 'doctor') await followDoctor(host)
    else await sentence.remedy(host, match)
  }
}

/** The running server only says that something is wrong. Its administrator asks `catalog doctor` what. */
async function followDoctor(host: Host): Promise<void> {
  const followed = await repair(host, observeDoctor())
  followed.push(...(await repair(host, observeDoctor('--server'))))
  if (followed.length === 0) throw new Error('doctor finds nothing')
}

/** @throws if the table has no such sentence with this exit code */
export function findSentence({ text, code }: Statement) {
  const flaw = FLAWS.find((pattern) => pattern.test(text))
  if (flaw !== undefined) throw new Error(`not a sentence: ${code} ${text}`)
  for (const sentence of SENTENCES) {
    const match = sentence.pattern.exec(text)
    if (match && sentence.codes.includes(code ?? 0)) return { sentence, match }
  }
  throw new Error(`not in the table of sentences: ${code} ${text}`)
}

/** What never helps an administrator. */
const FLAWS = [/\n\s+at /, /internal error/i, /\bbug\b/i, /\[object /, /undefined/]

/** Starts the server if it does not run, looks at what it shows, and imports an image. */
export const observeService: Observe = async (host) => {
  const ended = await host.findEnd()
  if (ended) throw new Error(`the server ended by itself: ${ended.code} ${ended.said} ${ended.log}`)
  const server = await host.serve()
  if (!server.isRunning) return { text: requireOneSentence(server.said), code: server.code }
  const [complaint] = await host.images.check(server.baseUrl)
  const refusal = complaint ?? (await findRefusal(host.images.importImage(server.baseUrl)))
  return refusal && readComplaint(refusal)
}

async function findRefusal(work: Promise<void>): Promise<Refusal | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Runs a command of the program. */
export const observeCommand =
  (...words: string[]): Observe =>
  async (host) => {
    const { code, said } = await host.catalog(...words)
    return code === 0 ? undefined : { text: requireOneSentence(said), code }
  }

/** Runs `catalog doctor`, and reads the first error that it reports. */
export const observeDoctor =
  (...flags: string[]): Observe =>
  async (host) => {
    const { code, said, printed } = await host.catalog('doctor', ...flags, '--json')
    if (code === 0) return undefined
    const results = JSON.parse(printed) as { state: string; message: string; hint: string | null }[]
    if (!Array.isArray(results)) throw new Error(`doctor ended: ${code} ${printed}`)
    const first = results.find(({ state }) => state === 'error')
    if (first) return { text: `catalog: ${first.message}\n${first.hint ?? ''}`, code }
    // Warnings, such as that of a catalog without backups.
    if (flags.includes('--server')) return undefined
    throw new Error(`doctor: ${code} ${said} ${printed}`)
  }

function requireOneSentence(said: string): string {
  const sentences = said.split('\n').filter((line) => line.startsWith('catalog: '))
  if (sentences.length !== 1) throw new Error(`not one sentence: ${said}`)
  return said.slice(said.indexOf('catalog: '))
}

/** Reads the sentence of a response, which is an error of the API. */
export function readComplaint({ request, status, body }: Complaint): Statement {
  if (status === 200) throw new Error(`${request}: ${body}`)
  const { detail, error } = JSON.parse(body) as { detail?: string; error?: string }
  return { text: `${detail ?? error}`, code: status }
}
