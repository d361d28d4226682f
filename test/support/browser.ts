import { ok } from 'node:assert/strict'
import { parsePage, type PagePart } from './parse-page.ts'

/** A browser without scripts: keeps cookies, follows redirects, posts forms. */
export interface Browser {
  open(address: string): Promise<Page>
  /** Posts the form of the page that has this button, as a click on the button does. */
  submit(page: Page, button: Button, fields?: Record<string, string>): Promise<Page>
  /** Submits the form of a field with its first button, as Enter in the field does. */
  pressEnter(page: Page, field: string, fields?: Record<string, string>): Promise<Page>
  cookies(): Map<string, string>
}

/** A button by its label, or by the name and value that it sends. */
export type Button = string | { name: string; value: string }

export interface Page {
  address: URL
  status: number
  headers: Headers
  text: string
}

interface BrowserOptions {
  /** Other sites to which redirects are followed. */
  sites?: string[]
  /** Sent with every request. */
  headers?: Record<string, string>
}

/** @param base address of the site; a redirect that leaves it is not followed, and is returned as the page */
export function createBrowser(
  base: string,
  { sites = [], headers = {} }: BrowserOptions = {},
): Browser {
  const jar = new Map<string, string>()
  const visit = (address: URL, init: RequestInit = {}): Promise<Page> =>
    walk({ jar, headers, sites: [base, ...sites] }, address, init)
  const send = (page: Page, form: Form, fields: Record<string, string>): Promise<Page> => {
    const body = new URLSearchParams({ ...form.fields, ...fields })
    return visit(new URL(form.action, page.address), { method: 'POST', body })
  }
  return {
    open: (address) => visit(new URL(address, `${base}/`)),
    async submit(page, button, fields = {}) {
      const form = findForm(page.text, ({ buttons }) =>
        buttons.find((shown) => isButton(button, shown)),
      )
      ok(form, `no form with the button ${JSON.stringify(button)} in ${page.text}`)
      return send(page, form, fields)
    },
    async pressEnter(page, field, fields = {}) {
      const form = findForm(page.text, ({ inputs, buttons }) =>
        inputs.some(({ own }) => own['name'] === field) ? buttons[0] : undefined,
      )
      ok(form, `no form with the field ${field} in ${page.text}`)
      return send(page, form, fields)
    },
    cookies: () => jar,
  }
}

/** Whether a page has a button with this label. */
export function hasButton({ headers, text }: Page, label: string): boolean {
  const isHtml = headers.get('content-type')?.startsWith('text/html') ?? false
  return isHtml && parsePage(text).texts('button').includes(label)
}

interface Visitor {
  jar: Map<string, string>
  sites: string[]
  headers: Record<string, string>
}

async function walk(visitor: Visitor, address: URL, init: RequestInit): Promise<Page> {
  const { jar, sites } = visitor
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = new Headers({ ...visitor.headers, ...(cookie && { cookie }) })
  const response = await fetch(address, { ...init, headers, redirect: 'manual' })
  for (const line of response.headers.getSetCookie()) keep(jar, line)
  const location = response.headers.get('location')
  if (response.status !== 303 && response.status !== 302) {
    const { status, headers } = response
    return { address, status, headers, text: await response.text() }
  }
  await response.arrayBuffer()
  const next = new URL(location!, address)
  if (sites.some((site) => next.href.startsWith(`${site}/`))) return walk(visitor, next, {})
  return { address: next, status: response.status, headers: response.headers, text: '' }
}

function keep(jar: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/max-age=0/i.test(line)) jar.delete(name)
  else jar.set(name, value)
}

interface Form {
  action: string
  fields: Record<string, string>
}

/** What belongs to a form, wherever the page has it. */
interface Controls {
  inputs: PagePart[]
  buttons: PagePart[]
}

/** Finds the first form of which a button is pressed. */
function findForm(
  text: string,
  press: (controls: Controls) => PagePart | undefined,
): Form | undefined {
  const page = parsePage(text)
  for (const form of page.findAll('form')) {
    const { id, action = '' } = form.own
    const listControls = (kind: string) => [
      ...(id === undefined ? [] : page.findAll(`${kind}[form="${id}"]`)),
      ...form.findAll(`${kind}:not([form])`),
    ]
    const inputs = listControls('input')
    const pressed = press({ inputs, buttons: listControls('button:not([type="button"])') })
    if (!pressed) continue
    const sent = [...inputs, pressed].filter(
      (control) => control.own['name'] !== undefined && !isUnchecked(control),
    )
    const fields = sent.map(({ own }) => [own['name'], own['value'] ?? ''])
    return {
      action: pressed.own['formaction'] ?? action,
      fields: Object.fromEntries(fields) as Record<string, string>,
    }
  }
  return undefined
}

function isUnchecked({ own }: PagePart): boolean {
  return ['checkbox', 'radio'].includes(own['type'] ?? '') && own['checked'] === undefined
}

function isButton(button: Button, shown: PagePart): boolean {
  if (typeof button === 'string') return shown.text() === button
  return shown.own['name'] === button.name && shown.own['value'] === button.value
}
