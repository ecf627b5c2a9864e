import { existsSync } from 'node:fs'
import { aptInstall } from './apt.ts'

/** Debian has it outside of a user's path. */
const places = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']
export const nginxFile = (): string | undefined => places.find((file) => existsSync(file))

/** Sees to it that there is an nginx. Gives why there is none; empty when there is one. */
export async function obtainNginx(): Promise<string> {
  if (nginxFile() || ((await aptInstall('nginx-light')) && nginxFile())) return ''
  return 'nginx: not tried, it is not on this machine and could not be installed (apt-get install nginx).'
}
