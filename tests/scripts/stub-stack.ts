/* oxlint-disable no-console -- a program */
import { onStop, stopAll } from '../../scripts/processes.ts'
import { runMain } from '../../scripts/run-main.ts'
import { runStack, type Service } from '../../scripts/stack.ts'

/**
 * A program like `npm start` with stubs for the mock and the app. Arguments: a port and a behaviour for each.
 * Each stub prints its process id and that of a child process.
 */
const program = `
  const { createServer } = require('node:http')
  const [port, behaviour] = process.argv.slice(1)
  console.log('pid ' + process.pid)
  console.log('by proxy: ' + process.env.NODE_USE_ENV_PROXY)
  const helper = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
  console.log('pid ' + helper.pid)
  if (behaviour === 'deaf') process.on('SIGTERM', () => console.log('deaf'))
  if (behaviour === 'broken') { console.error('cannot read the contract'); process.exit(3) }
  if (behaviour === 'dies') setTimeout(() => process.exit(4), 1000)
  createServer((_, response) => response.writeHead(behaviour === 'ill' ? 503 : 200).end()).listen(Number(port), '127.0.0.1')`

const [mockPort = '', mockBehaviour = '', webPort = '', webBehaviour = ''] = process.argv.slice(2)
const service = (name: string, port: string, behaviour: string): Service => ({
  name,
  file: process.execPath,
  args: ['-e', program, port, behaviour],
  address: `http://127.0.0.1:${port}/`,
  onLine: (line) => console.log(line),
  graceMs: 300,
})
const services = [service('The mock', mockPort, mockBehaviour), service('The web app', webPort, webBehaviour)]
const onReady = () => console.log('READY')

await runMain(async () => {
  const leaving = new AbortController()
  onStop(() => {
    leaving.abort()
    void stopAll()
  })
  await runStack(services, { signal: leaving.signal, patienceMs: 2500, onReady })
})
