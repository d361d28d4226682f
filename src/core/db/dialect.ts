/** SQL that differs between engines. */
export {
  areaGeometry,
  findAreaProblem,
  boxGeometry,
  pointGeometry,
} from '../engine/sqlite/spatial.ts'
