/** The editors in one bundle, as the maps are. */

export { enhance as pointEditor } from './point-editor.ts'
export { enhance as areaEditor } from './area-editor.ts'
