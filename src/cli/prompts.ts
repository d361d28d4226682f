import { confirm, input, select } from '@inquirer/prompts'
import process from 'node:process'
import { sanitizeLine } from './sanitize.ts'

/** Questions to a person; asked only when there is one, and each has an option that answers it. */
export interface Prompts {
  input(message: string, signal?: AbortSignal): Promise<string>
  confirm(message: string, signal?: AbortSignal): Promise<boolean>
  /** @returns the value of the choice that was taken */
  choose(message: string, choices: readonly Choice[], signal?: AbortSignal): Promise<string>
}

export interface Choice {
  /** As it is shown. */
  name: string
  value: string
}

/** Asks on the terminal's error stream, so that results stay alone on the other. */
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
