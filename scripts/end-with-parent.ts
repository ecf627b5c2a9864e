import { isMainThread } from 'node:worker_threads'

// Preloaded into the servers of a stack, and so into what they start: stops one whose starter was killed and so could not stop it.
const EVERY_MS = 500
const GRACE_MS = 5000

if (isMainThread) {
  const parent = process.ppid
  const starter = Number(process.env['PAKET_STARTED_BY'])
  process.env['PAKET_STARTED_BY'] = String(process.pid)
  const timer = setInterval(() => {
    // The parent can be a shell, and both can end before this is loaded.
    if (process.ppid === parent && isRunning(starter)) return
    clearInterval(timer)
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref()
    process.kill(process.pid, 'SIGTERM')
  }, EVERY_MS)
  timer.unref()
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}
