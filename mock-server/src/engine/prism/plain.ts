import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Contract } from '#engine/contract/contract.ts'
import { answerError, pathOf, Problem, readJson } from '#engine/http/http.ts'
import { listen } from '#engine/http/listen.ts'
import { plainPrism } from './plain-prism.ts'

/** The contract's calls by Prism alone. */
export async function startPlain(contractDir: string, basePath: string, port: number) {
  const contract = await Contract.load(contractDir)
  const prism = await plainPrism(contract.document)
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request)
    if (!path.startsWith(`${basePath}/`))
      throw new Problem(404, 'Nothing here', `There is nothing at ${path}; the calls are under ${basePath}`)
    if (request.method !== 'POST')
      throw new Problem(405, 'Wrong method', `Every call is a POST, got ${request.method}`, {
        headers: { allow: 'POST' },
      })
    const url = { path: path.slice(basePath.length), query: {} }
    await prism({ method: 'post', url, headers: request.headers, body: await readJson(request) }, response)
  }
  const listener: RequestListener = (request, response) =>
    void answer(request, response).catch((error: unknown) => answerError(error, response))
  const { port: taken, close } = await listen(listener, port)
  return { origin: `http://localhost:${taken}`, close }
}
