/** The maps in one bundle: apart, their common parts would be many small ones, each of which costs a slow connection time. */

export { enhance as map } from './map.ts'
export { enhance as overviewMap } from './overview-map.ts'
export { enhance as subjectMap } from './subject-map.ts'
export { enhance as foundMap } from './found-map.ts'
export { enhance as smallMap } from './small-map.ts'
