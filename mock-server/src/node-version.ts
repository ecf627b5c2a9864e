import manifest from '../package.json' with { type: 'json' }

const [, needed = ''] = manifest.engines.node.split('>=')
const isOld = process.versions.node.localeCompare(needed, 'en', { numeric: true }) < 0
/** Why the mock does not run on this Node; null when it does. */
export const nodeProblem = isOld ? `The mock needs Node ${needed} or newer; this is ${process.version}.` : null
