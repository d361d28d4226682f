import { parseFields } from '../../../core/contract/parse-fields.ts'
import { runUseCase } from '../../../core/writes/run/run-use-case.ts'
import type { UseCase } from '../../../core/writes/run/use-case.ts'
import type { Route, RouteRequest } from '../../route.ts'
import { formRoute, type FormDeclaration } from './form-route.ts'

interface UseCaseForm<Fields, Request, Result> extends Omit<
  FormDeclaration<Fields>,
  'access' | 'submit'
> {
  /** Converts the fields to the input of the use case. By default they are its input. */
  toInput?: (fields: Fields) => object
  /** The members of the request that come from the address. */
  target?: (request: Pick<RouteRequest, 'params'>) => Partial<Request>
  /** Path of the page to show next, below the base URL. */
  next: (request: Request, result: Result) => string
}

/** Declares the form of a use case. Access, limits and idempotency follow from the use case. */
export function useCaseForm<Fields extends object, Request extends object, Result>(
  useCase: UseCase<Request, Result>,
  { toInput = (fields) => fields, target, next, ...form }: UseCaseForm<Fields, Request, Result>,
): Route {
  return formRoute({
    ...form,
    access: 'staff',
    async submit({ visit, fields, idempotencyKey, request: { catalog, links, params } }) {
      const input = useCase.input && parseFields(useCase.input, toInput(fields))
      const request = { ...input, ...target?.({ params }) } as Request
      const { userId } = visit.session
      const key = useCase.once && idempotencyKey
      const call = { actor: { userId }, request, key }
      const { result } = await runUseCase(catalog, useCase, call)
      return { redirectTo: links.base(next(request, result)) }
    },
  })
}
