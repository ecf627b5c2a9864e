// Sends a command and its standard input to the process that listens at DRIFT_SOCKET; exits with the code that it returns.
import { connect } from 'node:net'

const socket = connect(process.env.DRIFT_SOCKET)
socket.write(`${JSON.stringify(process.argv.slice(2))}\n`)
process.stdin.pipe(socket)
let answer = ''
socket.setEncoding('utf8').on('data', (text) => (answer += text))
socket.on('end', () => {
  const { code, out, err } = JSON.parse(answer)
  process.stderr.write(err)
  process.stdout.write(out, () => process.exit(code))
})
