import type { ReactNode } from 'react'
import { buyAddress } from '#navigation/address.ts'
import { Footer } from '#layout/footer.tsx'
import { Header } from '#layout/header.tsx'
import { useServices } from '#services/services.ts'
import { useSignInToBuy } from '#checkout/use-sign-in-to-buy.ts'
import { Benefits } from '#features/benefits/benefits.tsx'
import { CashbackNumbers } from '#features/benefits/cashback-numbers.tsx'
import { HeroPicture } from '#features/benefits/hero-picture.tsx'
import { fromPrice, plans } from '#features/purchase/plans.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card } from '#ui/card.tsx'
import { Container } from '#ui/container.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Hero } from '#ui/hero.tsx'
import { Page } from '#ui/page.tsx'
import { Section } from '#ui/section.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { BundleCard } from './bundle-card.tsx'
import { questions } from './questions.ts'

// Before hydration, buttons submit these forms, which lead to the same addresses.
const SIGN_IN_FORM = 'to-account'
const BUY_FORM = 'to-purchase'

/** The main page for visitors. It is prerendered, and usable before hydration. */
export function LandingPage(): ReactNode {
  const { signIn } = useServices()
  const signInToBuy = useSignInToBuy()
  return (
    <Page tone="white" header={<Header signInTo="/profile" signInForm={SIGN_IN_FORM} />} footer={<Footer />}>
      <form id={SIGN_IN_FORM} action="/profile" />
      <form id={BUY_FORM} action="/profile">
        <input type="hidden" name="from" value="landing" />
      </form>
      <Container>
        <Hero
          title="Больше кешбэка за каждую покупку"
          text="Подписка «Пакет»: повышенный кешбэк баллами, бесплатные доставки, любимые категории и предложения партнёров."
          actions={
            <>
              <ButtonLink onDark size="l" href="#bundles">
                {`Подключить от ${fromPrice} в месяц`}
              </ButtonLink>
              <Button
                onDark
                variant="ghost"
                size="l"
                type="submit"
                form={SIGN_IN_FORM}
                onClick={(event) => {
                  event.preventDefault()
                  signIn('/profile')
                }}
              >
                У меня уже есть Пакет
              </Button>
            </>
          }
          picture={<HeroPicture />}
        />
        <Benefits tone="grey" />
        <Section title="Кешбэк в цифрах">
          <Card tone="mint" padding="l">
            <CashbackNumbers />
          </Card>
        </Section>
        <Section title="Выберите срок">
          <div id="bundles" className="grid scroll-mt-24 gap-4 lg:grid-cols-3">
            {plans.map((plan) => (
              <BundleCard
                key={plan.name}
                plan={plan}
                plans={plans}
                form={BUY_FORM}
                onBuy={() => void signInToBuy(buyAddress(plan.name, 'landing'))}
              />
            ))}
          </div>
          <p className="mt-4 max-w-text text-small text-soft">
            Пакет продлевается сам, с привязанной карты, пока вы его не отключите. Отключить можно в любой момент в
            личном кабинете.
          </p>
          <p className="mt-2 text-small text-soft">
            Есть промокод? <TextLink href="/fastbuy_promo">Купить с промокодом</TextLink>
          </p>
        </Section>
        <Section title="Вопросы и ответы">
          <div className="grid gap-x-10 xl:grid-cols-2">
            {questions.map(({ question, answer }) => (
              <Disclosure key={question} title={question}>
                {answer}
              </Disclosure>
            ))}
          </div>
        </Section>
      </Container>
    </Page>
  )
}
