import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'

/** The dialog that lists the letters that work as shortcuts, with the checkbox that switches them off. */
export function renderShortcuts({ messages: { editor } }: Visit): Html {
  return html`<dialog id="shortcuts" aria-labelledby="shortcuts-title">
    <form method="dialog">
      <h2 id="shortcuts-title">${editor.keyboard}</h2>
      <dl>
        ${Object.entries(editor.shortcuts).map(
          ([letter, meaning]) =>
            html`<div>
              <dt><kbd>${letter}</kbd></dt>
              <dd>${meaning}</dd>
            </div>`,
        )}
      </dl>
      <label class="switch"><input type="checkbox" checked /> ${editor.shortcutsOn}</label>
      <p class="buttons"><button class="quiet">${editor.close}</button></p>
    </form>
  </dialog>`
}
