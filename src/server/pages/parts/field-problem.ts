import { html, type Html } from '../../../core/base/html.ts'

/** Names the error below a field for screen readers. */
export function describeProblem(name: string, problem: string | undefined): Html | false {
  return problem !== undefined && html`aria-invalid="true" aria-describedby="${name}-note"`
}

/** The error below a field. */
export function renderProblem(name: string, problem: string | undefined): Html | null {
  return problem === undefined ? null : html`<p class="error" id="${name}-note">${problem}</p>`
}
