import type { Contributor } from '../../../core/auth/contributor.ts'
import { parseFields } from '../../../core/contract/parse-fields.ts'
import { runUseCase } from '../../../core/writes/run/run-use-case.ts'
import type { UseCase } from '../../../core/writes/run/use-case.ts'
import { checkUnlessRepeated } from '../../http/check-unless-repeated.ts'
import { getVisitorVisibility, type SignedInVisit } from '../../pages/visit.ts'
import type { Route, RouteRequest } from '../../http/route.ts'
import { formRoute, type FormDeclaration, type Submission } from './form-route.ts'

interface UseCaseForm<Fields, Request, Result> extends Omit<
  FormDeclaration<Fields>,
  'access' | 'submit' | 'useCases'
> {
  /** Converts the fields to the input of the use case. By default they are its input. */
  toInput?: (fields: Fields, request: Pick<RouteRequest, 'params'>) => object
  /** The members of the request that are no input: those of the address, or hidden fields. */
  target?: (request: Pick<RouteRequest, 'params'>, fields: Fields) => Partial<Request>
  /** UUID of the batch that the changes are added to. By default they are a batch of their own. */
  batch?: (fields: Fields) => string | undefined
  /** Path of the page to show next, below the base URL. */
  next: (request: Request, result: Result, fields: Fields) => string
}

/** Declares the form of a use case. Access, limits and idempotency follow from the use case. */
export function useCaseForm<Fields extends object, Request extends object, Result>(
  useCase: UseCase<Request, Result>,
  {
    toInput = (fields) => fields,
    target,
    batch,
    next,
    ...form
  }: UseCaseForm<Fields, Request, Result>,
): Route {
  const check = useCase.findProblems && checkUnlessRepeated(useCase.findProblems)
  return formRoute({
    ...form,
    access: 'staff',
    useCases: [useCase],
    async submit(submission) {
      const { catalog, links, params } = submission.request
      const { fields, visit, idempotencyKey } = submission
      const entered = toInput(fields, { params })
      const known = await check?.(entered, {
        catalog,
        caller: visit.session,
        headers: { 'idempotency-key': idempotencyKey },
      })
      const input = useCase.input && parseFields(useCase.input, entered, known)
      const request = { ...input, ...target?.({ params }, fields) } as Request
      const result = await runForm(submission, useCase, request, batch?.(fields))
      return { redirectTo: links.base(next(request, result, fields)) }
    },
  })
}

/** Runs a use case for the user who submitted a form, which declares it. */
export async function runForm<Request extends object, Result>(
  { visit, idempotencyKey, request: { catalog }, useCases }: Omit<Submission<unknown>, 'fields'>,
  useCase: UseCase<Request, Result>,
  request: Request,
  batch?: string,
): Promise<Result> {
  if (!useCases?.includes(useCase)) throw new Error(`the form does not declare ${useCase.name}`)
  const key = useCase.once && idempotencyKey
  const call = { actor: toContributor(visit), request, key, batch }
  const { result } = await runUseCase(catalog, useCase, call)
  return result
}

function toContributor(visit: SignedInVisit): Contributor {
  const { userId, isStaff } = visit.session
  return { userId, isStaff, isModerator: isStaff, visibility: getVisitorVisibility(visit) }
}
