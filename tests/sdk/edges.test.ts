import { afterAll, expect, test } from 'vitest'
import * as sdk from '@paket/sdk'
import { edges } from './edges.ts'
import { edgeServer } from './edge-server.ts'

const server = await edgeServer()
afterAll(server.close)

test.each(edges)('$title', async ({ see, sees }) => {
  expect(JSON.parse(JSON.stringify(await see(sdk, server.origin)))).toEqual(sees)
})
