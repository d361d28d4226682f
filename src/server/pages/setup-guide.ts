import { html, type Html } from '../../core/base/html.ts'
import { listSetupCommands, SETUP_STEPS, type SetupStep } from '../../core/model/setup-steps.ts'
import { INSTALL_BASEMAP } from '../basemap/find-basemap.ts'
import type { Visit } from './visit.ts'

export interface Setup {
  missing: readonly SetupStep[]
  /** Whether maps show no streets and coasts close up. */
  isBasemapMissing: boolean
}

/**
 * Says what the owner of an empty catalog does next: the steps, and the commands of the next one. They reveal nothing
 * about the host.
 */
export function renderSetupGuide(visit: Visit, { missing, isBasemapMissing }: Setup): Html {
  const { setup } = visit.messages
  return html`<section class="setup" aria-labelledby="setup">
    <h2 id="setup">${setup.title}</h2>
    <p>${setup.introduction}</p>
    <ol>
      ${SETUP_STEPS.map((step) => renderStep(visit, step, missing))}
    </ol>
    ${
      isBasemapMissing &&
      html`<p>${setup.basemap}</p>
        <pre><code>${INSTALL_BASEMAP} --bbox WEST,SOUTH,EAST,NORTH</code></pre>`
    }
  </section>`
}

function renderStep(visit: Visit, step: SetupStep, missing: readonly SetupStep[]): Html {
  const { links, messages } = visit
  const { setup } = messages
  const isDone = !missing.includes(step)
  const isNext = step === missing[0]
  return html`<li
    class="${isDone ? 'done' : isNext ? 'next' : 'later'}"
    ${isNext && html`aria-current="step"`}
  >
    <strong>${setup.steps[step]}</strong>
    ${isDone && html`<span class="badge">${setup.done}</span>`}
    ${
      isNext &&
      html`<p>${setup.hints[step]}</p>
        <pre><code>${listSetupCommands(step, links.base('')).join('\n')}</code></pre>`
    }
  </li>`
}
