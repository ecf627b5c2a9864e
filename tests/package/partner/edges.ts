// A partner's program for any runtime: runs the edge cases and returns their results, see ../runtimes.ts.
import * as sdk from '@paket/sdk'
import { type Edge, seeAll } from '../../sdk/edges.ts'

interface Asked {
  origin: string
  /** JSON has null for an edge case that needs nothing. */
  needs: (Edge['needs'] | null)[]
}
export const run = ({ origin, needs }: Asked): Promise<Record<string, unknown>> =>
  seeAll(
    sdk,
    origin,
    needs.map((need) => need ?? undefined),
  )

/** The entry point as a worker. */
export default {
  fetch: async (request: Request): Promise<Response> => Response.json(await run((await request.json()) as Asked)),
}
