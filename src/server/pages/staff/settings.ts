import { html, type Html } from '../../../core/base/html.ts'
import { MAX_SITE_NAME } from '../../../core/base/limits.ts'
import type { Milestones, Steps } from '../../../core/model/milestone-steps.ts'
import { SETTING_NAMES, type SettingName } from '../../../core/model/setting-names.ts'
import { VALIDATORS } from '../../../core/model/validators.ts'
import { renderFormFields } from '../csrf-field.ts'
import { emptyDraft, type Draft } from '../draft.ts'
import type { Page } from '../layout.ts'
import { renderDraftMessage } from '../parts/drafts.ts'
import { renderChoice, renderTextField } from '../parts/fields.ts'
import type { SignedInVisit } from '../visit.ts'
import { renderStaffBreadcrumbs } from './breadcrumbs.ts'
import { renderLoadedField, toField } from './seen-values.ts'

/** The address of the page below the base URL. */
export const SETTINGS_PATH = '/staff/settings/'

interface ShownSetting {
  name: SettingName
  /** The value in effect. */
  value: unknown
  isDefault: boolean
  /** Whether it is not applied to all past events yet. */
  isPending: boolean
}

export interface SettingsContent {
  settings: readonly ShownSetting[]
  /** The form that was not accepted. */
  draft: Draft | undefined
  /** The setting that was just changed, from the address. */
  done: string | undefined
}

/** Shows the settings of the catalog, each with a form of its own. */
export function createSettingsPage(visit: SignedInVisit, content: SettingsContent): Page {
  const { settings: texts } = visit.messages
  const { settings, done } = content
  const changed = SETTING_NAMES.find((name) => name === done)
  return {
    title: texts.title,
    width: 'narrow',
    main: html`${renderStaffBreadcrumbs(visit)}
      <h1>${texts.title}</h1>
      ${changed && html`<p class="note" role="status">${texts.saved(texts.names[changed])}</p>`}
      <p>${texts.introduction}</p>
      ${settings.map((setting) => renderSetting(visit, setting, content))}`,
  }
}

function renderSetting(
  visit: SignedInVisit,
  { name, value, isDefault, isPending }: ShownSetting,
  { draft: submitted }: SettingsContent,
): Html {
  const { links, session, messages } = visit
  const { settings: texts } = messages
  const isSubmitted = submitted?.values.name === name
  const draft = isSubmitted ? submitted : emptyDraft(toSettingValues(name, value))
  return html`<form method="post" action="${links.base(SETTINGS_PATH)}" class="card">
    <h2 id="${name}">${texts.names[name]}</h2>
    <p>${texts.explanations[name]}</p>
    ${isPending && html`<p class="note">${texts.milestonesPending}</p>`}
    ${renderDraftMessage(draft)} ${renderFormFields(session)}
    <input type="hidden" name="name" value="${name}" />
    ${renderLoadedField(draft)} ${renderFields(visit, name, draft)}
    <p class="buttons">
      <button>${messages.imageForm.save}<span class="unseen">: ${texts.names[name]}</span></button>
      ${
        !isDefault &&
        html`<button name="reset" value="yes" class="quiet" formnovalidate>
          ${texts.reset}<span class="unseen">: ${texts.names[name]}</span>
        </button>`
      }
    </p>
  </form>`
}

/** The fields of a setting by name: that of the setting, or two of the milestones. */
export function toSettingValues(name: SettingName, value: unknown): Draft['values'] {
  if (name !== 'milestones') return { [name]: String(value) }
  const { user, sitewide } = value as Milestones
  return { user: formatSteps(user), sitewide: formatSteps(sitewide) }
}

function formatSteps(steps: Steps): string {
  return steps.join(', ')
}

function renderFields(visit: SignedInVisit, name: SettingName, draft: Draft): Html {
  const { settings: texts } = visit.messages
  const field = (of: string, label: string, hint?: string) =>
    toField(visit, draft, { name: of, label, hint })
  switch (name) {
    case 'milestones':
      return html`${renderTextField(field('user', texts.user))}
      ${renderTextField(field('sitewide', texts.sitewide))}`
    case 'validators':
      return renderChoice(
        field(name, texts.value),
        VALIDATORS.map((value) => ({ value, label: texts.validators[value] })),
      )
    case 'site_name':
      return renderTextField(field(name, texts.value, texts.atMost(MAX_SITE_NAME)))
    default:
      name satisfies 'viewing_cone'
      return renderTextField(field(name, texts.degrees))
  }
}
