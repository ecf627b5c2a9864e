import {
  app,
  decisions,
  type Found,
  labelled,
  type Line,
  rowHops,
  type Sources,
  tests,
  wordPattern,
} from './sources.ts'

const heading = /^### ((?:OP|OO|D)-\d+|T\d+)\b/
const code = /^(openapi\/.*\.yaml|sdk|web\/src|mock-server)/

/** Normalizes an id: OO-3 is OO-03. */
function normalizeId(id: string): string {
  const [kind = '', number = '', ...more] = id.toUpperCase().split('-')
  return number === '' || more.length > 0 ? id.toUpperCase() : `${kind}-${number.padStart(2, '0')}`
}

/** Returns all ids of requirements, decisions and tables, and the names of modals. */
export const productWords = (sources: Sources): string[] => [
  ...sources.rows.map(({ id }) => id),
  ...sources.matching(decisions, heading).map(({ text }) => heading.exec(text)![1]!),
  ...modalsIn(sources),
]

/** Looks up an id (OP-12, T4, a requirement's); empty for another word. */
export function whereIsId(sources: Sources, word: string): Found[] {
  const id = normalizeId(word)
  const idPattern = wordPattern(id)
  const headings = sources.matching(decisions, heading).filter(({ text }) => heading.exec(text)?.[1] === id)
  const own = sources.rows.filter((row) => row.id.toUpperCase() === id)
  if (headings.length + own.length === 0) return []
  const decided = headings.flatMap((line) => [
    ...labelled(line.text.startsWith('### T') ? 'table' : 'decision', [{ ...line, text: line.text.slice(4) }]),
    ...labelled('decision', decidedUnder(sources, line)),
  ])
  const listed = sources.matching(decisions, idPattern).filter(({ text }) => text.startsWith('- **Rows:**'))
  const about = sources.rows.filter((row) => !own.includes(row) && idPattern.test(row.fullText))
  const points = own.flatMap(({ fullText }) => fullText.match(/\b(OP|OO)-\d+\b/g) ?? []).map(normalizeId)
  const named = sources.matching(decisions, heading).filter(({ text }) => points.includes(heading.exec(text)![1]!))
  const used = sources.matching(code, idPattern)
  return [
    {
      title: id,
      hops: [
        ...decided,
        ...rowHops(own),
        ...labelled('decision', [...named, ...listed]),
        ...rowHops(about),
        ...labelled('sources', used),
        ...labelled('tests', sources.matching(tests, idPattern)),
      ],
    },
  ]
}

/** Returns the line with the decision from a section. */
function decidedUnder({ lines }: Sources, at: Line): Line[] {
  const start = lines.indexOf(at) + 1
  const end = lines.findIndex(({ text, file }, index) => index >= start && (/^#{1,3} /.test(text) || file !== at.file))
  return lines.slice(start, end < 0 ? undefined : end).filter(({ text }) => text.startsWith('- **Decision'))
}

/** Returns the names of modals: those that flows ask, and those that components declare. */
function modalsIn(sources: Sources): string[] {
  const declarations = [...sources.matching(app, /\bask\('/), ...sources.matching(app, /\bdefineModal\b/)]
  return [...new Set(declarations.flatMap(({ text }) => /\('(\w+)'/.exec(text)?.[1] ?? []))]
}

/** Looks up where a modal is declared, asked, shown and tested; empty for another word. */
export function whereIsModal(sources: Sources, word: string): Found[] {
  const name = modalsIn(sources).find((each) => each.toLowerCase() === word.toLowerCase())
  if (!name) return []
  const listedPattern = new RegExp(`^${name}: (\\{|\\w+Modal\\b)`)
  const inApp = sources.matching(app, wordPattern(name))
  const isAsking = ({ text }: Line) => text.includes(`ask('${name}'`)
  const declared = inApp.filter(({ text }) => text.includes('defineModal') || listedPattern.test(text))
  const tested = sources.matching(tests, wordPattern(name))
  return [
    {
      title: `modal ${name}`,
      hops: [
        ...labelled('modal', declared),
        ...labelled('asked', inApp.filter(isAsking)),
        ...labelled(
          'app',
          inApp.filter((line) => !isAsking(line) && !declared.includes(line)),
        ),
        ...labelled('gallery', sources.matching(/^web\/src\/gallery\//, wordPattern(name))),
        ...labelled('tests', tested),
        ...rowHops(sources.rowsCited(tested)),
      ],
    },
  ]
}

const messageId = /^[a-z]+(-[a-z]+)+$/
/** Lower case, with plain spaces: texts of the app have non-breaking ones. */
const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ')

/** Looks up the id of a message (`new-price`), or Russian words on the screen; empty for another word. */
export function whereIsText(sources: Sources, word: string): Found[] {
  const declared = messageId.test(word) ? sources.matching(app, new RegExp(`\\bid: '${word}'`)) : []
  const texts = /[а-яё]{3}/i.test(word) ? [word] : declared.flatMap((line) => titleBelow(sources, line))
  const linesIn = (files: RegExp) =>
    sources.lines.filter(
      ({ file, text }) => files.test(file) && texts.some((shown) => plain(text).includes(plain(shown))),
    )
  const rows = sources.rows.filter(({ fullText }) => texts.some((shown) => plain(fullText).includes(plain(shown))))
  const hops = [
    ...labelled('message', declared),
    ...labelled('app', linesIn(app)),
    ...labelled('outcome', linesIn(/^openapi\/outcomes\.yaml$/)),
    ...labelled('tests', linesIn(tests)),
    ...rowHops(rows),
    ...labelled('decision', linesIn(decisions)),
  ]
  return hops.length > 0 ? [{ title: declared.length > 0 ? `message ${word}` : `text «${word}»`, hops }] : []
}

/** The title of a message, which is a few lines below its id. */
function titleBelow({ lines }: Sources, at: Line): string[] {
  const start = lines.indexOf(at)
  return lines.slice(start, start + 4).flatMap(({ text }) => /^title: '(.+)',?$/.exec(text)?.[1] ?? [])
}
