import { describe, expect, it } from 'vitest'
import { drift, folderOfFile } from '../support.ts'
import { type Answers, type ReceivedRequest, closesServices, json, startService } from './service.ts'

const folder = folderOfFile()
closesServices()

const fine = { description: 'x', ...json({ type: 'object' }) }
const description = {
  openapi: '3.1.0',
  info: { title: 'Scans', version: '1' },
  paths: {
    '/scans': {
      post: {
        operationId: 'scan',
        parameters: [
          { name: 'desk', in: 'cookie', required: true, schema: { type: 'string', pattern: '^[a-c]{3}$' } },
          { name: 'shelf', in: 'cookie', schema: { type: 'integer', minimum: 1, maximum: 9 } },
        ],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['page', 'number'],
                properties: {
                  page: { type: 'string', format: 'binary' },
                  number: { type: 'integer', minimum: 1, maximum: 900 },
                  tags: { type: 'array', items: { type: 'string', enum: ['torn', 'blank'] } },
                  book: {
                    type: 'object',
                    required: ['title'],
                    properties: { title: { type: 'string', minLength: 1 } },
                    additionalProperties: false,
                  },
                },
                additionalProperties: false,
              },
            },
          },
        },
        responses: { '200': fine, '422': { description: 'x' } },
      },
    },
  },
}
const explore = async (answers: Answers) => {
  const { origin, requests } = await startService(answers)
  const place = await folder.file(description)
  const args = ['live', origin, '--contract', place, '--explore', '--seed', '7', '--requests', '400', '--allow-writes']
  return { ...(await drift(args)), requests }
}
/** Parses the body with another implementation. */
const formOf = ({ body, headers }: ReceivedRequest) =>
  new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData().catch(() => null)
const cookiesOf = ({ headers }: ReceivedRequest) =>
  new Map((headers.cookie ?? '').split('; ').map((one) => one.split('=') as [string, string]))
const isNumber = (text: unknown, low: number, high: number) =>
  typeof text === 'string' && /^-?\d+$/.test(text) && Number(text) >= low && Number(text) <= high
const isBook = (text: string) => {
  try {
    const { title, ...more } = JSON.parse(text) as { title?: unknown }
    return typeof title === 'string' && title !== '' && Object.keys(more).length === 0
  } catch {
    return false
  }
}
/** Whether the body is a valid scan; `lax` names the condition that is not checked. */
async function isScan(request: ReceivedRequest, lax = ''): Promise<boolean> {
  const cookies = cookiesOf(request)
  if (lax !== 'desk' && !/^[a-c]{3}$/.test(cookies.get('desk') ?? '')) return false
  if (lax !== 'shelf' && cookies.has('shelf') && !isNumber(cookies.get('shelf'), 1, 9)) return false
  const form = await formOf(request)
  if (!form) return false
  const names = [...form.keys()]
  const once = names.every((name) => name === 'tags' || form.getAll(name).length === 1)
  const known = names.every((name) => ['page', 'number', 'tags', 'book'].includes(name))
  return (
    once &&
    known &&
    (lax === 'page' || form.get('page') instanceof File) &&
    (lax === 'number' || isNumber(form.get('number'), 1, 900)) &&
    form.getAll('tags').every((one) => one === 'torn' || one === 'blank') &&
    form.getAll('book').every((one) => typeof one === 'string' && isBook(one))
  )
}

describe('drift live --explore with multipart forms and cookies', { timeout: 120_000 }, () => {
  it('sends files, numbers, lists and objects as parts, valid and invalid ones, and cookies', async () => {
    const { code, out, err, requests } = await explore(async (one) => ((await isScan(one)) ? [200, {}] : [422]))
    expect({ code, err, out }).toEqual({ code: 0, err: '', out: expect.not.stringContaining('Not explored') })
    const right = (await Promise.all(requests.map((one) => isScan(one)))).filter(Boolean).length
    expect(right).toBeGreaterThan(20)
    expect(requests.length - right).toBeGreaterThan(50)
    const forms = await Promise.all(requests.map(formOf))
    for (const field of ['tags', 'book']) expect(forms.some((form) => form?.has(field))).toBe(true)
    expect(requests.some((one) => cookiesOf(one).has('shelf'))).toBe(true)
  })
  it.each([
    ['number', /✗ `number` of scan is not valid: [^]*-H 'Cookie: desk=[a-c]{3}'[^]*boundary=[^]*--data-raw \$'--/],
    ['page', /✗ `page` of scan is not valid: it is required/],
    ['desk', /✗ scan was accepted without the cookie `desk`/],
    ['shelf', /✗ scan was accepted with the cookie `shelf` that is not valid: it violates m(in|ax)imum [19]/],
  ])('finds a service that does not look at %s', async (lax, text) => {
    const { code, out } = await explore(async (one) => ((await isScan(one, lax)) ? [200, {}] : [422]))
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(text) })
  })
})

describe('drift traffic of multipart forms', () => {
  const part = (name: string, text: string, type = '') =>
    `--x1\r\nContent-Disposition: form-data; name="${name}"${type}\r\n\r\n${text}\r\n`
  const page = part('page', 'PNG\r\n--x', '; filename="a.png"\r\nContent-Type: image/png')
  const report = async (body: string) => {
    const line = JSON.stringify({ method: 'POST', url: '/scans', status: 200, requestBody: body, responseBody: {} })
    return drift(['traffic', '-', '--contract', await folder.file(description)], { input: line })
  }
  it.each([
    [
      'as a browser writes it',
      `${page}${part('number', '7')}${part('tags', 'torn')}${part('tags', 'blank')}--x1--\r\n`,
    ],
    [
      'with an object',
      `${page}${part('number', '7')}${part('book', '{"title":"x"}', '\r\nContent-Type: application/json')}--x1--`,
    ],
    ['with ends of lines of another kind', `${page}${part('number', '7')}--x1--`.replaceAll('\r\n', '\n')],
  ])('is silent about one %s', async (_, body) => {
    expect((await report(body)).out).toMatch(/No drift/)
  })
  it.each([
    ['without a file', `${part('number', '7')}--x1--\r\n`, /`page` of scan is not valid: it is required/],
    [
      'with a number beyond its border',
      `${page}${part('number', '901')}--x1--\r\n`,
      /`number` of scan is not valid: it violates maximum \d+ \(came as an integer of 3 digits\)/,
    ],
    [
      'with an unknown part',
      `${page}${part('number', '7')}${part('other', '7')}--x1--\r\n`,
      /scan was sent with a field that is not in the contract, a name of 5 letters/,
    ],
    [
      'without its last line',
      `${page}${part('number', '7')}`,
      /scan was called with multipart\/form-data that cannot be read/,
    ],
    ['that is something else', 'hello', /scan was called with multipart\/form-data that cannot be read/],
  ])('reports one %s that was accepted', async (_, body, words) => {
    const { out } = await report(body)
    expect(out).toMatch(words)
  })
})
