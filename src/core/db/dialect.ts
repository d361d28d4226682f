/** SQL that differs from engine to engine. */
export { areaGeometry, areaProblem, boxGeometry, pointGeometry } from '../engine/sqlite/spatial.ts'
