#!/usr/bin/env node
import { main } from './main.ts'

// A reader such as `head` may close the pipe early.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
process.exitCode = await main(process.argv.slice(2))
