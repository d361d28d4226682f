import type { SpecialAnswer } from '../route.ts'

export const webPage: SpecialAnswer = { description: 'An HTML page.', types: ['text/html'] }

/** 303 See Other. */
export const onwards: SpecialAnswer = { description: 'Redirect to the address in Location.' }
