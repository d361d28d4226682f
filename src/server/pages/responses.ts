import type { ResponseDeclaration } from '../http/route.ts'

export const htmlPage: ResponseDeclaration = { description: 'An HTML page.', types: ['text/html'] }

/** 303 See Other. */
export const seeOther: ResponseDeclaration = { description: 'Redirect to the URL in Location.' }

/** A page with an ETag, which anonymous users' browsers may cache. */
export const cachedPage: Record<number, ResponseDeclaration> = {
  200: htmlPage,
  304: { description: 'Not modified: the page still matches If-None-Match.' },
}
