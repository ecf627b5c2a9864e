import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callsOf, type Contract, isAssumed, type Operation } from '@paket/contract'
import { nodeCommand, runToEnd } from '../processes.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

/** Redoc's logo, which it would load from its own server. */
const logo = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g
/** Redoc searches in a worker from a blob; the policy blocks everything else that it could load. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' blob:; worker-src blob:; img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'"
const head = `<meta charset="utf-8" />
  <meta http-equiv="Content-Security-Policy" content="${policy}" />
  <style>span:has(> a[href^="https://redocly.com/redoc"]) { visibility: hidden }</style>`

function withLinks(operation: Operation): Operation {
  const { operationId, description = '' } = operation
  const assumed = isAssumed(operation)
    ? ` No backend has confirmed it: [assumed parts](assumed.html#${operationId}).`
    : ''
  const inSdk = `In the SDK it is [${operationId}](reference/variables/_paket_sdk_operations.${operationId}.html).`
  const links = `${inSdk} [Its failures, and what to do about them](errors.html#${operationId}).${assumed}`
  return { ...operation, description: `${description.trim()}\n\n${links}` }
}

/** Adds links to the other pages. */
function withOtherPages(contract: Contract) {
  const { info } = contract as Contract & { info: { description: string } }
  const paths = callsOf(contract).map(({ path, operation }) => [path, { post: withLinks(operation) }])
  return {
    ...contract,
    info: { ...info, description: `[All documents](index.html)\n\n${info.description}` },
    externalDocs: { ...contract.externalDocs, url: 'errors.html' },
    paths: Object.fromEntries(paths) as Contract['paths'],
  }
}

/** Renders the contract with Redoc as one file that loads nothing. */
export const contractReference = (contract: Contract): Promise<string> =>
  inTemporaryFolder('paket-docs-', async (folder) => {
    await writeFile(join(folder, 'contract.json'), JSON.stringify(withOtherPages(contract)))
    const args = [
      'build-docs',
      'contract.json',
      '--output',
      'contract.html',
      '--inlineBundle',
      '--title',
      'Contract · Paket',
    ]
    const redocly = nodeCommand('Redoc', 'node_modules/@redocly/cli/bin/cli.js', args)
    // Without a limit: it works offline, and takes minutes on a busy machine.
    const { ok, why, output } = await runToEnd({ ...redocly, cwd: folder, env: { REDOCLY_TELEMETRY: 'off' } })
    if (!ok) throw new Error(`Redoc failed (${why}):\n${output}`)
    const built = await readFile(join(folder, 'contract.html'), 'utf8')
    const page = built.replace('<meta charset="utf8" />', head).replace(logo, 'data:,')
    if (!page.includes(policy))
      throw new Error('Redoc’s page has changed: the content security policy could not be added')
    return page
  })
