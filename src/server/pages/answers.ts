import type { SpecialAnswer } from '../route.ts'

export const webPage: SpecialAnswer = { description: 'A page for people.', types: ['text/html'] }

/** 303: the browser goes on. */
export const onwards: SpecialAnswer = { description: 'Goes on to the address in Location.' }
