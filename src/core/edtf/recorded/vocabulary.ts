import type { LanguagePack } from './language-pack.ts'
import type { Term } from './term.ts'
import { tokenize, type Token } from './tokens.ts'

/** The phrases of a language by their words. */
export interface Vocabulary {
  pack: LanguagePack
  root: PhraseNode
}

/** Node of the trie of phrases: the senses of the words up to it, and the words that may follow. */
export interface PhraseNode {
  senses: Term[]
  next: Map<string, PhraseNode>
}

export function createVocabulary(pack: LanguagePack): Vocabulary {
  const root = createNode()
  const add = (phrases: string, sense: Term): void => {
    for (const phrase of phrases.split('|')) addPhrase(root, phrase, sense)
  }
  for (const [index, names] of pack.months.entries()) add(names, { is: 'month', value: index + 1 })
  for (const [index, names] of pack.seasons.entries()) {
    add(names, { is: 'season', value: index + 21 })
  }
  for (const [index, names] of pack.weekdays.entries()) add(names, { is: 'weekday', value: index })
  for (const [meaning, names] of Object.entries(pack.words)) {
    add(names, { is: meaning as keyof LanguagePack['words'] })
  }
  for (const [value, names] of Object.entries(pack.ordinals)) {
    add(names, { is: 'ordinal', value: Number(value) })
  }
  for (const [digit, names] of Object.entries(pack.decades)) {
    add(names, { is: 'short-decade', digits: `${digit}0` })
  }
  for (const [number, names] of Object.entries(pack.centuries ?? {})) {
    add(names, { is: 'century-name', value: Number(number) })
  }
  return { pack, root }
}

function createNode(): PhraseNode {
  return { senses: [], next: new Map() }
}

function addPhrase(root: PhraseNode, phrase: string, sense: Term): void {
  let node = root
  for (const token of tokenize(phrase).tokens) {
    const key = toKey(token) ?? ''
    const next = node.next.get(key) ?? createNode()
    node.next.set(key, next)
    node = next
  }
  if (!node.senses.some((known) => known.is === sense.is)) node.senses.push(sense)
}

/** A phrase that was found and the index of the token after it. */
export interface PhraseMatch {
  senses: readonly Term[]
  end: number
}

/** Finds the longest phrase that begins with this token. */
export function findPhrase(
  { root }: Vocabulary,
  tokens: readonly Token[],
  start: number,
): PhraseMatch | undefined {
  let found: PhraseMatch | undefined
  let node: PhraseNode | undefined = root
  for (let index = start; node !== undefined && index < tokens.length; index += 1) {
    const next: PhraseNode | undefined = findNext(node, tokens[index])
    if (next !== undefined && next.senses.length > 0) {
      found = { senses: next.senses, end: index + 1 }
    }
    node = next
  }
  return found
}

function findNext({ next }: PhraseNode, token: Token | undefined): PhraseNode | undefined {
  if (token?.kind === 'word') {
    return (token.hasPeriod ? next.get(`${token.text}.`) : undefined) ?? next.get(token.text)
  }
  return token?.kind === 'sign' ? next.get(token.text) : undefined
}

function toKey(token: Token): string | undefined {
  if (token.kind === 'word') return token.hasPeriod ? `${token.text}.` : token.text
  return token.kind === 'sign' ? token.text : undefined
}
