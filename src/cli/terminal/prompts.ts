import { confirm, input, select } from '@inquirer/prompts'
import process from 'node:process'
import { sanitizeLine } from './sanitize.ts'

/** Prompts for a person. Each also has an option that answers it in advance. */
export interface Prompts {
  input(message: string, signal?: AbortSignal): Promise<string>
  confirm(message: string, signal?: AbortSignal): Promise<boolean>
  /** @returns the value of the selected choice */
  choose(message: string, choices: readonly Choice[], signal?: AbortSignal): Promise<string>
}

export interface Choice {
  /** Label of the choice. */
  name: string
  value: string
}

/** Prompts on standard error, so that standard output receives only results. */
export const terminalPrompts: Prompts = {
  input: (message, signal) =>
    input({ message: sanitizeLine(message) }, { output: process.stderr, signal }),
  confirm: (message, signal) =>
    confirm({ message: sanitizeLine(message), default: false }, { output: process.stderr, signal }),
  choose: (message, choices, signal) =>
    select(
      { message: sanitizeLine(message), choices: choices.map(shown) },
      { output: process.stderr, signal },
    ),
}

function shown({ name, value }: Choice): Choice {
  return { name: sanitizeLine(name), value }
}
