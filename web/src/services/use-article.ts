import type { Article } from '#domain/article.ts'
import { useAccount } from './services.ts'
import { useSupport } from './support.ts'

/** A function that shows an article in a modal, which may lead to support. */
export function useArticle(): (article: Article) => void {
  const { startFlow } = useAccount()
  const openSupport = useSupport()
  return (article) =>
    void startFlow(async (io) => {
      if ((await io.ask('article', article)) === 'support') openSupport()
    })
}
