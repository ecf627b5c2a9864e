import { expect, it } from 'vitest'
import { sourcesIn } from './sources.ts'
import { looseTexts, programOf } from './texts.ts'

/** A component for each case; `slot` accepts elements only, `node` everything that React renders. */
const component = (jsx: string) => `
import type { ReactElement, ReactNode } from 'react'
interface Props { count: number; name?: string; names: string[]; node: ReactNode; slot: ReactElement | null; kind: 'a' | 'b' }
export function Planted<Text extends string>({ count, name, names, node, slot, kind, own }: Props & { own: Text }): ReactNode {
  void [count, name, names, node, slot, kind, own]
  return ${jsx}
}
`
const found: Record<string, string> = {
  'a number beside a text': '<p>1 of {count}</p>',
  'two texts': '<p>{count}{kind}</p>',
  'a text beside an element': '<p>{name}<b /></p>',
  'a text of a type parameter': '<p>{own}<b /></p>',
  'what may be a text': '<p>{slot}{node}</p>',
  'a conditional text': "<p><b />{count > 1 && 'many'}</p>",
  'a text that a component puts beside another child': '<Planted>{kind}: {slot}</Planted>',
  'the single text of a fragment': '<>{name}</>',
  'a constant text of a fragment': '<b>{slot ?? <>text</>}</b>',
  'a text of a fragment that is given to a component': '<p title="">{slot && <>{kind}</>}</p>',
  'a list of texts': '<p>{names}</p>',
  'a constant text after an element that comes and goes': '<p>{slot} text</p>',
  'a constant text after a list': "<p>{names.map((each) => <b key={each} />)}{' '}text</p>",
}
const allowed: Record<string, string> = {
  'the single child of an element': '<p>{node}</p>',
  'one text of all': '<p>{`1 of ${count}`}</p>',
  'a text in an element of its own': '<p>{slot}<span>{name}</span></p>',
  'elements beside elements': '<p>{slot}{names.map((each) => <b key={each}>{each}</b>)}{node && <b>{node}</b>}</p>',
  'a constant text before an element that comes and goes': "<p>text{' '}{slot}</p>",
  'a constant text beside an element that stays': '<p><b>{name}</b> text</p>',
}
const paths = (cases: Record<string, string>) => Object.keys(cases).map((name, at) => [name, at] as const)
const planted = (what: string, cases: Record<string, string>) =>
  Object.fromEntries(Object.values(cases).map((jsx, at) => [`web/src/${what}${at}.tsx`, component(jsx)]))

const program = programOf('web', { ...planted('found', found), ...planted('allowed', allowed) })

it('no text of the app is beside another child, where a change of it would be lost on a translated page', () => {
  const sources = sourcesIn('web/src', /\.tsx$/)
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.flatMap(({ path }) => looseTexts(program, path))).toEqual([])
})

it.each(paths(found))('%s is found, with its line and a correction', (_, at) => {
  const texts = looseTexts(program, `web/src/found${at}.tsx`)
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts)
    expect(text).toEqual({
      at: `web/src/found${at}.tsx:6`,
      text: expect.any(String),
      correction: expect.stringMatching(/^(Put|Make) /),
    })
})

it.each(paths(allowed))('%s is allowed', (_, at) => {
  expect(looseTexts(program, `web/src/allowed${at}.tsx`)).toEqual([])
})
