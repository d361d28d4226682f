export { countConnections, type Connections } from '../engine/postgres/count-connections.ts'
