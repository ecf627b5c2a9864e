import type { DeliveryChain } from '#domain/deliveries.ts'
import type { Article } from '#domain/article.ts'

/** How often free deliveries are renewed (O-MODAL-18, O-DELIVERY-09, O-DELIVERY-10). The source has no text for it: this one is ours (OO-63). */
export const deliveryRules = (chains: Readonly<Record<DeliveryChain, string>>): Article => ({
  title: 'Как обновляются доставки',
  points: [
    { title: 'По 3 доставки в каждой сети', text: `Они действуют в сетях «${chains.tcx}» и «${chains.tc5}»` },
    {
      title: 'Каждые 31 день',
      text: 'В день обновления доставок снова станет столько же. Дату видно рядом с доставками',
    },
    { title: 'Только у владельца', text: 'У близких в Семье бесплатных доставок нет' },
  ],
})
