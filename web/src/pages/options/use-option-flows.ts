import type { Option, Subscriber } from '@paket/sdk'
import { invalidate, staleAfter, staleAfterFailure } from '@paket/sdk/react-query'
import { useAccount, useServices } from '#services/services.ts'
import { useMessageActions } from '#services/message-actions.ts'
import { useAfterPurchase } from '#checkout/use-after-purchase.ts'
import type { Member } from '#domain/family.ts'
import type { Flow } from '#flow/run-flow.ts'
import type { About } from '#flow/show-failure.ts'
import { addMemberFlow } from '#features/family/add-member-flow.ts'
import type { AfterFamily } from '#features/family/after-family.ts'
import { removeMemberFlow } from '#features/family/remove-member-flow.ts'
import { type AfterOption, optionRenewalFlow } from '#features/options/option-renewal-flow.ts'
import { optionPurchaseFlow } from '#features/purchase/flow/option-purchase-flow.ts'
import type { AfterPurchase } from '#features/purchase/flow/purchase-flow.ts'
import type { ClosableFeature } from '#config/switches.ts'

/** The flows that the page of an option starts. */
export interface OptionFlows {
  buy: () => void
  switchRenewal: () => void
  add: (free: number) => void
  remove: (member: Member) => void
  explainBenefits: () => void
  explainOption: () => void
}

export function useOptionFlows(option: Option, subscriber: Pick<Subscriber, 'lastOrderId'>): OptionFlows {
  const { queryClient, startFlow } = useAccount()
  const { host } = useServices()
  const afterPurchase = useAfterOptionPurchase(option.name)
  const { optionId, title, priceKopecks, durationDays } = option
  const start = (flow: Flow, feature?: ClosableFeature) => void startFlow(flow, feature)
  const { options, support, addCard } = useMessageActions()
  const afterOption: AfterOption = {
    options,
    support,
    addCard,
    refresh(autopaymentsEnabled, end) {
      const change = 'changeAutopaymentOption'
      const stale = end.ok
        ? staleAfter(change, { optionId, autopaymentsEnabled })
        : staleAfterFailure(change, end.failure)
      void invalidate(queryClient, ...stale)
    },
  }
  const afterFamily: AfterFamily = {
    options,
    support,
    refresh: (change, end) =>
      void invalidate(queryClient, ...(end.ok ? staleAfter(change) : staleAfterFailure(change, end.failure))),
  }
  return {
    buy: () => start(optionPurchaseFlow(option, subscriber, host.name, afterPurchase), 'buying'),
    switchRenewal: () => start(optionRenewalFlow(option, afterOption, () => new Date())),
    add: (free) => start(addMemberFlow({ optionId, free }, afterFamily), 'family'),
    remove: (member) => start(removeMemberFlow(optionId, member, afterFamily), 'family'),
    explainBenefits: () => start(async (io) => void (await io.ask('familyBenefits', {}))),
    explainOption() {
      const given = { title, priceKopecks, days: durationDays, places: option.maxRelations }
      start(async (io) => void (await io.ask('aboutFamily', given)))
    },
  }
}

/** The effects of an option's purchase: they lead to the option's page, or to the page of an earlier purchase that was recovered. */
function useAfterOptionPurchase(name: string): AfterPurchase {
  const after = useAfterPurchase()
  const account = ({ option = name }: About) => after.account({ option })
  return {
    ...after,
    account,
    check: account,
    checkAgain: ({ option = name }) => after.checkAgain({ option }),
    toRetry: () => account({}),
  }
}
