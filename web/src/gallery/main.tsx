import { type ReactNode, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/gallery.css'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Container } from '#ui/container.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { GalleryControls, GalleryNews } from './controls.tsx'
import { GalleryModals } from './modals.tsx'
import { PageInState, useNamedPage } from './page-in-state.tsx'
import { GalleryPages } from './pages.tsx'
import { GalleryScreens } from './screens.tsx'
import * as accountIcons from '#ui/account-icons.tsx'
import * as mainIcons from '#ui/icons.tsx'
import * as illustrations from '#ui/illustrations.tsx'
import { Page } from '#ui/page.tsx'
import { Price } from '#ui/price.tsx'
import { Section } from '#ui/section.tsx'
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import { TopBar } from '#ui/top-bar.tsx'

const line = 'flex flex-wrap items-center gap-3'

function Buttons(): ReactNode {
  const [busy, setBusy] = useState(false)
  const work = (): void => {
    setBusy(true)
    setTimeout(() => setBusy(false), 2000)
  }
  return (
    <Section title="Кнопки">
      <div className={line}>
        <Button size="l">Подключить за 199 ₽</Button>
        <Button busy={busy} onClick={work}>
          Купить за 1 599 ₽
        </Button>
        <Button busy>Оплачиваем заказ</Button>
        <Button disabled>Недоступно</Button>
        <Button variant="secondary" icon={<accountIcons.CardIcon />}>
          Добавить карту
        </Button>
        <Button variant="secondary" busy>
          Добавить карту
        </Button>
        <Button variant="ghost">Не сейчас</Button>
        <Button variant="danger-quiet">Отключить автопродление</Button>
        <ButtonLink href="#main" variant="secondary" size="s">
          Войти
        </ButtonLink>
        <Button size="s" variant="ghost" icon={<accountIcons.ArrowLeftIcon className="size-5" />}>
          Назад
        </Button>
        <Button width="full">Перейти на оплату раз в полгода и сэкономить двести девяносто пять рублей</Button>
      </div>
    </Section>
  )
}

function Words(): ReactNode {
  return (
    <Section
      title="Состояния, метки и цены"
      aside={
        <Button size="s" variant="ghost">
          Все
        </Button>
      }
    >
      <div className={line}>
        <StatusChip tone="orange">Ждёт оплаты</StatusChip>
        <StatusChip tone="orange">До 23 октября 2025</StatusChip>
        <StatusChip tone="green">Активен</StatusChip>
        <StatusChip tone="red">Отключен</StatusChip>
        <StatusChip tone="neutral">Нет данных</StatusChip>
        <Badge>хит</Badge>
        <Badge tone="orange">выгодно</Badge>
      </div>
      <div className="mt-6 flex flex-wrap items-baseline gap-8">
        <Price amount="199 ₽" per="в месяц" size="l" />
        <Price amount="1 599 ₽" before={{ amount: '2 388 ₽', label: 'вместо' }} />
        <Price amount="1 234 567,50 ₽" per="за 12 месяцев" />
      </div>
    </Section>
  )
}

function Waiting(): ReactNode {
  return (
    <Section title="Ожидание">
      <div className="grid gap-4 lg:grid-cols-2">
        <Card>
          <Skeleton className="h-8 w-40" />
          <div className="mt-5">
            <SkeletonText lines={3} />
          </div>
        </Card>
        <Card tone="outlined" className="flex items-center justify-center">
          <Spinner label="Заказ создаётся" />
        </Card>
      </div>
    </Section>
  )
}

function States(): ReactNode {
  return (
    <Section title="Пусто и ошибка">
      <div className="grid gap-4 lg:grid-cols-2">
        <Card>
          <EmptyState
            illustration={<illustrations.EmptyIllustration />}
            title="Пока нет ни одной карты"
            text="Добавьте банковскую карту, чтобы подписка продлевалась сама, а баллы не сгорали."
            actions={<Button>Добавить карту</Button>}
            level={3}
          />
        </Card>
        <Card>
          <ErrorState
            title="Не удалось получить данные пользователя"
            text="Попробуйте открыть сайт в режиме инкогнито или обратитесь в поддержку. Код ошибки 2001"
            actions={
              <>
                <Button>Попробовать ещё раз</Button>
                <Button variant="ghost">Написать в поддержку</Button>
              </>
            }
            level={3}
          />
        </Card>
      </div>
    </Section>
  )
}

function Pictures(): ReactNode {
  return (
    <Section title="Иконки и иллюстрации">
      <div className="flex flex-wrap gap-5 text-brand">
        {Object.entries({ ...mainIcons, ...accountIcons }).map(([name, Icon]) => (
          <Icon key={name} />
        ))}
      </div>
      <div className="mt-6 flex flex-wrap gap-6">
        {Object.entries(illustrations).map(([name, Illustration]) => (
          <Illustration key={name} />
        ))}
      </div>
    </Section>
  )
}

function Questions(): ReactNode {
  return (
    <Section title="Вопросы">
      <Card tone="white">
        <Disclosure title="Как отключить автопродление?">
          Откройте «Управление подпиской» и выключите автопродление. Пакет будет действовать до конца оплаченного срока.
        </Disclosure>
        <Disclosure title="Что будет, если на карте не хватит денег в день очередного списания?">
          Мы пришлём СМС и повторим списание в течение 24 часов.
        </Disclosure>
        <Disclosure look="quiet" title="Условия продления">
          По окончании периода спишем 199 ₽ с привязанной карты и продлим Пакет на 1 месяц.
        </Disclosure>
      </Card>
    </Section>
  )
}

function Gallery(): ReactNode {
  const bar = (
    <TopBar
      start={<span className="text-title-s font-semibold text-brand">Пакет</span>}
      end={
        <Button size="s" variant="secondary">
          Войти
        </Button>
      }
    >
      <a href="#main">Что входит</a>
      <a href="#main">Вопросы</a>
    </TopBar>
  )
  return (
    <Page tone="grey" header={bar}>
      <Container>
        <h1 className="mb-6 text-title-l font-semibold">Галерея</h1>
        <GalleryScreens />
        <Buttons />
        <Words />
        <GalleryControls />
        <GalleryNews />
        <GalleryModals />
        <GalleryPages />
        <Waiting />
        <States />
        <Questions />
        <Pictures />
      </Container>
    </Page>
  )
}

/** A page with modals and news only: re-rendering it for another width or theme takes a tenth of the time of the whole gallery. */
const OverThePage = (): ReactNode => (
  <Page tone="grey">
    <Container>
      <GalleryNews />
      <GalleryModals />
    </Container>
  </Page>
)

function WhatIsAsked(): ReactNode {
  const named = useNamedPage()
  // The key gives each page and state services of its own, with an empty cache.
  if (named) return <PageInState key={named.hash} {...named} />
  return new URLSearchParams(window.location.search).has('modals') ? <OverThePage /> : <Gallery />
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <WhatIsAsked />
    </StrictMode>,
  )
