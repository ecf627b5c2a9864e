import { createServer, type Server, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { drift } from './support.ts'

/** Runs the commands of `drift-client.mjs` in this process: starting the program takes a second, starting the client a twentieth of one. */
export async function serveDrift(place: string): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // A client may be killed at any time.
    socket.on('error', () => {})
    void answer(socket)
  })
  await new Promise<void>((done) => void server.listen(place, done))
  return server
}
async function answer(socket: Socket): Promise<void> {
  const input = new PassThrough()
  let head = Buffer.alloc(0)
  const args = await new Promise<string[]>((done) => {
    const first = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf(10)
      if (end === -1) return
      socket.off('data', first)
      input.write(head.subarray(end + 1))
      socket.pipe(input)
      done(JSON.parse(head.subarray(0, end).toString()) as string[])
    }
    socket.on('data', first)
  })
  const result = await drift(args, { input })
  socket.end(JSON.stringify(result))
}
