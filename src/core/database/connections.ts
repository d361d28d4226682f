export { countConnections, type Connections } from './postgres/count-connections.ts'
