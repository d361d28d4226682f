import { COMMON_WORDS, type LanguagePack, type Meaning } from './language-pack.ts'
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
    for (const phrase of splitWords(phrases)) addPhrase(root, phrase, sense)
  }
  const addList = (list: string | undefined, toSense: (index: number) => Term): void => {
    for (const [index, phrases] of splitList(list).entries()) add(phrases, toSense(index))
  }
  addList(pack.months, (index) => ({ is: 'month', value: index + 1 }))
  addList(pack.seasons, (index) => ({ is: 'season', value: index + 21 }))
  // Christmas is a part of the year: it has no day.
  add(pack.christmas ?? '', { is: 'season', value: 12 })
  addList(pack.weekdays, (index) => ({ is: 'weekday', value: index }))
  addList(pack.ordinals, (index) => ({ is: 'ordinal', value: index === 0 ? -1 : index }))
  addList(pack.centuries, (index) => ({ is: 'ordinal', value: index + 15 }))
  addList(pack.decades, (index) => ({ is: 'short-decade', digits: `${index + 1}0` }))
  addList(pack.centuryNames, (index) => ({ is: 'century-name', value: index + 13 }))
  for (const words of [COMMON_WORDS, pack.words]) {
    for (const [meaning, phrases] of Object.entries(words)) add(phrases, { is: meaning as Meaning })
  }
  return { pack, root }
}

function splitList(list = ''): string[] {
  return list.split(',')
}

/** Splits alternatives. */
export function splitWords(phrases: string): string[] {
  return phrases
    .split('|')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
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
  const key = JSON.stringify(sense)
  if (!node.senses.some((known) => JSON.stringify(known) === key)) node.senses.push(sense)
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
  let nodes: readonly PhraseNode[] = [root]
  for (let index = start; nodes.length > 0 && index < tokens.length; index += 1) {
    nodes = nodes.flatMap((node) => findNext(node, tokens[index]))
    const senses = nodes.find((node) => node.senses.length > 0)?.senses
    if (senses !== undefined) found = { senses, end: index + 1 }
  }
  return found
}

/** Finds the nodes after this token, of which the one with a period is the better. */
function findNext({ next }: PhraseNode, token: Token | undefined): PhraseNode[] {
  const key = token && toKey(token)
  if (key === undefined) return []
  const nodes = [next.get(key), token?.kind === 'word' ? next.get(token.text) : undefined]
  return [...new Set(nodes)].filter((node) => node !== undefined)
}

function toKey(token: Token): string | undefined {
  if (token.kind === 'word') return token.hasPeriod ? `${token.text}.` : token.text
  return token.kind === 'sign' ? token.text : undefined
}
