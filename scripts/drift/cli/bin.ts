#!/usr/bin/env node
import { main } from './main.ts'

// The reader may close early, as `head` does.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
process.exitCode = await main(process.argv.slice(2))
