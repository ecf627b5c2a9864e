import { visible } from '@paket/contract'
import { CannotCheck } from '../report/cannot-check.ts'
import { grouped } from '../report/finding.ts'
import { forLog } from '../report/writers/markup.ts'
import { startProxy } from '../traffic/recording-proxy.ts'
import { trafficOf } from '../traffic/traffic.ts'
import type { Io } from './io.ts'
import { commonHelp, parseOptions } from './options.ts'
import { unmetCoverage } from './require-coverage.ts'
import { writeTraffic } from './traffic.ts'

export const proxyHelp = `drift proxy <url>: runs between app and backend, forwards everything unchanged, and judges the traffic as \`drift traffic\` does.
It prints new findings at once, and the report when you stop it (Ctrl-C).

  --port <n>            the port (4020)
  --base <path>         the base path of the calls, when it is not the contract's
  --service <place>     the service's own description, whose names the report may show too
  --require-coverage <n>%   exit with 1 when fewer of the contract's codes and statuses were seen
${commonHelp}`

export async function checkProxy(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, {
    port: { type: 'string', default: '4020' },
    base: { type: 'string' },
    service: { type: 'string' },
    'require-coverage': { type: 'string' },
  })
  if (!options) return (io.stdout.write(`${proxyHelp}\n`), 0)
  const { common, values, places } = options
  const [target, ...more] = places
  if (target === undefined || more.length > 0) throw new CannotCheck('One address is needed: drift proxy <url>')
  const port = Number(values['port'])
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new CannotCheck(`--port is a number up to 65535, not ${String(values['port'])}`)
  const unmet = unmetCoverage(values['require-coverage'] as string | undefined)
  const traffic = await trafficOf(
    common.contract,
    { base: values['base'] as string | undefined, service: values['service'] as string | undefined },
    common,
  )
  const reported = new Set<string>()
  const proxy = await startProxy({
    target,
    traffic,
    port,
    onExchange: () => {
      for (const { id, severity, says } of grouped(traffic.found)) {
        if (reported.has(id) || severity === 'note') continue
        reported.add(id)
        io.stderr.write(`${severity}: ${forLog(visible(says))}\n`)
      }
    },
  })
  io.stderr.write(`${proxy.origin} passes everything on to ${target}; Ctrl-C ends it and reports what was seen.\n`)
  await io.stopped()
  await proxy.close()
  if (traffic.read === 0) throw new CannotCheck('Nothing went by.')
  return writeTraffic(io, common, traffic, {
    check: 'proxy',
    about: 'The service, as it was used, against the contract',
    unmet: unmet(traffic.covered),
  })
}
