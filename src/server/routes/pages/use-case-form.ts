import type { ZodObject, ZodType } from 'zod'
import { parseFields } from '../../../core/contract/parse-fields.ts'
import { runUseCase } from '../../../core/writes/run/run-use-case.ts'
import type { UseCase } from '../../../core/writes/run/use-case.ts'
import type { Draft } from '../../pages/draft.ts'
import type { Page } from '../../pages/layout.ts'
import type { SignedInVisit } from '../../pages/visit.ts'
import type { Route, RouteDeclaration, RouteRequest } from '../../route.ts'
import { fromSession } from '../../use-case-caller.ts'
import { formRoute } from './form-route.ts'

export interface UseCaseForm<Fields, Request, Result> extends Pick<
  RouteDeclaration,
  'path' | 'pathPattern' | 'summary' | 'errorResponses' | 'maxBodyBytes'
> {
  /** Schema of the fields of the form. */
  fields: ZodObject & ZodType<Fields>
  /** What the use case parses, from the fields. By default the fields themselves. */
  toInput?: (fields: Fields) => object
  /** The members of the request that come from the address. */
  target?: (request: RouteRequest) => Partial<Request>
  /** Path of the page with the form, below the base URL. By default the form has the path of its page. */
  pagePath?: (request: RouteRequest) => string
  /** Path of the page to show next, below the base URL. */
  next: (result: Result, request: Request) => string
  showAgain?: (visit: SignedInVisit, draft: Draft, request: RouteRequest) => Promise<Page>
}

/** Declares the form of a use case. Access, limits and idempotency follow from the use case. */
export function useCaseForm<Fields extends object, Request extends object, Result>(
  useCase: UseCase<Request, Result>,
  { toInput = (fields) => fields, target, next, ...form }: UseCaseForm<Fields, Request, Result>,
): Route {
  const route = formRoute<Fields>({
    ...form,
    access: useCase.access === 'contributor' ? 'user' : 'staff',
    async submit({ visit, fields, idempotencyKey, request }) {
      const sent = useCase.input ? parseFields(useCase.input, toInput(fields)) : {}
      const change = { ...sent, ...target?.(request) } as Request
      const { result } = await runUseCase(request.catalog, useCase, {
        caller: fromSession(visit.session),
        request: change,
        key: useCase.once && idempotencyKey,
      })
      return { redirectTo: request.links.base(next(result, change)) }
    },
  })
  return { ...route, useCase: useCase.name }
}
