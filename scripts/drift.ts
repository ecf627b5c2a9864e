import { main } from '@paket/drift'

process.exitCode = await main(process.argv.slice(2))
