import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { Drawer, type DrawerForm } from './drawer.tsx'
import { CardIcon, CashbackIcon } from './icons.tsx'
import { ErrorIllustration, SuccessIllustration } from './illustrations.tsx'
import { ListRow } from './list-row.tsx'
import { RadioList } from './radio-list.tsx'
import { Section } from './section.tsx'
import { type SnackbarItem, SnackbarList } from './snackbar-list.tsx'
import { Spinner } from './spinner.tsx'
import { StatusChip } from './status-chip.tsx'
import { TextField } from './text-field.tsx'
import { Toggle } from './toggle.tsx'

const plans = [
  { value: 'one', title: '1 месяц', hint: '199 ₽ в месяц', price: '199 ₽' },
  {
    value: 'six',
    title: '6 месяцев',
    hint: 'Выгода 295 рублей',
    price: '899 ₽',
    priceHint: '149,8 ₽ в месяц',
    badge: 'хит',
  },
  {
    value: 'year',
    title: '12 месяцев',
    hint: 'Выгода 789 рублей',
    price: '1 599 ₽',
    priceHint: '133,3 ₽ в месяц',
    badge: 'выгодно',
  },
  { value: 'points', title: '12 месяцев за баллы', price: '15 990 баллов', disabledReason: 'Не хватает 3 480 баллов' },
] as const

type Plan = (typeof plans)[number]['value']

function Plans(): ReactNode {
  const [plan, setPlan] = useState<Plan>('six')
  return <RadioList label="Срок подписки" items={plans} value={plan} onChange={setPlan} />
}

function TextFields(): ReactNode {
  const [value, setValue] = useState('ВЫГОДА6')
  return (
    <div className="grid gap-5">
      <TextField label="Промокод" hint="Буквы и цифры" clearLabel="Очистить" value={value} onChange={setValue} />
      <TextField label="Номер телефона" error="Введите номер телефона" value={value} onChange={setValue} />
    </div>
  )
}

function Choices(): ReactNode {
  const [points, setPoints] = useState(true)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card>
        <Plans />
      </Card>
      <Card>
        <Toggle label="Оплатить баллами" hint="На счёте 12 510 баллов" checked={points} onChange={setPoints} />
        <Toggle label="Автопродление" checked={false} onChange={setPoints} />
        <Toggle label="Семейная подписка" checked={false} disabled onChange={setPoints} />
        <ListRow icon={<CardIcon />} title="МИР •••• 4417" hint="Основная карта, до 08/29" href="#main" />
        <ListRow
          icon={<CashbackIcon />}
          title="История начислений"
          end={<StatusChip tone="green">Активен</StatusChip>}
        />
      </Card>
      <Card>
        <TextFields />
      </Card>
    </div>
  )
}

const news: readonly SnackbarItem[] = [
  { id: '1', text: 'Промокод скопирован', tone: 'success' },
  { id: '2', text: 'Не получилось обновить данные, проверьте соединение с интернетом', tone: 'error' },
]

export function GalleryControls(): ReactNode {
  const [shown, setShown] = useState<readonly SnackbarItem[]>([])
  const [drawer, setDrawer] = useState<DrawerForm | 'error' | 'locked' | null>(null)
  const close = (): void => setDrawer(null)
  const body = { onDismiss: close, dismissLabel: 'Закрыть' }
  const buy = (
    <>
      <Button width="full" onClick={close}>
        Купить за 899 ₽
      </Button>
      <Button width="full" variant="ghost" onClick={close}>
        Не сейчас
      </Button>
    </>
  )
  return (
    <Section title="Выбор и окна">
      <Choices />
      <div className="mt-6 flex flex-wrap gap-3">
        {(['drawer', 'full', 'dialog', 'error', 'locked'] as const).map((name) => (
          <Button key={name} size="s" variant="secondary" onClick={() => setDrawer(name)}>
            {`Окно ${name}`}
          </Button>
        ))}
        <Button size="s" variant="secondary" onClick={() => setShown(news)}>
          Уведомления
        </Button>
      </div>
      <Drawer
        {...body}
        open={drawer === 'drawer'}
        title="Выберите срок подписки"
        description="Пакет продлится сам, отключить продление можно в любой момент."
        footer={buy}
      >
        <Plans />
      </Drawer>
      <Drawer {...body} open={drawer === 'full'} form="full" title="Выберите срок подписки" footer={buy}>
        <Plans />
      </Drawer>
      <Drawer
        {...body}
        open={drawer === 'dialog'}
        form="dialog"
        image={<SuccessIllustration />}
        title="Пакет продлён"
        description="В течение 5 минут пришлём СМС с подтверждением. Спасибо, что остаётесь с нами!"
        footer={
          <Button width="full" onClick={close}>
            Понятно
          </Button>
        }
      />
      <Drawer
        {...body}
        open={drawer === 'error'}
        form="full"
        image={<ErrorIllustration />}
        title="Не удалось оплатить"
        description="Проверьте, что на карте достаточно денег, и попробуйте ещё раз. Код ошибки 2008"
        footer={
          <Button width="full" onClick={close}>
            Попробовать ещё раз
          </Button>
        }
      />
      <Drawer
        {...body}
        open={drawer === 'locked'}
        form="dialog"
        locked
        title="Оплата"
        footer={
          <Button variant="ghost" width="full" onClick={close}>
            Галерея: закрыть
          </Button>
        }
      >
        <Spinner label="Подписка активируется" />
      </Drawer>
      <SnackbarList
        items={shown}
        label="Уведомления"
        dismissLabel="Скрыть"
        onDismiss={(id) => setShown(shown.filter((item) => item.id !== id))}
      />
    </Section>
  )
}
