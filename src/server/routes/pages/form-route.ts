import type { ZodObject, ZodType } from 'zod'
import { parseFields } from '../../../core/contract/parse-fields.ts'
import { CatalogError } from '../../../core/base/errors.ts'
import { readFormKey } from '../../http/idempotency-key.ts'
import type { Language } from '../../../core/base/languages.ts'
import { ERROR_STATUS } from '../../middleware/error-status.ts'
import { formBody } from '../../middleware/read-body.ts'
import { redirectToSignIn, requireCsrfToken } from '../../oauth/browser-session.ts'
import { CSRF_PAGE_HEADERS } from '../../pages/csrf-field.ts'
import type { Draft } from '../../pages/draft.ts'
import { toPageFieldErrors, toPageMessage } from '../../pages/error-message.ts'
import { renderPage, type Page } from '../../pages/layout.ts'
import { htmlPage, seeOther } from '../../pages/responses.ts'
import { isSignedIn, startVisit, type SignedInVisit, type Visit } from '../../pages/visit.ts'
import { redirect, type Reply } from '../../http/reply.ts'
import { route, type Route, type RouteDeclaration, type RouteRequest } from '../../http/route.ts'
import {
  ACCESS_ERRORS,
  requirePageAccess,
  requireSameOrigin,
  type PageAccess,
} from './page-access.ts'
import type { Shown } from './page-route.ts'

type FormRequest = RouteRequest<unknown, URLSearchParams>

export interface Submission<Fields> {
  visit: SignedInVisit
  fields: Fields
  /** Repeated submissions of the same form have the same key. Undefined if the form has no such field. */
  idempotencyKey: string | undefined
  request: RouteRequest
  /** The use cases that the form declares. */
  useCases: RouteDeclaration['useCases']
}

type FormSchema<Fields> = ZodObject & ZodType<Fields>

export interface FormDeclaration<Fields> extends Pick<
  RouteDeclaration,
  'path' | 'pathPattern' | 'summary' | 'errorResponses' | 'maxBodyBytes' | 'useCases'
> {
  access: PageAccess
  /** Schema of the form, without the hidden fields of `renderFormFields`; what people write may depend on their language. */
  fields: FormSchema<Fields> | ((language: Language) => FormSchema<Fields>)
  /** Path of the page with the form, below the base URL. By default the form has the path of its page. */
  pagePath?: (request: RouteRequest) => string
  /** Returns the URL of the page to show next, or a page. */
  submit: (submission: Submission<Fields>) => Promise<Shown>
  /**
   * Shows the page with the form again if the form is not accepted, so that the user can correct it. By default the
   * error is shown on a page of its own.
   */
  showAgain?: (visit: SignedInVisit, draft: Draft, request: RouteRequest) => Promise<Page>
}

/**
 * Declares the route of a page's form. A form must contain the CSRF token of the session, since browsers may send
 * cookies with forms of other sites, too. A user whose session has ended is redirected to the sign-in, and from there
 * to the page with the form.
 */
export function formRoute<Fields>(form: FormDeclaration<Fields>): Route {
  const { path, pathPattern, summary, access, fields, pagePath, maxBodyBytes, useCases } = form
  return route({
    path,
    ...(pathPattern && { pathPattern }),
    ...(maxBodyBytes !== undefined && { maxBodyBytes }),
    ...(useCases && { useCases }),
    summary,
    method: 'POST',
    responses: { 200: htmlPage, 303: seeOther },
    errorResponses: { 403: describeForbidden(access), ...form.errorResponses },
    handlerInput: { form: schemaFor(fields, 'en') },
    errorFormat: 'page',
    body: formBody,
    async handle(request) {
      requireSameOrigin(request.headers)
      const visit = await startVisit(request)
      if (!isSignedIn(visit)) return redirectToSignIn(request, pagePath?.(request))
      requireCsrfToken(visit.session, request.body)
      requirePageAccess(visit, access)
      return submitOrShowAgain(form, visit, request)
    },
  })
}

function schemaFor<Fields>(
  fields: FormDeclaration<Fields>['fields'],
  language: Language,
): FormSchema<Fields> {
  return typeof fields === 'function' ? fields(language) : fields
}

function describeForbidden(access: PageAccess): string {
  return access === 'user' ? ACCESS_ERRORS.user : `${ACCESS_ERRORS.user} ${ACCESS_ERRORS.staff}`
}

async function submitOrShowAgain<Fields>(
  { fields, submit, showAgain, pagePath, useCases }: FormDeclaration<Fields>,
  visit: SignedInVisit,
  request: FormRequest,
): Promise<Reply> {
  const values = readValues(request.body)
  // Links to other languages lead to the page with the form.
  const pageVisit = { ...visit, target: pagePath?.(request) ?? visit.target }
  try {
    const shown = await submit({
      visit: pageVisit,
      fields: parseFields(schemaFor(fields, visit.language), values),
      idempotencyKey: readFormKey(request.body),
      request,
      useCases,
    })
    if (!('redirectTo' in shown)) return renderFormPage(pageVisit, shown)
    return redirect(shown.redirectTo, shown.headers)
  } catch (error) {
    if (!showAgain || !isCorrectable(error)) throw error
    request.reportFailure(error)
    const page = await showAgain(pageVisit, toDraft(values, error, visit), request)
    return renderFormPage(pageVisit, { ...page, ...describeFailure(error) })
  }
}

/** If a field is repeated, its last value counts. Browsers send the line breaks of a text as CRLF. */
export function readValues(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...form].map(([name, value]) => [name, value.replace(/\r\n?/g, '\n')]))
}

/** Whether the user can do something about the error on the page with the form, if only to try again later. */
function isCorrectable(error: unknown): error is CatalogError {
  return error instanceof CatalogError && error.kind !== 'not_found'
}

function toDraft(values: Draft['values'], error: CatalogError, { messages }: Visit): Draft {
  const { fields, code } = error.details
  return {
    values,
    fieldErrors: toPageFieldErrors(error, messages),
    message: fields ? undefined : toPageMessage(error, messages),
    code,
  }
}

function describeFailure({ kind, details }: CatalogError): Pick<Page, 'status' | 'headers'> {
  const { retryAfterSeconds: seconds } = details
  return {
    status: ERROR_STATUS[kind],
    headers: seconds === undefined ? {} : { 'Retry-After': String(seconds) },
  }
}

function renderFormPage(visit: SignedInVisit, page: Page): Reply {
  return renderPage(visit, { ...page, headers: { ...CSRF_PAGE_HEADERS, ...page.headers } })
}
