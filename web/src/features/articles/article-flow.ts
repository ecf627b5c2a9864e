import type { Flow } from '#flow/run-flow.ts'
import type { Article } from '#domain/article.ts'

/** Shows something to be read; who still has a question writes to support. */
export const articleFlow =
  (article: Article, toSupport: () => void): Flow =>
  async (io) => {
    if ((await io.ask('article', article)) === 'support') toSupport()
  }
