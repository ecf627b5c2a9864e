/** The part of the package that the tests use; it has no types. */
declare module 'markdown-it' {
  export interface Token {
    type: string
    tag: string
    level: number
    content: string
    children: Token[] | null
  }
  export default class MarkdownIt {
    constructor(options: { html: boolean; linkify: boolean })
    parse(text: string, environment: object): Token[]
  }
}
