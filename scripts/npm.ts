import { type Command, nodeCommand } from './processes.ts'

/** Runs npm: the one that started this process, else the one on the PATH. */
export function npm(name: string, args: readonly string[], cwd: string): Command {
  const script = process.env['npm_execpath'] ?? ''
  const env = { npm_config_loglevel: 'error', npm_config_update_notifier: 'false' }
  if (!script.endsWith('npm-cli.js')) return { name, file: 'npm', args, cwd, env }
  return { ...nodeCommand(name, script, args), cwd, env }
}
