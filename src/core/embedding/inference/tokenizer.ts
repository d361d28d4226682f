import { Tokenizer } from '@huggingface/tokenizers'
import { z } from 'zod'
import { damagedFile } from './model-error.ts'
import { readModelJson } from './model-file.ts'
import type { ModelFolder } from './model-folder.ts'

/** Converts a text to the numbers of its tokens. */
export type Tokenize = (text: string) => number[]

/** More than any text of 64 or 77 tokens has, so that a huge text costs nothing. */
const MAX_CHARACTERS = 4096

const TOKEN = z.union([z.string(), z.looseObject({ content: z.string() })])
const CONFIG = z.looseObject({ pad_token: TOKEN.nullish() })

/**
 * Loads the tokenizer of a model. Its result is cut off as transformers does, with the end token last; for SigLIP it is
 * padded to the fixed length that its text tower was trained with.
 * @throws CatalogError if a file is missing or invalid
 */
export async function loadTokenizer({
  path,
  family,
  maxTokens,
}: Pick<ModelFolder, 'path' | 'family' | 'maxTokens'>): Promise<Tokenize> {
  const config = await readModelJson(path, 'tokenizer_config.json', CONFIG)
  const tokenizer = createTokenizer(
    await readModelJson(path, 'tokenizer.json', z.looseObject({})),
    config,
  )
  const encode = (text: string): number[] =>
    truncate(tokenizer.encode(text.slice(0, MAX_CHARACTERS)).ids, maxTokens)
  if (family === 'clip') return encode
  const padding = tokenizer.token_to_id(readToken(config.pad_token))
  if (padding === undefined)
    throw damagedFile('tokenizer_config.json', 'names no pad_token that tokenizer.json has')
  return (text) => pad(encode(canonicalize(text)), maxTokens, padding)
}

function createTokenizer(tokenizer: object, config: object): Tokenizer {
  try {
    return new Tokenizer(tokenizer, config)
  } catch (error) {
    throw damagedFile('tokenizer.json', 'is not a tokenizer', (error as Error).message)
  }
}

function readToken(token: z.infer<typeof CONFIG>['pad_token']): string {
  return typeof token === 'object' ? (token?.content ?? '') : (token ?? '')
}

/** SigLIP was trained with texts in lower case. */
function canonicalize(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** The last token marks the end of the text. */
function truncate(tokens: number[], length: number): number[] {
  return tokens.length <= length ? tokens : [...tokens.slice(0, length - 1), ...tokens.slice(-1)]
}

function pad(tokens: number[], length: number, padding: number): number[] {
  return Array.from({ length }, (_, at) => tokens[at] ?? padding)
}
