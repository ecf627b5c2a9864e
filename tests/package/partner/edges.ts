// A partner's program for any runtime: what each edge of a call sees there, see ../runtimes.ts.
import * as sdk from '@paket/sdk'
import { type Edge, seeAll } from '../../sdk/edges.ts'

interface Asked {
  origin: string
  /** null in JSON where an edge needs nothing. */
  needs: (Edge['needs'] | null)[]
}
export const run = ({ origin, needs }: Asked): Promise<Record<string, unknown>> =>
  seeAll(
    sdk,
    origin,
    needs.map((need) => need ?? undefined),
  )

/** As a worker. */
export default {
  fetch: async (request: Request): Promise<Response> => Response.json(await run((await request.json()) as Asked)),
}
