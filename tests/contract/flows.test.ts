import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, it, test } from 'vitest'
import { getOrderStatusPoll } from '#sdk/generated/polling.gen.ts'
import { mockOfFile, press, type TestUser } from '../mock-server/support.ts'
import { folderOfFile } from '#support/folders.ts'
import { root } from './contract.ts'

const file = resolve(root, 'openapi/flows.arazzo.yaml')
interface Flows {
  workflows: { workflowId: string }[]
  components: { failureActions: { orderPoll: { retryAfter: number; retryLimit: number } } }
}
const flows = parse(await readFile(file, 'utf8')) as Flows
const mock = mockOfFile()
const visited = new Set<string>()
const folder = folderOfFile().path

interface Report {
  files: Record<string, { executedWorkflows: { workflowId: string; executedSteps: { stepId: string }[] }[] }>
}
/** Runs a workflow with the mock through Redocly's `respect`; fails with its output. */
async function run(workflow: string, user: TestUser, inputs: Record<string, string> = {}): Promise<void> {
  visited.add(workflow)
  const report = join(folder, `${workflow}-${randomUUID()}.json`)
  const given = Object.entries({ token: await user.token(), ...inputs }).flatMap(([name, value]) => [
    '-i',
    `${name}=${value}`,
  ])
  const args = ['respect', file, '-w', workflow, ...given, '-S', `paket=${user.origin}/bff/api`, '-J', report]
  const { code, printed } = await command(resolve(root, 'node_modules/@redocly/cli/bin/cli.js'), args)
  expect(code, printed).toBe(0)
  // A run without steps would pass too.
  const { files } = JSON.parse(await readFile(report, 'utf8')) as Report
  const [executed] = Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows)
  expect(executed).toMatchObject({ workflowId: workflow })
  expect(executed?.executedSteps.length).toBeGreaterThan(0)
}
function command(script: string, args: string[]) {
  return new Promise<{ code: number | null; printed: string }>((done, fail) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }
    const child = spawn(process.execPath, [script, ...args], { env, timeout: 50_000 })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.on('error', fail)
    child.on('close', (code) => done({ code, printed }))
  })
}

describe('a flow runs with the mock, by Redocly’s respect:', { timeout: 60_000, shuffle: false }, () => {
  it.each([
    ['purchaseByMainCard', 'registered'],
    ['purchaseByPoints', 'registered'],
    ['renewalOfDaily', 'daily'],
    ['optionAutopayment', 'family-empty'],
    ['familyMemberAdded', 'family-empty'],
    ['purchaseWithPromocode', 'registered'],
  ])('%s as %s', async (workflow, scenario) => run(workflow, await mock.user(scenario)))

  it('purchaseByNewCard, a user on the payment page, returnFromPaymentPage', async () => {
    const user = await mock.user('no-cards')
    await run('purchaseByNewCard', user)
    const orderId = await lastOrder(user)
    await press(`${mock.origin}/pay/${orderId}`, { action: 'pay' })
    await run('returnFromPaymentPage', user, { orderId })
  })

  it('cardBinding, a user on the page, returnFromBindingPage', async () => {
    const user = await mock.user('no-cards')
    await run('cardBinding', user)
    await press(`${mock.origin}/pay/${await lastOrder(user)}`, { action: 'pay' })
    await run('returnFromBindingPage', user)
    expect(await user.cards()).toMatchObject([{ isMainCard: true }])
  })

  it('fails when the backend answers differently', async () => {
    // There is nothing to turn off, because the option was not bought.
    const user = await mock.user('registered')
    await expect(run('optionAutopayment', user)).rejects.toThrow(/autopaymentsEnabled == true/)
  })

  it('and every one has run', () => {
    expect([...visited].toSorted((a, b) => a.localeCompare(b))).toEqual(
      flows.workflows.map(({ workflowId }) => workflowId).toSorted((a, b) => a.localeCompare(b)),
    )
  })
})

async function lastOrder(user: TestUser): Promise<string> {
  const { orders } = (await user.control('GET', '')) as { orders: { id: string }[] }
  return orders.at(-1)!.id
}

test('the SDK polls an order as often as the flows say [C-POLL-19] [C-POLL-20]', () => {
  const { retryAfter, retryLimit } = flows.components.failureActions.orderPoll
  expect(getOrderStatusPoll).toMatchObject({ everyMs: retryAfter * 1000, attempts: retryLimit + 1 })
})
