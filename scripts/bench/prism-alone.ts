import type { RequestListener } from 'node:http'
import { Contract } from '../../mock-server/src/engine/contract/contract.ts'
import { answerError, pathOf, readJson } from '../../mock-server/src/engine/http/http.ts'
import { listen } from '../../mock-server/src/engine/http/listen.ts'
import { plainPrism } from '../../mock-server/src/engine/prism/plain-prism.ts'
import { paket } from '../../mock-server/src/product/paket.ts'

// Prism in a process of its own behind the mock's HTTP server, for comparison: node prism-alone.ts <port>.
const { document } = await Contract.load(paket.contractDir)
const prism = await plainPrism(document)
const listener: RequestListener = (request, response) => {
  const url = { path: pathOf(request).slice(paket.basePaths[0].length), query: {} }
  void readJson(request)
    .then((body) => prism({ method: 'post', url, headers: request.headers, body }, response))
    .catch((error: unknown) => answerError(error, response))
}
const { port } = await listen(listener, Number(process.argv[2]))
console.log(`Prism is at http://localhost:${port}`)
