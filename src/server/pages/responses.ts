import type { ResponseDeclaration } from '../route.ts'

export const htmlPage: ResponseDeclaration = { description: 'An HTML page.', types: ['text/html'] }

/** 303 See Other. */
export const seeOther: ResponseDeclaration = { description: 'Redirect to the URL in Location.' }
