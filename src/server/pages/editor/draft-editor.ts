import type { Page } from '../layout.ts'
import { createAreaEditorPage } from './area-editor.ts'
import type { EditorContent } from './editor-page.ts'
import { createPointEditorPage } from './point-editor.ts'

/** The editor to which a draft belongs. Only the form of that of areas has an outline. */
export function createDraftEditorPage(content: EditorContent): Page {
  return content.draft.values.polygon === undefined
    ? createPointEditorPage(content)
    : createAreaEditorPage(content)
}
