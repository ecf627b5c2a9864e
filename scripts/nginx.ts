import { existsSync } from 'node:fs'
import { aptInstall } from './apt.ts'

/** Debian installs it outside of a user's PATH. */
const places = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']
export const nginxFile = (): string | undefined => places.find((file) => existsSync(file))

/** Makes sure that nginx is installed. Returns why not; empty on success. */
export async function obtainNginx(): Promise<string> {
  if (nginxFile() || ((await aptInstall('nginx-light')) && nginxFile())) return ''
  return 'nginx: not tried, it is not installed and could not be installed (apt-get install nginx).'
}
