import { readdir, readFile } from 'node:fs/promises'

const ROOT = new URL('../../', import.meta.url)

/** A line of a block of shell commands on a page, with the lines that continue it. */
export interface DocumentedLine {
  page: string
  /** Heading of the section; what a section exports does not count in others. */
  section: string
  /** Number of its first line. */
  number: number
  text: string
}

/** One command of a line: what the shell would start. */
export interface ShellCommand {
  env: Record<string, string>
  words: string[]
  /** The file that gets its output, and whether the output is appended. */
  output?: { file: string; isAppended: boolean }
}

/** Lists the pages of the documentation, by their paths in the repository. The changelog describes earlier commands. */
export async function listPages(): Promise<string[]> {
  const names = (await readdir(new URL('docs/', ROOT))).filter((name) => name.endsWith('.md'))
  const pages = names.filter((name) => name !== 'changelog.md').map((name) => `docs/${name}`)
  return ['README.md', ...pages.toSorted()]
}

export async function readPage(page: string): Promise<string> {
  return await readFile(new URL(page, ROOT), 'utf8')
}

/** Reads the commands of the blocks of kind `sh`, without comments. */
export async function readDocumentedLines(page: string): Promise<DocumentedLine[]> {
  const text = await readPage(page)
  return [...text.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(({ 1: block = '', index }) => {
    const before = text.slice(0, index)
    const section = [...before.matchAll(/^#+ (.*)/gm)].at(-1)?.[1] ?? ''
    let number = before.split('\n').length + 1
    return joinLines(block.trimEnd().split('\n')).map((line) => {
      const documented = { page, section, number, text: line }
      number += line.split('\n').length
      return documented
    })
  })
}

/** Joins the lines that a shell reads as one. */
function joinLines(lines: readonly string[]): string[] {
  const joined: string[] = []
  let open = ''
  for (const line of lines) {
    open += line
    if (continues(open)) open += '\n'
    else {
      if (scan(open).length > 0) joined.push(open)
      open = ''
    }
  }
  return joined
}

/** Splits a line into its commands: at `|`, `&&`, `;` and the ends of substitutions. */
export function parseCommands(text: string): ShellCommand[] {
  const commands: ShellCommand[] = [{ env: {}, words: [] }]
  const tokens = scan(text)
  for (const [index, { text: word, isOperator }] of tokens.entries()) {
    const command = commands.at(-1)!
    const file = tokens[index + 1]?.text ?? ''
    const before = tokens[index - 1]
    if (isOperator && /^>+$/.test(word)) command.output = { file, isAppended: word === '>>' }
    else if (isOperator) commands.push({ env: {}, words: [] })
    else if (before?.isOperator && before.text.startsWith('>')) continue
    else addWord(command, word)
  }
  return commands.filter(({ words }) => words.length > 0)
}

function addWord({ env, words }: ShellCommand, word: string): void {
  const [, name, value = ''] = /^([A-Z_]+)=(.*)$/s.exec(word) ?? []
  if (name !== undefined && words.length === 0) env[name] = value
  else words.push(word)
}

interface Token {
  text: string
  isOperator: boolean
}

/** One word, or an operator, of a shell. Substitutions stay as they are. */
const TOKEN = new RegExp(
  [
    /(?<comment>(?<=^|\s)#[^\n]*)/,
    /(?<operator>\|\||&&|>>|<\(|[|;>)])/,
    /(?<word>(?:\\[^]|'[^']*'|"(?:\\[^]|\$\([^)]*\)|[^"\\])*"|\$\([^)]*\)|[^\s'"|;>)\\&]|&(?!&))+)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

function scan(text: string): Token[] {
  return [...text.replaceAll('\\\n', ' ').matchAll(TOKEN)].flatMap(({ groups = {} }): Token[] => {
    const { operator, word } = groups
    if (operator !== undefined) return [{ text: operator, isOperator: true }]
    return word === undefined ? [] : [{ text: unquote(word), isOperator: false }]
  })
}

function unquote(word: string): string {
  return word.replaceAll(
    /'([^']*)'|"((?:\\[^]|[^"\\])*)"|\\([^])/g,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? '',
  )
}

/** Whether the shell would read another line: after a backslash, and within quotes. */
function continues(text: string): boolean {
  if (text.endsWith('\\')) return true
  const rest = text.replaceAll(/\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|(?<=^|\s)#[^\n]*/g, '')
  return /['"]/.test(rest)
}
