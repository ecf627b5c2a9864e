import type { Flow } from '#flow/run-flow.ts'
import type { Article } from '#domain/article.ts'

/** Shows an article, which may lead to support. */
export const articleFlow =
  (article: Article, openSupport: () => void): Flow =>
  async (io) => {
    if ((await io.ask('article', article)) === 'support') openSupport()
  }
