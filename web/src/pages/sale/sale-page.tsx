import type { ReactNode } from 'react'
import { Redirect, useLocation, useParams } from 'wouter'
import { buyAddress } from '#navigation/address.ts'
import { usePressBefore } from '#checkout/use-sign-in-to-buy.ts'
import { useServices } from '#services/services.ts'
import { lowestBundle } from '#features/purchase/payable.ts'
import { SaleOffer } from './sale-offer.tsx'

/** The sale page of a shop for a signed-in user; its button continues in the account. */
export function SalePage(): ReactNode {
  const { shop } = useParams<{ shop: string }>()
  const { sales } = useServices().settings
  const [, navigate] = useLocation()
  const sale = Object.hasOwn(sales, shop) ? sales[shop] : undefined
  const onBuy = () => navigate(buyAddress(lowestBundle, 'landing'), { transition: true })
  usePressBefore(onBuy)
  return sale ? <SaleOffer sale={sale} onBuy={onBuy} /> : <Redirect to="/profile" replace />
}
