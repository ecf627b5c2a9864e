import { parse } from 'yaml'

interface Documented {
  operationId: string
  responses: { 200?: { content?: { 'application/json'?: { examples?: Record<string, { value: unknown }> } } } }
}
const paths = import.meta.glob<string>('../../../openapi/paths/**/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const contents = import.meta.glob<string>('../../../openapi/cms.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const examplesOf = ({ responses }: Documented): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(responses[200]?.content?.['application/json']?.examples ?? {}).map(([name, { value }]) => [
      name,
      value,
    ]),
  )
const calls = Object.entries(paths).map(([file, text]) => {
  const { post } = parse(text) as { post: Documented }
  const lastStep = file.replace(/^.*\//, '').replace('.yaml', '').replaceAll('-', '_')
  return { name: post.operationId, lastStep, examples: examplesOf(post) }
})
const content = Object.values(contents).flatMap((text) => {
  const { paths: all } = parse(text) as { paths: Record<string, { get: Documented }> }
  return Object.entries(all).map(([path, { get }]) => ({
    name: 'content',
    lastStep: path.replace(/^.*\//, ''),
    examples: examplesOf(get),
  }))
})
const all = [...calls, ...content]

/** The call at a path, with its examples. */
export const exampleFor = (pathname: string) => all.find(({ lastStep }) => pathname.endsWith(`/${lastStep}`))
