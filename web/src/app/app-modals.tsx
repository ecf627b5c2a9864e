import { type ReactNode, useState } from 'react'
import { AboutFamilyModal } from '#features/family/about-family-modal.tsx'
import { AddMemberModal } from '#features/family/add-member-modal.tsx'
import { FamilyBenefitsModal } from '#features/family/family-benefits-modal.tsx'
import { ArticleModal } from '#features/articles/article-modal.tsx'
import { CounterOfferModal } from '#features/autopay/counter-offer-modal.tsx'
import { RejectReasonsModal } from '#features/autopay/reject-reasons-modal.tsx'
import { MessageModal } from '#features/messages/message-modal.tsx'
import { FilterOffersModal } from '#features/offers/filter-offers-modal.tsx'
import { CardIssuedModal } from '#features/onboarding/card-issued-modal.tsx'
import { ChooseStoreModal } from '#features/onboarding/choose-store-modal.tsx'
import { ActivatePromocodeModal } from '#features/promocode/activate-promocode-modal.tsx'
import { EnterPromocodeModal } from '#features/promocode/enter-promocode-modal.tsx'
import { OnboardingModal } from '#features/onboarding/onboarding-modal.tsx'
import { ChooseBundleModal } from '#features/purchase/choose/choose-bundle-modal.tsx'
import { ChooseTariffModal } from '#features/purchase/choose/choose-tariff-modal.tsx'
import { ChooseCardModal } from '#features/purchase/choose/choose-card-modal.tsx'
import { StoryModal } from '#features/stories/story-modal.tsx'
import { SupportModal } from '#features/support/support-modal.tsx'
import { type ModalComponents, ModalRoot } from '#modals/modal-root.tsx'
import type { ModalFrame, Modals } from '#modals/define-modal.ts'
import { Button } from '#ui/button.tsx'
import { Boundary } from '#ui/boundary.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { reportCrash } from '#cache/crash.ts'

const components: ModalComponents = {
  chooseCard: ChooseCardModal,
  chooseBundle: ChooseBundleModal,
  chooseTariff: ChooseTariffModal,
  enterPromocode: EnterPromocodeModal,
  activatePromocode: ActivatePromocodeModal,
  addMember: AddMemberModal,
  familyBenefits: FamilyBenefitsModal,
  aboutFamily: AboutFamilyModal,
  counterOffer: CounterOfferModal,
  rejectReasons: RejectReasonsModal,
  cardIssued: CardIssuedModal,
  chooseStore: ChooseStoreModal,
  onboarding: OnboardingModal,
  story: StoryModal,
  support: SupportModal,
  filterOffers: FilterOffersModal,
  waiting: WaitingModal,
  article: ArticleModal,
  message: MessageModal,
}

/** Every modal of the app, and its spinner. */
export const AppModals = (): ReactNode => (
  <ModalRoot components={components} Spinner={SpinnerModal} Boundary={ModalBoundary} />
)

/** Who asked is told, and tells: the flow ends as it does after any bug. */
function ModalBoundary({ onCrash, children }: { onCrash: (error: unknown) => void; children: ReactNode }): ReactNode {
  function note(error: unknown): void {
    reportCrash(error, 'modal')
    onCrash(error)
  }
  return (
    <Boundary onCrash={note} renderBroken={() => null}>
      {children}
    </Boundary>
  )
}

type WaitingProps = Modals['waiting']['given'] & ModalFrame<'waiting'>

/** A spinner that can be left. */
function WaitingModal({ title, text, leave, answer, ...drawer }: WaitingProps): ReactNode {
  const dismiss = () => answer('dismissed')
  return (
    <Drawer
      {...drawer}
      form="dialog"
      title={title}
      dismissLabel="Закрыть"
      onDismiss={dismiss}
      footer={
        <Button variant="secondary" width="full" onClick={dismiss}>
          {leave}
        </Button>
      }
    >
      <div className="flex flex-col items-center gap-6 pt-2">
        <Spinner label={title} quiet />
        <p className="text-center text-soft">{text}</p>
      </div>
    </Drawer>
  )
}

/** Keeps its text while it leaves. */
function SpinnerModal({ text }: { text: string | null }): ReactNode {
  const [shown, setShown] = useState(text)
  if (text !== null && text !== shown) setShown(text)
  return (
    <Drawer open={text !== null} locked form="dialog" title={shown ?? ''} dismissLabel="" onDismiss={() => undefined}>
      <div className="flex flex-col items-center gap-6 pb-6">
        <Spinner label={shown ?? ''} quiet />
        <p className="text-center text-soft">Обычно занимает не больше минуты</p>
      </div>
    </Drawer>
  )
}
