import type { DeliveryChain } from '#domain/deliveries.ts'
import type { Article } from '#domain/article.ts'

/** How often the deliveries come back (O-MODAL-18, O-DELIVERY-09, O-DELIVERY-10); the words are our own (OO-63). */
export const deliveryRules = (chains: Readonly<Record<DeliveryChain, string>>): Article => ({
  title: 'Как обновляются доставки',
  points: [
    { title: 'По 3 доставки в каждой сети', text: `Они действуют в сетях «${chains.tcx}» и «${chains.tc5}»` },
    {
      title: 'Каждые 31\u00a0день',
      text: 'В день обновления доставок снова станет столько же. Дату видно рядом с доставками',
    },
    { title: 'Только у владельца', text: 'У близких в Семье бесплатных доставок нет' },
  ],
})
