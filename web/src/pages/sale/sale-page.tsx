import type { ReactNode } from 'react'
import { Redirect, useLocation, useParams } from 'wouter'
import { buyAddress } from '#navigation/address.ts'
import { useServices } from '#services/services.ts'
import { lowestBundle } from '#features/purchase/payable.ts'
import { SaleOffer } from './sale-offer.tsx'

/** The sale page of a shop for a signed-in user; its button continues in the account. */
export function SalePage(): ReactNode {
  const { shop } = useParams<{ shop: string }>()
  const { sales } = useServices().settings
  const [, navigate] = useLocation()
  const sale = Object.hasOwn(sales, shop) ? sales[shop] : undefined
  if (!sale) return <Redirect to="/profile" replace />
  return <SaleOffer sale={sale} onBuy={() => navigate(buyAddress(lowestBundle, 'landing'), { transition: true })} />
}
