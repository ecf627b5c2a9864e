import type { Option } from '@paket/sdk'
import { invalidate, staleAfter, staleAfterFailure } from '@paket/sdk/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { boughtAddress, holdsOrder, optionAddress, takeIntent } from '#app/address.ts'
import { lastOption, lastPurchase, rememberOption } from '#app/last-purchase.ts'
import { useAccount, useServices } from '#app/services.ts'
import { useSupport } from '#app/support.ts'
import { useAfterPurchase } from '#app/use-after-purchase.ts'
import type { Member } from '#domain/family.ts'
import type { Flow } from '#flow/run-flow.ts'
import { addingMember } from '#features/family/adding-member.ts'
import type { AfterFamily } from '#features/family/after-family.ts'
import { removingMember } from '#features/family/removing-member.ts'
import type { AfterOption } from '#features/options/after-option.ts'
import { switchingRenewal } from '#features/options/switching-renewal.ts'
import type { AfterPurchase } from '#features/purchase/buying.ts'
import { buyingOption, findingOption, resumingOption } from '#features/purchase/buying.ts'

/** What the page of an option can start. */
export interface OptionFlows {
  buy: () => void
  switchRenewal: () => void
  add: (free: number) => void
  remove: (member: Member) => void
  explainBenefits: () => void
  explainOption: () => void
}

export function useOptionFlows(option: Option): OptionFlows {
  const { queryClient, startFlow } = useAccount()
  const { host } = useServices()
  const [, navigate] = useLocation()
  const afterPurchase = useAfterOptionPurchase(option.name)
  const { optionId, title, priceKopecks, durationDays } = option
  const start = (flow: Flow) => void startFlow(flow)
  const elsewhere = {
    toOptions: () => navigate('/options'),
    toSupport: useSupport(),
  }
  const afterOption: AfterOption = {
    ...elsewhere,
    refresh(autopaymentsEnabled, end) {
      const change = 'changeAutopaymentOption'
      const stale = end.ok
        ? staleAfter(change, { optionId, autopaymentsEnabled })
        : staleAfterFailure(change, end.failure)
      void invalidate(queryClient, ...stale)
    },
    toCards: () => navigate('/payment_methods'),
  }
  const afterFamily: AfterFamily = {
    ...elsewhere,
    refresh: (change, end) =>
      void invalidate(queryClient, ...(end.ok ? staleAfter(change) : staleAfterFailure(change, end.failure))),
  }
  return {
    buy() {
      rememberOption(option.name)
      const bundle = { id: optionId, durationDays }
      // Where the visit came from outlives the payment page (OP-72).
      const from = afterPurchase.visit.fromFridge ? 'holodilnik' : 'profile'
      start(buyingOption({ bundle, priceKopecks, from, source: host.name, renewing: false }, afterPurchase))
    },
    switchRenewal: () => start(switchingRenewal(option, afterOption, () => new Date())),
    add: (free) => start(addingMember({ optionId, free }, afterFamily)),
    remove: (member) => start(removingMember(optionId, member, afterFamily)),
    explainBenefits: () => start(async (io) => void (await io.ask('familyBenefits', {}))),
    explainOption() {
      const given = { title, priceKopecks, days: durationDays, places: option.maxRelations }
      start(async (io) => void (await io.ask('aboutFamily', given)))
    },
  }
}

/**
 * Goes on with an order of this option that was being made or followed when the page was reloaded. What else was bought over this page is
 * gone on with where it belongs: its end has other words.
 */
export function useResumedPurchase(name: string): void {
  const { startFlow } = useAccount()
  const [, navigate] = useLocation()
  const after = useAfterOptionPurchase(name)
  useEffect(() => {
    const { search } = window.location
    const option = lastOption()
    const isAnother = option === null ? lastPurchase() !== null : option !== name
    if (isAnother && holdsOrder(search)) return navigate(boughtAddress(option) + search, { replace: true })
    const intent = takeIntent()
    if (intent?.kind === 'follow') void startFlow(resumingOption(intent.order, after))
    if (intent?.kind === 'find') void startFlow(findingOption(intent.order, after))
    // The address is acted on once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [name])
}

/** What a purchase of an option leads to: its page. */
function useAfterOptionPurchase(name: string): AfterPurchase {
  const [, navigate] = useLocation()
  const toPage = () => navigate(optionAddress(name))
  return { ...useAfterPurchase(), toAccount: toPage, toRetry: toPage }
}
